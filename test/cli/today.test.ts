import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { addDays } from '#model/period/day.ts';
import { formatWeekday, weekdayName } from '#model/period/format.ts';
import { type Day } from '#model/statistics/statistics.ts';
import { logLine, refusal, run, startService, temporaryHome, today } from './fixture.ts';

const weekAgo = addDays(today, -7);
const words = `up to 23:00 against ${formatWeekday(weekAgo)}, the only ${weekdayName(today)} before`;

/** 31 visitors today, one of them in the last hour, which tells that 23 are over; 65 a week ago, 25 of them by then. */
async function service() {
  const opened = await startService();
  const id = await opened.add('one.example');
  const count = async (name: 'visitors' | 'pageviews', factor: number) => {
    await opened.count(id, name, [today, '', 31 * factor], [weekAgo, '', 65 * factor]);
    await opened.count(
      id,
      `${name}_hours`,
      [today, '03', 30 * factor],
      [today, '23', factor],
      [weekAgo, '03', 20 * factor],
      [weekAgo, '05', 5 * factor],
      [weekAgo, '23', 40 * factor],
    );
  };
  await count('visitors', 1);
  await count('pageviews', 2);
  await opened.add('empty.example');
  return {
    ask: async (...args: string[]) => await run([...args, '--period', 'today'], opened),
    json: async (...args: string[]) =>
      JSON.parse((await run([...args, '--period', 'today', '--json'], opened)).stdout),
  };
}

test('today is compared by its hours that are over with those of its usual day, by every command', async () => {
  const { ask, json } = await service();
  const beside = { visitors_compared: 30, visitors_before: 25 };
  const overview = await json('overview', '--search', 'one');
  expect(overview).toMatchObject({
    visitors: 31,
    visitors_before: 25,
    rows: [{ visitors: 31, ...beside, before_day: weekAgo, change: 0.2 }],
  });
  expect((await ask('overview', '--search', 'one')).stdout).toContain(
    `1 website: 31 visitors +20% up to 23:00 against a usual ${weekdayName(today)}; 62 page views\n`,
  );
  const days = { before_from: weekAgo, before_to: weekAgo };
  expect(await json('stats', 'one.example', 'visitors', 'pageviews', '--compare')).toMatchObject({
    visitors: 31,
    ...beside,
    pageviews: 62,
    pageviews_compared: 60,
    pageviews_before: 50,
    up_to: '23:00',
    ...days,
  });
  const stats = await ask('stats', 'one.example', 'visitors', '--compare');
  expect(stats.stdout).toContain('31 visitors in all, 25 before up to 23:00: +20%\n');
  expect(stats.stderr).toContain(`Up to ${words.slice(6)}.`);
  expect(await json('why', 'one.example')).toMatchObject({
    visitors: 30,
    visitors_before: 25,
    change: 5,
    up_to: '23:00',
    ...days,
  });
  const said = `30 visitors after 25: +20% ${words}. What explains it is known tomorrow, as this service has rows by day, not by hour.`;
  expect((await ask('why', 'one.example')).stdout).toBe(`${said}\n`);
  expect(await json('report', 'one.example')).toMatchObject({
    visitors: 31,
    ...beside,
    pageviews: 62,
    pageviews_compared: 60,
    pageviews_before: 50,
    ...days,
    sentence: said,
  });
  expect((await ask('report', 'one.example', '--width', '80')).stdout).toMatch(/31 \+20% +62 \+20%/);
  expect((await ask('report', '--all')).stdout).toContain('+20% up to 23:00');
});

test('where nobody came by now, neither today nor on the day compared with, why says just that', async () => {
  const opened = await startService();
  const id = await opened.add('late.example');
  await opened.count(id, 'visitors', [today, '', 1], [weekAgo, '', 5]);
  await opened.count(id, 'visitors_hours', [today, '23', 1], [weekAgo, '23', 5]);
  const { stdout } = await run(['why', 'late.example', '--period', 'today'], opened);
  expect(stdout).toMatch(/^No visitors, as before, up to \d\d:00 against /);
  const stats = await run(
    ['stats', 'late.example', 'visitors', 'page', '--period', 'today', '--compare'],
    opened,
  );
  // Rows that have no hours stand beside nothing, and take nothing away.
  expect(stats.stdout).toMatch(/1 visitor in all, 0 before up to \d\d:00\n/);
  expect(stats.stderr).toContain('Without a change, of all of today so far: page.');
  expect(stats.code).toBe(0);
});

test('today without a usual day, and rows of it, are compared with nothing, and that is said', async () => {
  const { ask, json } = await service();
  const none = `no usual ${weekdayName(today)} yet`;
  expect((await ask('why', 'empty.example')).stdout).toBe(
    `There is ${none} to compare ${formatWeekday(today)} with.\n`,
  );
  expect((await ask('stats', 'empty.example', 'visitors', '--compare')).stderr).toContain(
    `Not compared: ${none}.`,
  );
  expect((await json('overview', '--search', 'empty')).rows).toEqual([
    expect.not.objectContaining({ visitors_before: expect.anything() }),
  ]);
  const uncompared = await json('report', 'empty.example');
  expect([uncompared.visitors_compared, uncompared.pageviews_compared]).toEqual([undefined, undefined]);
  // Why is said where no row has a change, too.
  expect((await json('overview', '--search', 'empty')).rows).toMatchObject([{ no_comparison: none }]);
  // Beside a website that is compared.
  expect((await json('overview')).rows).toContainEqual(
    expect.objectContaining({ domain: 'empty.example', visitors_compared: null, visitors_before: null }),
  );
  expect(refusal(await ask('stats', 'one.example', 'page', '--compare'))).toContain(
    'Today is not over, so it is not compared: choose a period with whole days.',
  );
});

test('overview says in each row of its data why it has no change', async () => {
  const { json } = await service();
  expect((await json('overview')).rows).toEqual([
    expect.objectContaining({ domain: 'one.example', change: 0.2, no_comparison: null }),
    expect.objectContaining({
      domain: 'empty.example',
      change: null,
      no_comparison: `no usual ${weekdayName(today)} yet`,
    }),
  ]);
});

test('a today of own logs without a line is no data, not zero', async () => {
  const home = temporaryHome();
  const lines = [1, 2, 3].map(week => lineAt(addDays(today, -7 * week), '00:00:01', '/', '8.8.8.1'));
  writeFileSync(join(home.path, 'access.log'), lines.join(''));
  expect((await run(['import', 'one.example', 'access.log'], { home })).code).toBe(0);
  const ask = async (...words: string[]) =>
    await run([...words, '--period', 'today', '--profile', 'logs'], { home });
  const { rows } = JSON.parse((await ask('overview', '--json', '--compare')).stdout);
  expect(rows).toMatchObject([{ domain: 'one.example', visitors: null }]);
  expect((await ask('overview')).stdout).not.toContain('-100%');
  const said = 'No data today yet.';
  expect((await ask('why', 'one.example')).stderr).toBe(`sitedeck: ${said}\n`);
  expect((await ask('report', 'one.example')).stdout).not.toContain('-100%');
  expect((await ask('report', 'one.example')).stdout).toContain('\nNo data today yet.\n');
  const report = JSON.parse((await ask('report', 'one.example', '--json')).stdout);
  for (const key of ['visitors', 'visitors_compared', 'pageviews', 'pageviews_compared', 'sessions'])
    expect(report).not.toHaveProperty(key);
  const overview = await ask('overview', '--json');
  expect(JSON.parse(overview.stdout)).not.toHaveProperty('visitors');
  expect((await ask('overview')).stdout).toContain('1 website: no data today yet\n');
  expect((await ask('overview', '--format', 'line')).stdout).toMatch(/^1 website: no data today yet, /);
  for (const command of [
    ['stats', 'one.example', 'page'],
    ['stats', 'one.example', 'visitors'],
    ['stats', 'one.example', 'sessions'],
  ])
    expect([command, (await ask(...command)).stdout.trimEnd().split('\n').at(-1)]).toEqual([command, said]);
  const mail = ['--mail-from', 'a@b.example', '--mail-to', 'c@d.example'];
  for (const site of ['one.example', '--all'])
    expect((await ask('report', site, ...mail)).stdout).toMatch(/^Subject: .*: no data today yet, /m);
  const days = ['--from', addDays(today, -7), '--to', today];
  const row = await run(['history', 'one.example', 'page', '/', ...days, '--profile', 'logs'], { home });
  expect(row.stdout).toMatch(/, so far +-\n/);
  const page = await ask('stats', 'one.example', 'page', '--compare');
  expect(page.stdout).not.toContain('-100%');
  expect(page.stderr).toContain('Not compared: no data today yet.');
  const visitors = await ask('stats', 'one.example', 'visitors', '--compare');
  expect(visitors.stderr).toBe('Not compared: no data today yet.\n');
  expect(visitors.code).toBe(0);
  const hours = JSON.parse((await ask('stats', 'one.example', 'visitors', '--json')).stdout);
  expect(new Set(hours.rows.map(({ count }: { count: unknown }) => count))).toEqual(new Set([null]));
});

/** A line of an access log, of a day and a time. */
function lineAt(day: Day, time: string, path: string, address: string): string {
  const date = `${day.slice(8)}/${new Date(day).toLocaleString('en', { month: 'short', timeZone: 'UTC' })}`;
  return logLine(path, { address }).replace(/10\/Mar\/2026:10:00:00/, `${date}/${day.slice(0, 4)}:${time}`);
}

test('rows of today of own logs stand beside the same hours of its usual day, alone and with totals', async () => {
  const home = temporaryHome();
  // By one o'clock: / twice by one visitor a week ago, / three times and /b by two visitors today.
  const lines = [
    ...['00:05:00', '00:06:00'].map(time => lineAt(weekAgo, time, '/', '8.8.8.1')),
    lineAt(weekAgo, '23:59:59', '/late', '8.8.8.1'),
    ...['00:05:00', '00:06:00'].map(time => lineAt(today, time, '/', '8.8.8.1')),
    ...['/', '/b'].map(path => lineAt(today, '00:07:00', path, '8.8.8.2')),
  ];
  writeFileSync(join(home.path, 'access.log'), lines.join(''));
  expect((await run(['import', 'one.example', 'access.log'], { home })).code).toBe(0);
  const args = ['--period', 'today', '--compare', '--profile', 'logs'];
  const stats = async (...words: string[]) =>
    await run(['stats', 'one.example', ...words, ...args], { home });
  const ask = async (...words: string[]) =>
    await run([...words, '--period', 'today', '--profile', 'logs'], { home });
  const hours = [new Date().getUTCHours()];
  const [page, both, text, bots] = [
    await stats('page', '--json'),
    await stats('visitors', 'page', '--json'),
    await stats('visitors', 'page'),
    await stats('bot'),
  ];
  hours.push(new Date().getUTCHours());
  expect(refusal(bots)).toContain('Today is not over, so it is not compared');
  const mixed = await stats('page', 'status', '--json');
  const [first] = JSON.parse(mixed.stdout).rows.filter(
    ({ statistic }: Record<string, unknown>) => statistic === 'status',
  );
  // Of all lines of today, without a change.
  expect(first).toMatchObject({ value: '200', count: 4 });
  expect(first.count_before ?? undefined).toBeUndefined();
  // In the first hour of a day none is over.
  const isOver = !hours.includes(0);
  const known = hours.map(hour => `${String(hour).padStart(2, '0')}:00`);
  const rows = [
    ['page', '/', 3, isOver ? 2 : undefined],
    ['page', '/b', 1, isOver ? 0 : undefined],
  ];
  const rowsOf = (printed: string) =>
    JSON.parse(printed).rows.map(({ statistic, value, count, count_before }: Record<string, unknown>) => [
      statistic,
      value,
      count,
      count_before,
    ]);
  expect(rowsOf(page.stdout)).toEqual(rows);
  const total = ['visitors', today, 2, isOver ? null : undefined];
  expect(rowsOf(both.stdout)).toEqual([total, ...rows]);
  for (const { stdout, stderr } of [page, both]) {
    const { up_to, before_from } = JSON.parse(stdout);
    expect(isOver ? known : [undefined]).toContain(up_to);
    expect(before_from).toBe(isOver ? weekAgo : undefined);
    expect(stderr.includes('Not compared: no hour of today is over yet.')).toBe(!isOver);
  }
  if (!isOver) return;
  // Why, the report and its mail explain it by the same rows.
  const why = JSON.parse((await ask('why', 'one.example', '--json')).stdout);
  expect(rowsOf(JSON.stringify(why)).filter(([name]: unknown[]) => name === 'page')).toEqual(rows);
  expect(why).toMatchObject({ visitors: 2, visitors_before: 1, change: 1, before_from: weekAgo });
  expect(known).toContain(why.up_to);
  expect(why.sentence).toMatch(/^2 visitors after 1: \+100% up to \d\d:00 against /);
  const hourless = (sentence: string) => sentence.replace(/\d\d:00/, '');
  const report = JSON.parse((await ask('report', 'one.example', '--json')).stdout);
  expect(hourless(report.sentence)).toBe(hourless(why.sentence));
  const all = JSON.parse((await ask('report', '--all', '--json')).stdout);
  expect(hourless(all.rows[0].why)).toBe(hourless(why.sentence));
  expect((await ask('why', 'one.example')).stdout).toMatch(/\nPAGES {2}page views [^]*\/b +│ +\+1 +new /);
  expect(JSON.parse(both.stdout)).toMatchObject({ visitors: 2, visitors_compared: 2, visitors_before: 1 });
  expect(text.stdout).toMatch(
    /^Visitors of one\.example, [^\n]*\n[^]*2 visitors in all, 1 before up to \d\d:00: \+100%\n/,
  );
  expect(text.stdout).toMatch(
    /\nPages of one\.example, [^\n]* up to \d\d:00 against [^]*\/ +3 +2 +75% +\+50%\n/,
  );
});
