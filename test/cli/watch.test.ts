import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { crossed, thresholdsOf } from '#cli/watch/check.ts';
import { addDays } from '#model/period/day.ts';
import { formatDayShort, weekdayName } from '#model/period/format.ts';
import { daysOfLog } from '../helpers/daysOfLog.ts';
import { json } from '../helpers/faultAnswers.ts';
import {
  errorLine,
  type Ran,
  refusal,
  run,
  startFaulty,
  startService,
  temporaryHome,
  today,
} from './fixture.ts';

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
  await service.count(await service.add('quiet.example'), 'visitors', ['2025-01-01', '', 1]);
  expect(
    refusal(await run(['watch', 'gone.example', 'quiet.example', '--above', '5'], service), 1),
  ).toContain('gone.example: There is no website');
  const low = await run(['watch', 'gone.example', 'quiet.example', '--below', '5'], service);
  expect(low.code).toBe(4);
  expect(low.stdout).toContain('quiet.example: 0 visitors');
});

test('at the threshold: not below, not above, but a fall', () => {
  const of = (...watched: Parameters<typeof thresholdsOf>) =>
    crossed({ thresholds: thresholdsOf(...watched) });
  expect(of({ below: 10, above: 10 }, { now: 10, before: 0 })).toEqual([]);
  expect(of({ drop: 50 }, { now: 5, before: 10 })).toEqual(['-50% from 10']);
  expect(of({ drop: 1 }, { now: 0, before: 0 })).toEqual([]);
  expect(of({ drop: 1 }, { now: 0, before: undefined })).toEqual([]);
});

test('a day without visitors, of a weekday on which nobody comes as a rule, is none on which a website is gone', async () => {
  const service = await startService();
  const back = (days: number) => addDays(today, -days);
  const visitorsOf = async (domain: string, days: readonly number[]) => {
    const counts = days.map(ago => [back(ago), '', 30] as const);
    await service.count(await service.add(domain), 'visitors', ...counts);
  };
  // Of one weekday alone, the last time two days before yesterday.
  await visitorsOf('weekly.example', [3, 10, 17, 24]);
  await visitorsOf('missed.example', [10, 17, 24, 31]);
  const websites = ['weekly.example', 'missed.example'];
  const { stdout } = await run(
    ['watch', ...websites, '--drop', '50', '--compare', 'previous', '--json'],
    service,
  );
  expect(JSON.parse(stdout).rows).toMatchObject([
    { count: 0, count_before: 0, crossed: '' },
    { count: 0, count_before: 0, crossed: `gone since ${formatDayShort(back(9))}` },
  ]);
});

test('days of a log without a line are no data: no fall is measured against them, and on the day itself that is said', async () => {
  const back = (ago: number) => addDays(today, -ago);
  /** Of so many days before today, without some; 20 visitors a day and one more for each week ago. */
  const logged = async (...without: readonly number[]) => {
    const home = temporaryHome();
    const days = Array.from({ length: 40 }, (_, at) => at + 1).filter(ago => !without.includes(ago));
    const counts = days.map(ago => ({ day: back(ago), hours: [ago === 1 ? 5 : 20 + Math.floor(ago / 7)] }));
    writeFileSync(join(home.path, 'access.log'), daysOfLog(counts));
    expect((await run(['import', 'gap.example', 'access.log'], { home })).code).toBe(0);
    return async (...args: string[]) =>
      await run(['watch', 'gap.example', '--profile', 'logs', ...args], { home });
  };
  const rows = ({ stdout }: Ran) => JSON.parse(stdout).rows;
  const whole = await logged();
  // 21, 22, 23 and 24 one to four weeks before: the lower of the middle.
  expect(rows(await whole('--drop', '50', '--json'))).toMatchObject([
    { count: 5, count_before: 22, before_day: back(15) },
  ]);
  // Of 22, 23 and 24.
  expect(rows(await (await logged(8))('--drop', '50', '--json'))).toMatchObject([
    { count: 5, count_before: 23, before_day: back(22) },
  ]);
  const gone = await logged(1);
  const ran = await gone('--drop', '50', '--below', '5');
  expect(ran.code).toBe(4);
  expect(ran.stdout).toMatch(/^gap\.example: no data on \d+ \w{3} \d{4}\n$/);
  expect(ran.stderr).toBe('');
  const above = await gone('--above', '100');
  expect([above.code, above.stdout]).toEqual([0, '']);
  expect(errorLine(above)).toMatch(
    /^sitedeck: gap\.example: no data on \d+ \w{3} \d{4}: whether it is above 100 is not known\.$/,
  );
  expect(rows(await gone('--drop', '1', '--days', '7', '--json'))).toMatchObject([
    { count: 121, no_comparison: 'no comparison: 6 of 7 days have data', crossed: '' },
  ]);
});

test('where it cannot be read which days have data no fall is measured, and that is said', async () => {
  const day = addDays(today, -3);
  const { env } = await startFaulty((response, request) => {
    const { path, query } = request;
    if (path.endsWith('/websites'))
      return json({ data: [{ id: 1, domain: 'one.example' }] })(response, request);
    if (path.endsWith('/websites/1'))
      return json({ data: { id: 1, domain: 'one.example' } })(response, request);
    const from = new URLSearchParams(query).get('from') ?? '';
    if (from < '2000') return json({ message: 'broken' }, 404)(response, request);
    return json({ data: [{ value: day, count: 9 }] })(response, request);
  });
  const ran = await run(['watch', '1', '--drop', '10', '--days', '3', '--json'], { env });
  const lack = 'no comparison: which days have data could not be read';
  expect(errorLine(ran)).toBe(`sitedeck: one.example: ${lack}.`);
  expect(ran.code).toBe(0);
  expect(JSON.parse(ran.stdout).rows).toMatchObject([{ count: 9, no_comparison: lack, crossed: '' }]);
});

test('the data says of a day without a usual one why no fall is measured', async () => {
  const service = await startService();
  const id = await service.add('new.example');
  await service.count(id, 'visitors', [yesterday, '', 9]);
  const { stdout } = await run(['watch', '1', '--drop', '10', '--json'], service);
  expect(JSON.parse(stdout).rows).toMatchObject([
    { count: 9, no_comparison: `no usual ${weekdayName(yesterday)} yet`, crossed: '' },
  ]);
});
