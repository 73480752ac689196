import { expect, test } from 'vitest';
import { useSharedDemo } from '../helpers/sharedProgram.ts';
import type { Terminal } from '../helpers/terminal.ts';

const openList = useSharedDemo();

const detail = (terminal: Terminal) => terminal.lines().at(-2) ?? '';

/** The box beside the cursor, as lines. */
const hasBox = (lines: readonly string[]) => lines.some(line => /│ \w{3} \d+ \w{3} {2}[\d,]+ .*│/.test(line));

test('a cursor on the chart: along it, into a day and its hours, and back to the period', async () => {
  const terminal = await openList(120, 40);
  terminal.press('Enter', 'g');
  await terminal.waitFor(/now {3}\S+ before/);
  terminal.press('Left');
  await terminal.waitFor(hasBox);
  expect(terminal.lines().at(-1)).toMatch(/ ← → move +Enter open .* Esc clear /);
  const last = detail(terminal);
  expect(last).toMatch(
    /^ \w{3} \d+ \w{3} \d{4}: [\d,]+ visitors {3}\S+ against [\d,]+ on \w{3} \d+ \w{3}, a usual \w+day/,
  );
  terminal.press('Left');
  await terminal.waitFor(() => detail(terminal) !== last);
  terminal.press('End');
  await terminal.waitFor(() => detail(terminal) === last);
  const [, day = ''] = /^ \w{3} (\d+ \w{3} \d{4})/.exec(last) ?? [];
  terminal.press('Enter');
  await terminal.waitFor(lines => lines[0]?.includes(` ${day}  `) === true);
  await terminal.waitFor(/00 +01 +02 .* 23/);
  terminal.press('Home');
  await terminal.waitFor(() => /, 00:00 to 01:00: [\d,]+ visitors/.test(detail(terminal)));
  // Esc takes the cursor away before it leaves the day.
  await terminal.waitFor(lines => lines.at(-1)?.includes('Esc clear') === true);
  terminal.press('Esc');
  await terminal.waitFor(() => !/00:00 to 01:00/.test(detail(terminal)));
  expect(terminal.lines()[0]).toContain(` ${day}  `);
  terminal.press('Esc');
  await terminal.waitFor(lines => lines[1]?.includes('Last 28 days') === true);
  await terminal.waitFor(() => detail(terminal) === last);
});

test('on a series the table follows the cursor', async () => {
  const terminal = await openList(100, 30);
  terminal.press('Enter', 'g', 'Enter');
  await terminal.waitFor('latest first');
  await terminal.waitFor(/now {3}\S+ before/);
  terminal.press('Left');
  await terminal.waitFor(/^ > \w{3} \d+ \w{3} \d{4}[ _]/m);
  terminal.press('Home');
  await terminal.waitFor(/days \d+ to 28 of 28/);
  const row = / > (\w{3} \d+ \w{3} \d{4})[ _].*?([\d,]+) /.exec(terminal.lines().join('\n')) ?? [];
  expect(detail(terminal)).toContain(`${row[1]}: ${row[2]} visitors`);
});

test('on a history the table follows the cursor', async () => {
  const terminal = await openList(100, 30);
  terminal.press('Enter', '1', 'z');
  await terminal.waitFor('SHARE');
  terminal.press('Enter');
  await terminal.waitFor(/by day/);
  terminal.press('Home');
  await terminal.waitFor(/^ > \w{3} \d+ \w{3} \d{4}[ _]/m);
  await terminal.waitFor(() => /^ \w{3} \d+ \w{3} \d{4}: [\d,]+ page views/.test(detail(terminal)));
});

test('weekdays by hours have a cursor', async () => {
  const terminal = await openList();
  terminal.press('Enter', 'G', 'Enter', 'H');
  await terminal.waitFor(/busiest on \w+day \d\d:00/);
  terminal.press('Left');
  await terminal.waitFor(() => /^ (\w+day \d\d:00) .* busiest on \1/.test(detail(terminal)));
  terminal.press('Home', 'Up', 'Up', 'Up', 'Up', 'Up', 'Up');
  await terminal.waitFor(() => detail(terminal).startsWith(' Monday 00:00 '));
  terminal.press('End', 'Down');
  await terminal.waitFor(() => /^ Tuesday 23:00 {3}[\d,.k]+ visitors on average/.test(detail(terminal)));
});

test.each([
  [120, 40],
  [80, 24],
])(
  'a day says what explains it, and the hour under the cursor once it rests; f filters by it (%ix%i)',
  async (cols, rows) => {
    const terminal = await openList(cols, rows);
    terminal.press('Enter', 'g', 'End', 'Enter');
    await terminal.waitFor(/00\W+0[12]\W/);
    // Above the chart, and where the terminal is low beside its title.
    const said = () => {
      const chart = terminal.lines().findIndex(line => line.startsWith(' > Visitors'));
      const [before = '', last = '', title = ''] = terminal.lines().slice(chart - 2, chart + 1);
      return cols > 80 ? `${before} ${last}` : (/ > Visitors(.*)⠤⠤/.exec(title)?.[1] ?? '');
    };
    await terminal.waitFor(() => /[a-z]\. *$/.test(said()) && !said().includes('reading'));
    terminal.press('Home');
    await terminal.waitFor(() => / At 00:00 [a-z].*\. *$/.test(said()));
    terminal.press('Right');
    await terminal.waitFor(() => / At 01:00 [a-z].*\. *$/.test(said()));
    terminal.press('f');
    await terminal.waitFor(lines => / hour 01/.test(lines[1] ?? ''));
    terminal.press('Backspace');
    await terminal.waitFor(lines => !/ hour 01/.test(lines[1] ?? ''));
  },
);
