import { expect, test } from 'vitest';
import { openDemo } from '../helpers/application.ts';
import type { Terminal, TerminalOptions } from '../helpers/terminal.ts';

async function openCountries(options: TerminalOptions): Promise<Terminal> {
  const terminal = await openDemo(options);
  terminal.press(':');
  await terminal.waitFor('Go to');
  terminal.type('countries');
  await terminal.waitFor(/> Countries .*visitors/);
  terminal.press('Enter');
  await terminal.waitFor('> United States');
  return terminal;
}

const cells = (terminal: Terminal, cell: string) => terminal.lines().join('').split(cell).length - 1;

test('from 100x30 countries have a map, on which the selected one is the densest without colours', async () => {
  const terminal = await openCountries({ cols: 100, rows: 30, args: ['--ascii'], env: { NO_COLOR: '1' } });
  await terminal.waitFor(/none \. {2}few :-\+\*# [\d,]+/);
  const america = cells(terminal, '@');
  // Half as large as over the whole width: it stands beside the table.
  expect(america).toBeGreaterThan(15);
  expect(terminal.lines().some(line => /^ {3}Canada .*%.*@/.test(line))).toBe(true);
  // Eight rows leave room for the days of the selected one.
  await terminal.waitFor(/^ {3}United States .*\n[^]*^ +0 \+[-=+]+.*\n +\d+ \w{3} /m);
  terminal.press('Down');
  await terminal.waitFor(/^ > United Kingdom/m);
  await terminal.waitFor(() => cells(terminal, '@') < america);
  expect(cells(terminal, '@')).toBeGreaterThan(0);
  expect(cells(terminal, '@')).toBeLessThan(5);
  // In a smaller terminal the table stays alone, and where there is room again the map comes back.
  terminal.resize(80, 24);
  await terminal.waitFor(lines => !lines.join('\n').includes('none .'));
  await terminal.waitFor(/^ > United Kingdom/m);
  await terminal.waitFor(() => cells(terminal, '@') === 0);
  terminal.resize(120, 40);
  await terminal.waitFor(/none \. {2}few :-\+\*# [\d,]+/);
});

test.each([
  ['24 bits', { COLORTERM: 'truecolor', COLORFGBG: '15;0' }, /[▀▄]/],
  ['no colours', { NO_COLOR: '1' }, /⠅.*█/s],
] as const)(
  'at 80x24 V shows a map in place of the rows, in %s, with the first ones below it',
  async (_, env, ink) => {
    const terminal = await openCountries({ cols: 80, rows: 24, env });
    expect(terminal.lines().at(-1)).toContain(' V map ');
    terminal.press('V');
    const few = /^.* none .* few .*$/m;
    await terminal.waitFor(few);
    await terminal.waitFor(/^ > United States[ _].*%/m);
    expect(terminal.lines().at(-1)).toContain(' V rows ');
    // A blank line below that of the order, then down to the rows.
    expect(terminal.lines()[3]).toBe('');
    const map = () => terminal.lines().slice(4, 18);
    expect(map().every(line => line.trim() !== '')).toBe(true);
    const shown = () => JSON.stringify(terminal.screen.cells().slice(4, 18));
    expect(map().join('\n')).toMatch(ink);
    const before = shown();
    terminal.press('Down');
    await terminal.waitFor(/^ > United Kingdom/m);
    await terminal.waitFor(() => shown() !== before);
    expect(terminal.lines().at(-2)).toContain('United Kingdom (GB)');
    terminal.press('V');
    await terminal.waitFor(lines => !few.test(lines.join('\n')));
    await terminal.waitFor(/^ > United Kingdom/m);
  },
);

test('under a search in vain the map keeps what stands below it', async () => {
  const terminal = await openCountries({ cols: 100, rows: 30 });
  await terminal.waitFor('CHANGE IN VISITORS');
  terminal.press('t', 'y', 'Enter');
  await terminal.waitFor(/^ Yesterday[^]*CHANGE IN VISITORS/m);
  terminal.press('/');
  terminal.type('zzz');
  await terminal.waitFor(/No row matches "zzz"[^]*CHANGE IN VISITORS/);
});
