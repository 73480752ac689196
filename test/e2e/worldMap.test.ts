import { expect, test } from 'vitest';
import { openDemo } from '../helpers/application.ts';
import type { Terminal, TerminalOptions } from '../helpers/terminal.ts';

async function openCountries(options: TerminalOptions): Promise<Terminal> {
  const terminal = await openDemo(options);
  terminal.press(':');
  await terminal.waitFor('Go to');
  terminal.type('countries');
  await terminal.waitFor(/> Countries .*statistic/);
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
  terminal.press('Down');
  await terminal.waitFor(/^ > United Kingdom/m);
  await terminal.waitFor(() => cells(terminal, '@') < america);
  expect(cells(terminal, '@')).toBeGreaterThan(0);
  expect(cells(terminal, '@')).toBeLessThan(5);
  // In a smaller terminal the table stays alone, and where there is room again the map comes back.
  terminal.resize(80, 24);
  await terminal.waitFor(lines => !lines.join('\n').includes('none .'));
  await terminal.waitFor(/^ > United Kingdom/m);
  expect(cells(terminal, '@')).toBe(0);
  terminal.resize(120, 40);
  await terminal.waitFor(/none \. {2}few :-\+\*# [\d,]+/);
});
