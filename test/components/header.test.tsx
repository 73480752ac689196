import { render } from 'ink-testing-library';
import { expect, test } from 'vitest';
import { Header } from '#components/Header.tsx';
import { label } from '#text/safeText.ts';

const usual = {
  path: [label`Sitedeck`, label`one.example.com`, label`Pages`],
  profile: label`stats.example.com`,
  isDemo: false,
  isReadOnly: false,
  requests: 0,
  lastAnswer: label`12:04`,
};

function drawn(props: Partial<Parameters<typeof Header>[0]>): string {
  const frame = render(<Header {...usual} width={60} {...props} />).lastFrame() ?? '';
  return frame.replaceAll(/\x1b\[[\d;]*m/g, '').trimEnd();
}

test('the header says that nothing can be changed', () => {
  expect(drawn({ profile: label`work`, isReadOnly: true })).toBe(
    ' Sitedeck > one.example.com > Pages work, read-only   12:04',
  );
  expect(drawn({ path: [label`Sitedeck`, label`Websites`], isDemo: true, isReadOnly: true })).toBe(
    ' Sitedeck > Websites                demo, read-only   12:04',
  );
});

test('the header says that the certificate is not checked', () => {
  expect(drawn({ profile: label`work`, isUnchecked: true })).toBe(
    ' one.example.com > Pages        work, TLS unchecked   12:04',
  );
  expect(drawn({ path: [label`Sitedeck`], profile: label`work`, isUnchecked: true, isReadOnly: true })).toBe(
    ' Sitedeck            work, read-only, TLS unchecked   12:04',
  );
});

test('on a narrow terminal the place stays while the service asks to wait', () => {
  expect(drawn({ width: 40, waiting: label`waiting until 12:05` })).toBe(
    ' Pages      waiting until 12:05   12:04',
  );
});

test('when what is shown was last seen is always said: the path is cut for it, on a narrow terminal the name goes', () => {
  const seen = { text: label`offline, as of 12:04`, isOffline: true };
  const path = [label`Sitedeck`, label`chess-club.example`, label`Pages`, label`/turniere`];
  expect(drawn({ width: 80, path, seen, profile: label`work`, lastAnswer: undefined })).toBe(
    ' chess-club.example > Pages > /turniere     offline, as of 12:04   work',
  );
  expect(drawn({ width: 40, path: [label`Sitedeck`, label`Websites`], seen, lastAnswer: undefined })).toBe(
    ' Websites  offline, as of 12:04',
  );
  expect(drawn({ width: 40, seen, waiting: label`waiting until 12:05` })).toBe(
    ' Pages      waiting until 12:05   12:04',
  );
});

test('what goes on by itself stays beside a long name, also while requests are open: the path is shortened for it', () => {
  const kiosk = {
    width: 80,
    path: [label`Sitedeck`, label`podcast.example.com`],
    isDemo: true,
    isReadOnly: true,
    every: label`every 10 s, rotate 5 s`,
  };
  const expected = ' podcast.example.com           every 10 s, rotate 5 s   demo, read-only   12:04';
  expect(drawn(kiosk)).toBe(expected);
  expect(drawn({ ...kiosk, path: [label`Sitedeck`, label`chess-club.example`], requests: 4 })).toBe(
    ' Sitedeck > chess-club.example every 10 s, rotate 5 s   demo, read-only   12:04',
  );
  expect(
    drawn({ ...kiosk, width: 60, path: [label`Sitedeck`, label`a-long-name.of-a-website.example`] }),
  ).toBe(' a-long-name.of-a-website.example   demo, read-only   12:04');
});
