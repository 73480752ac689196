import { expect, test } from 'vitest';
import { crossed } from '#cli/numbers/watch.ts';
import { addDays } from '#model/period/day.ts';
import { refusal, run, startService, today } from './fixture.ts';

const yesterday = addDays(today, -1);

test('exits 4 with a line for each website that crosses a threshold, else 0', async () => {
  const service = await startService();
  const quiet = await service.add('quiet.example');
  const busy = await service.add('busy.example');
  await service.count(quiet, 'visitors', [yesterday, '', 12], [addDays(today, -8), '', 48], [today, '', 500]);
  await service.count(busy, 'visitors', [yesterday, '', 900], [addDays(today, -8), '', 900]);
  const watch = (...args: string[]) => run(['watch', 'quiet.example', 'busy.example', ...args], service);
  const low = await watch('--below', '50');
  expect(low.code).toBe(4);
  expect(low.stdout).toMatch(/^quiet\.example: 12 visitors on \d+ \w{3} \d{4}, below 50\n$/);
  const both = await watch('--below', '50', '--above', '800', '--drop', '50');
  expect(both.stdout.split('\n')).toEqual([
    expect.stringMatching(
      /^quiet\.example: 12 visitors on .*, below 50, -75% from 48 on \w+ \d+ \w+, the only \w+ before$/,
    ),
    expect.stringMatching(/^busy\.example: 900 visitors on .*, above 800$/),
    '',
  ]);
  expect(await watch('--below', '12', '--above', '900', '--drop', '76')).toEqual({
    code: 0,
    stdout: '',
    stderr: '',
  });
  expect((await watch('--below', '1', '--format', 'markdown')).stdout).toMatch(/^# Watched websites\n/);
  const views = await watch('--measure', 'pageviews', '--below', '1', '--json');
  expect(views.code).toBe(4);
  expect(JSON.parse(views.stdout)).toMatchObject({
    from: yesterday,
    to: yesterday,
    measure: 'pageviews',
    below: 1,
    rows: [
      { domain: 'quiet.example', count: 0, crossed: 'below 1' },
      { domain: 'busy.example', count: 0, crossed: 'below 1' },
    ],
  });
});

test('a website that is not there does not hide the others', async () => {
  const service = await startService();
  await service.add('quiet.example');
  expect(
    refusal(await run(['watch', 'gone.example', 'quiet.example', '--above', '5'], service), 1),
  ).toContain('gone.example: There is no website');
  const low = await run(['watch', 'gone.example', 'quiet.example', '--below', '5'], service);
  expect(low.code).toBe(4);
  expect(low.stdout).toContain('quiet.example: 0 visitors');
});

test('at the threshold: not below, not above, but a fall', () => {
  expect(crossed({ below: 10, above: 10 }, { now: 10, before: 0 })).toEqual([]);
  expect(crossed({ drop: 50 }, { now: 5, before: 10 })).toEqual(['-50% from 10']);
  expect(crossed({ drop: 1 }, { now: 0, before: 0 })).toEqual([]);
  expect(crossed({ drop: 1 }, { now: 0, before: undefined })).toEqual([]);
});
