import { expect, test } from 'vitest';
import { run } from '../cli/fixture.ts';
import { openDemo } from '../helpers/application.ts';
import type { Terminal } from '../helpers/terminal.ts';
import { temporaryDemo } from '../helpers/temporaryHome.ts';

async function openYear(terminal: Terminal): Promise<void> {
  terminal.press('/', 's', 'h', 'o', 'p');
  await terminal.waitFor(/1 of 1/);
  terminal.press('Enter');
  await terminal.waitFor('> Visitors');
  terminal.press('C');
  await terminal.waitFor('on the year before');
  await terminal.waitFor('Months');
}

const days = /^ {3}(Mon|Tue|Wed|Thu|Fri|Sat|Sun) /;

test('the year as a calendar in 80 columns, without colours; the cursor says of a day what the day says', async () => {
  const terminal = await openDemo({ args: ['--no-color'] });
  const detail = () => terminal.lines().at(-2) ?? '';
  await openYear(terminal);
  await terminal.waitFor(lines => lines.some(line => /^ best day \w{3} \d+ \w{3} \d{4}, [\d,]+/.test(line)));
  // What has no room beside it stands below.
  await terminal.waitFor(() => detail().startsWith(' first visits from New Zealand '));
  // Where months leave the lines the weekdays stand below them.
  terminal.resize(145, 60);
  await terminal.waitFor(/Months .*Best weeks /);
  await terminal.waitFor(/Weekdays, on average ─+╮│ week of /);
  // Without room beside them the best days do.
  terminal.resize(70, 50);
  await terminal.waitFor(/Nov \d{4}, in part .*[^]*Best days [^]* \d{4}[_ ]+3,\d{3} │/);
  terminal.resize(80, 24);
  await terminal.waitFor(() => detail().startsWith(' first visits from New Zealand '));
  const rows = terminal.lines().filter(line => days.test(line));
  expect(rows).toHaveLength(7);
  // The last week may have one day only.
  for (const row of rows) expect(row.slice(7, 7 + 52)).toMatch(/^[·⠅⢕░▒▓█]{52}$/u);
  const steps = new Set(rows.flatMap(row => row.slice(7, 7 + 52).split('')).filter(step => step !== '·'));
  expect([...steps].sort()).toEqual(['⠅', '⢕', '░', '▒', '▓', '█'].sort());

  terminal.press('End');
  await terminal.waitFor(() => detail().includes('so far'));
  terminal.press('Up');
  await terminal.waitFor(() => /visitors {3}\S+ against/.test(detail()));
  expect(terminal.lines().at(-1)).toMatch(/ Arrows move +Enter open .* Esc clear /);
  const [, day = '', count = '', change = ''] =
    /^ \w{3} (\d+ \w{3} \d{4}): ([\d,]+) visitors {3}(\S+) against/.exec(detail()) ?? [];
  terminal.press('Enter');
  await terminal.waitFor(lines => lines[0]?.includes(` ${day}  `) === true);
  await terminal.waitFor(lines => lines.some(line => line.startsWith(`│ ${count}  ${change} `)));
  terminal.press('Esc');
  await terminal.waitFor(() => detail().includes(`${day}: ${count} visitors   ${change} against`));
  terminal.press('Esc');
  await terminal.waitFor(() => detail().startsWith(' first visits from New Zealand '));
  terminal.press('Esc');
  await terminal.waitFor('> Visitors');
});

test('at 40x10 the title has the sum of the year, and the day under the cursor its change', async () => {
  const terminal = await openDemo({ cols: 40, rows: 10 });
  terminal.press('C');
  await terminal.waitFor(/^ +Su +\S{10}/m);
  const [, sum = ''] = /^ \S+ > Year (\d+,\d{3}) +demo data/.exec(terminal.lines()[0] ?? '') ?? [];
  terminal.press('Left');
  await terminal.waitFor('Esc clear');
  terminal.press('Left');
  await terminal.waitFor(/^ \w{3} \d+ \w{3}: [\d,]+ visitors, (?:[-+]\d+%|=)$/m);
  // Higher, it says how many weeks are drawn.
  terminal.resize(40, 24);
  await terminal.waitFor(/^ 53 weeks to \d+ \w{3} \d{4}, 3\d drawn/m);
  terminal.resize(80, 24);
  await terminal.waitFor('(sum of days)');
  expect(terminal.lines().some(line => line.startsWith(` ${sum} visitors (sum of days)`))).toBe(true);
});

test('of the weeks of a young website those without a line are counted', async () => {
  const home = await temporaryDemo();
  const { stdout } = await run(['--profile', 'demo', 'year', 'podcast.example.com'], { home });
  const weeks = stdout.match(/^week of /gm)?.length;
  const terminal = await openDemo({ home, args: ['--no-color'] });
  terminal.press('C');
  await terminal.waitFor('week of');
  await terminal.waitFor('first day');
  const shown = terminal.lines().join('\n');
  const leftOut = Number(/(\d+) more weeks before/.exec(shown)?.[1] ?? 0);
  expect((shown.match(/week of /g)?.length ?? 0) + leftOut).toBe(weeks);
  // With room nothing stands at the border below the steps, and below the weekdays there are the best days.
  terminal.resize(120, 40);
  await terminal.waitFor('─ Best days ─');
  const lines = terminal.lines();
  const border = lines.findIndex(line => line.includes('─ Weekdays, on average ─'));
  expect(lines[border - 1]?.trim()).toBe('');
  expect(lines[border - 2]).toContain(' to ');
});

test('the command draws the same days in the same steps', async () => {
  const home = await temporaryDemo();
  const { stdout } = await run(['--profile', 'demo', 'year', 'shop.example.com', '--width', '80'], { home });
  const terminal = await openDemo({ home, args: ['--no-color'] });
  await openYear(terminal);
  const rowsOf = (lines: readonly string[]) =>
    lines.flatMap(line => /(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) ([·⠅⢕░▒▓█ ]{53})/u.exec(line)?.[1] ?? []);
  expect(rowsOf(terminal.lines())).toEqual(rowsOf(stdout.split('\n')));
  const legend = (lines: readonly string[]) => lines.find(line => line.includes('██ to'))?.trim();
  expect(legend(terminal.lines())).toBe(legend(stdout.split('\n')));
});
