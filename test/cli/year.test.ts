import { expect, test } from 'vitest';
import { addDays, dayParts, daysFrom, dayOfWeek, startOfWeek } from '#model/period/day.ts';
import { formatDay, shortMonth } from '#model/period/format.ts';
import { start } from '../helpers/application.ts';
import { errorLine, refusal, run, startService, temporaryHome, today } from './fixture.ts';
import { temporaryDemo } from '../helpers/temporaryHome.ts';

/** What the command prints of the demo. */
async function yearOfDemo(...options: string[]): Promise<string> {
  const home = await temporaryDemo();
  const { stdout } = await run(['--profile', 'demo', 'year', 'shop.example.com', ...options], { home });
  return stdout;
}

/** The Monday that the calendar begins with. */
const first = addDays(startOfWeek(today), -52 * 7);
/** Seven visitors on Mondays, eight on Tuesdays ..., since the second week; ten times as many a week ago. */
const counted = daysFrom(addDays(first, 7), 51 * 7 + dayOfWeek(today) + 1).map(day => {
  const visitors = 7 + dayOfWeek(day);
  return [day, '', day === addDays(today, -7) ? visitors * 10 : visitors] as const;
});

async function startYear() {
  const service = await startService();
  const id = await service.add('shop.example');
  await service.count(id, 'visitors', ...counted);
  return {
    service,
    id,
    ask: async (...args: string[]) => await run(['year', 'shop.example', ...args], service),
  };
}

test('the days, in every format', async () => {
  const { ask } = await startYear();
  const { rows, ...about }: { rows: { day: string; count: number | null }[] } = JSON.parse(
    (await ask('--json')).stdout,
  );
  expect(about).toMatchObject({ domain: 'shop.example', from: first, to: today, statistic: 'visitors' });
  expect(rows).toHaveLength(52 * 7 + dayOfWeek(today) + 1);
  // Nothing is known of the first week.
  expect(rows.slice(0, 7)).toEqual(daysFrom(first, 7).map(day => ({ day, count: null })));
  expect(rows.slice(7)).toEqual(counted.map(([day, , count]) => ({ day, count })));
  const csv = (await ask('--format', 'csv')).stdout.split('\n');
  expect(csv[0]).toBe('day,count');
  expect(csv[8]).toBe(`${addDays(first, 7)},7`);
  expect((await ask('--format', 'markdown')).stdout).toMatch(/^# Visitors of `shop\.example`\n/);
});

test('the calendar as plain text, in ASCII where that is asked for', async () => {
  const { ask } = await startYear();
  const { stdout, code } = await ask();
  expect(code).toBe(0);
  expect(stdout).not.toContain('\x1b');
  const total = counted.slice(0, -1).reduce((sum, [, , count]) => sum + count, 0);
  const todays = counted.at(-1)?.[2];
  expect(stdout).toContain(
    `\n${total.toLocaleString('en')} visitors (sum of days)   ${todays} today so far\n`,
  );
  expect(stdout).toMatch(/\nbest day {4}\w{3} \d+ \w{3} \d{4}, \d+\n/);
  const days = stdout.split('\n').filter(line => /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun) /.test(line));
  // A thin line where there is no data; then one step for each weekday, of which the first two share one.
  expect(days.map(line => line.slice(4, 10))).toEqual([
    '╌⠅⠅⠅⠅⠅',
    '╌⠅⠅⠅⠅⠅',
    '╌⢕⢕⢕⢕⢕',
    '╌░░░░░',
    '╌▒▒▒▒▒',
    '╌▓▓▓▓▓',
    '╌█████',
  ]);
  // Today is not over and has no step.
  expect(days[dayOfWeek(today)]?.slice(4)).toMatch(/^╌\S{51} /);
  const ascii = (await ask('--ascii', '--width', '60')).stdout;
  expect(ascii).toMatch(/^[\n -~]+$/);
  for (const line of ascii.split('\n')) expect(line.length).toBeLessThanOrEqual(60);
});

test('countries whose first visits came in the year', async () => {
  const { service, id, ask } = await startYear();
  const inMonth = (months: number) => addDays(today, -30 * months);
  await service.count(
    id,
    'country',
    ...([11, 10, 9, 6, 3] as const).map(months => [inMonth(months), 'US:United States', 5] as const),
    [inMonth(6), 'IS:Iceland', 2],
    [inMonth(3), 'KE:Kenya', 4],
    [inMonth(3), 'IS:Iceland', 1],
  );
  const month = (months: number) => shortMonth(dayParts(inMonth(months)).month);
  expect((await ask()).stdout).toContain(`\nfirst visits from  Kenya (${month(3)}), Iceland (${month(6)})\n`);
});

test('on a terminal in its colours, with as many weeks as fit', async () => {
  const { service } = await startYear();
  for (const cols of [40, 120]) {
    const terminal = start({ args: ['year', 'shop.example'], env: service.env, cols, rows: 50 });
    await terminal.exit;
    const monday = terminal.lines().find(line => line.startsWith('Mon ')) ?? '';
    // The last week may begin today, which has no step.
    expect(monday.slice(4, 4 + 35)).toMatch(/⠅$/);
    expect(terminal.output).toContain('\x1b[36m');
    expect(terminal.lines().some(line => line.includes('best day'))).toBe(true);
  }
  const plain = start({ args: ['year', 'shop.example'], env: { ...service.env, NO_COLOR: '1' } });
  await plain.exit;
  expect(plain.output).not.toContain('\x1b[');
});

test('a picture, on request without names and numbers', async () => {
  const { ask, service } = await startYear();
  const picture = (await ask('--format', 'svg')).stdout;
  expect(picture).toMatch(/^<svg [\s\S]*<\/svg>\n$/);
  expect(picture).toContain('shop.example');
  const hidden = (await ask('--format', 'svg', '--hide-names')).stdout;
  expect(hidden).toContain('alpha.example.com');
  expect(hidden).not.toContain('shop.example');
  const total = counted.slice(0, -1).reduce((sum, [, , count]) => sum + count, 0);
  expect(picture).toContain(total.toLocaleString('en'));
  expect(hidden).not.toContain(total.toLocaleString('en'));
  // 7 visitors on the first day are 100.
  expect(hidden).toContain(Math.round((total * 100) / 7).toLocaleString('en'));
  expect(errorLine(await ask('--hide-names'))).toContain('--hide-names is for --format svg.');
  expect(errorLine(await run(['stats', 'shop.example', 'visitors', '--format', 'svg'], service))).toContain(
    '--format svg is for sitedeck year alone.',
  );
  expect(errorLine(await ask('--json', '--format', 'svg'))).toContain('two formats');
});

test('with numbers hidden every change stays that of the counts', async () => {
  const changesIn = async (...options: string[]) => {
    const stdout = await yearOfDemo('--format', 'svg', ...options);
    return stdout.match(/[+-][\d.]+%|\bx\d+|\bnew\b/g) ?? [];
  };
  const shown = await changesIn();
  // Of the year, and of each month.
  expect(shown.length).toBeGreaterThan(12);
  expect(await changesIn('--hide-names')).toEqual(shown);
});

test('in few columns nothing is cut, and what the calendar begins with is said', async () => {
  const stdout = await yearOfDemo('--width', '40');
  for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(40);
  expect(stdout).not.toContain('…');
  expect(stdout).toMatch(/\n\+\d+% on the year before {3}|on the year before\n/);
  expect(stdout).toMatch(/\nlongest rise {7}\d+ weeks, [^\n]+\n( {19}\S[^\n]*\n)?first visits from/);
  // Four columns of weekdays leave room for 36 of the 53 weeks.
  const begins = addDays(first, 17 * 7);
  expect(stdout).toContain(`\nthe last 36 weeks, from ${formatDay(begins)}\n`);
  expect(await yearOfDemo()).not.toContain('the last');
});

test('a noted day has a mark: as text, in ASCII and in a picture, which has no words of notes', async () => {
  const { service } = await startYear();
  const home = temporaryHome();
  const sitedeck = async (...args: string[]) => (await run(args, { home, env: service.env })).stdout;
  // The Tuesday of the second week, and that of the first, which has no data.
  for (const day of [addDays(first, 8), addDays(first, 1)])
    await sitedeck('note', 'add', 'shop.example', 'secret', 'release', '--on', day);
  const tuesday = (text: string) => /^Tue .{4}/m.exec(text)?.[0];
  expect(tuesday(await sitedeck('year', 'shop.example'))).toBe('Tue ◆◆⠅⠅');
  expect(tuesday(await sitedeck('year', 'shop.example', '--ascii'))).toBe('Tue **::');
  for (const options of [[], ['--hide-names']]) {
    const picture = await sitedeck('year', 'shop.example', '--format', 'svg', ...options);
    expect(picture.split('◆')).toHaveLength(3);
    expect(picture).not.toContain('secret');
  }
});

test('errors are those of other commands', async () => {
  const { service } = await startYear();
  expect(refusal(await run(['year', 'nobody.example'], service), 1)).toContain(
    'There is no website "nobody.example" on this service.',
  );
  refusal(await run(['year'], service));
});
