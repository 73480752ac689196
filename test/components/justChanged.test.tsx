import { render } from 'ink-testing-library';
import { expect, test } from 'vitest';
import { MeasureStrip } from '#components/Measures.tsx';
import { Panel } from '#components/Panel.tsx';
import { label } from '#text/safeText.ts';

const frame = (node: React.ReactElement) => render(node).lastFrame() ?? '';
const plain = (text: string) => text.replaceAll(/\x1b\[[\d;]*m/g, '');

test('a count that has just changed stands out, and nothing moves', () => {
  const panel = (isChanged: boolean) =>
    frame(
      <Panel
        title={label`Pages`}
        family="content"
        isFramed={false}
        focused={false}
        rows={[
          { value: label`/a`, count: 10, countText: label`10`, isChanged },
          { value: label`/b`, count: 5, countText: label`5` },
        ]}
        width={20}
        height={3}
      />,
    );
  const line = panel(true).split('\n')[1] ?? '';
  // Bold, in whatever stands for its role here, where no screen puts in the theme's colour.
  expect(line).toMatch(/\x1b\[1m(?:\x1b\[[\d;]+m)?10|\x1b\[[\d;]+m\x1b\[1m10/);
  expect(panel(false)).not.toBe(panel(true));
  expect(plain(panel(true))).toBe(plain(panel(false)));
});

test('a measure, bold at all times, is underlined while it is new', () => {
  const strip = (isChanged: boolean) =>
    frame(
      <MeasureStrip
        measures={[{ title: label`TODAY`, value: label`54`, isChanged, priority: 1 }]}
        rows={2}
        width={20}
      />,
    );
  expect(strip(true)).toContain('\x1b[4m');
  expect(strip(false)).not.toContain('\x1b[4m');
  expect(plain(strip(true))).toBe(plain(strip(false)));
});
