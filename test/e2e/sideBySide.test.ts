import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { foreignBytes } from '../helpers/foreignBytes.ts';
import { openDemo, selectedLine } from '../helpers/application.ts';
import { hostileTexts } from '../helpers/hostileTexts.ts';
import type { Terminal } from '../helpers/terminal.ts';
import { openTexts, settled } from '../helpers/textApplication.ts';

/** Marks so many websites from the selected one on, and puts them side by side. */
async function openBeside(terminal: Terminal, count: number): Promise<void> {
  for (let marked = 1; marked <= count; marked += 1) {
    terminal.press('Space');
    await terminal.waitFor(lines => lines.filter(line => /^ ?\*/.test(line)).length >= marked);
  }
  terminal.press('c');
  await terminal.waitFor(new RegExp(`> These ${count} (?:websites )?side by side`));
  terminal.press('Enter');
  await terminal.waitFor(lines => new RegExp(` ${count} (?:websites )?side by side`).test(lines[0] ?? ''));
  await settled(terminal);
}

const detail = (terminal: Terminal) => terminal.lines().at(-2) ?? '';

test('two marked websites side by side: read a day, go from one to the other, open one, and come back', async () => {
  const terminal = await openDemo({ cols: 120, rows: 40 });
  await openBeside(terminal, 2);
  await terminal.waitFor('each on its own scale');
  const isOnTop = (lines: readonly string[]) => /2 websites side by side(?! >)/.test(lines[0] ?? '');
  const title = () => terminal.lines().find(line => /[●□] podcast/.test(line)) ?? '';
  expect(title()).toMatch(/> ● podcast\.example\.com .* {2}□ \w/);
  for (const words of ['Visitors', 'Page views', 'Per visitor', 'PAGES', 'REFERRERS', 'COUNTRIES'])
    expect(terminal.lines().filter(line => line.startsWith(` ${words}`))).not.toEqual([]);
  // Each column has its own pages; of the countries what both have comes first. Rows have their changes.
  const lineOf = (words: string) => terminal.lines().findIndex(line => line.startsWith(` ${words}`));
  await terminal.waitFor(/^ PAGES +\/\S* .*[\d,]+ +\S+ {2}\/\S* .*[\d,]+ +\S+$/m);
  await terminal.waitFor(/^ COUNTRIES +(\w[^\d_]*?)[ _]+[1-9][\d,]* +\S+ +\1[ _]+[1-9][\d,]* +\S+$/m);
  // Titles take no more than the longest of them, and what stands before a strip is named.
  const inTable = terminal.lines().slice(lineOf('Visitors'), -2);
  const titles = inTable.flatMap(line => /^ (\S.*?) {2}/.exec(line)?.[1]?.length ?? []);
  expect(titles).toHaveLength(6);
  expect(terminal.lines()[lineOf('PAGES')]?.indexOf('/')).toBe(Math.max(...titles) + 3);
  expect(terminal.lines().filter(line => /^ +[●□] best [\d,]+ ┤/.test(line))).toHaveLength(2);
  expect(terminal.lines()[lineOf('Visitors') - 2]).toBe('');
  expect(detail(terminal)).toMatch(/^ podcast\.example\.com: [\d,.]+ visitors a day on average/);

  terminal.press('Left');
  await terminal.waitFor(() =>
    /^ \w{3} \d+ \w{3} \d{4}: ● podcast\.example\.com [\d,]+/.test(detail(terminal)),
  );
  await terminal.waitFor(/ ● (?:best )?[\d,]+ /);
  terminal.press('I');
  await terminal.waitFor('visitors on one scale');
  terminal.press('Tab');
  await terminal.waitFor(() => /  ● podcast.* > □/.test(title()));
  terminal.press('Esc');
  await terminal.waitFor(() => detail(terminal).includes('on average'));
  const [, name = ''] = /> □ (\S+)/.exec(title()) ?? [];
  terminal.press('Enter');
  await terminal.waitFor(lines => lines[0]?.includes(` > ${name}`) === true);
  await terminal.waitFor('1 Pages');
  terminal.press('Esc');
  await terminal.waitFor(isOnTop);
  terminal.press('w');
  await terminal.waitFor(lines => lines[0]?.includes(`${name} > Why`) === true);
  terminal.press('Esc');
  await terminal.waitFor(isOnTop);
  terminal.press('t');
  await terminal.waitFor('Type a range, or choose one.');
  terminal.type('yesterday');
  terminal.press('Enter');
  await terminal.waitFor('visitors on one scale   UTC');
  // Its hours.
  await terminal.waitFor(lines => lines.some(line => /^ +00? .*\b12\b.*\b18\b/.test(line)));
  terminal.press('Esc');
  await terminal.waitFor('2 marked');
});

test('it is exported, with the command that prints the same', async () => {
  const terminal = await openDemo();
  await openBeside(terminal, 2);
  terminal.press('x');
  await terminal.waitFor('[CSV]');
  terminal.press('Tab', 'Tab', '^U');
  terminal.type('~/both.csv');
  await terminal.waitFor(/File +│ ~\/both\.csv +│/);
  terminal.press('Enter');
  await terminal.waitFor('Wrote both.csv');
  const csv = readFileSync(join(terminal.home.path, 'both.csv'), 'utf8').split('\n');
  expect(csv[0]).toBe('statistic,value,unit,name,count_1,count_2');
  expect(csv[1]).toMatch(/^visitors,,,Visitors,\d+,\d+$/);
  expect(csv.filter(line => line.startsWith('visitors_of_day,'))).toHaveLength(28);
});

test('four websites fit every size: each with its mark in the chart and its number', async () => {
  const terminal = await openDemo({ cols: 40, rows: 10, args: ['--no-color'] });
  await openBeside(terminal, 4);
  for (const [cols, rows] of [
    [40, 10],
    [80, 24],
    [200, 50],
  ] as const) {
    if (cols !== 40) terminal.resize(cols, rows);
    await terminal.waitFor(shown => shown[0]?.length === cols - 1 && shown.at(-1) !== '');
    await settled(terminal);
    const lines = terminal.lines();
    for (const mark of ['●', '□', '▲', '◇']) {
      expect({ mark, key: lines.filter(line => line.includes(`${mark} `)).length > 0 }).toEqual({
        mark,
        key: true,
      });
      const chart = lines.filter(line => line.includes('┤')).join('');
      expect({ mark, isDrawn: chart.includes(mark) }).toEqual({ mark, isDrawn: true });
    }
    // A row for each below a chart of three rows, or a column for each.
    const isList = cols === 40;
    const numbers = lines
      .filter(line => (isList ? /^ [ >] [●□▲◇] / : /^ Visitors /).test(line))
      .flatMap(line => line.match(/[\d,]{3,} +[+-]?[\d.]+%/g) ?? []);
    expect(numbers).toHaveLength(4);
    expect(lines.filter(line => /^ (?:PAGES|REFERRERS|COUNTRIES)/.test(line))).toHaveLength(isList ? 0 : 3);
    // Without titles numbers leave the names their room.
    expect(lines.join('\n')).toMatch(isList ? /> ● podcast\.example\.com +[\d,]+/ : /^ PAGES/m);
    const axis = lines.findIndex(line => line.includes('└'));
    expect(axis).toBe(isList ? 3 : axis);
    // Smaller and back: nothing of another size stays.
    terminal.resize(60, 16);
    await terminal.waitFor(shown => shown.some(line => line.includes('VISITORS')));
    terminal.resize(cols, rows);
    await terminal.waitFor(() => terminal.lines().join('\n') === lines.join('\n'));
  }
});

test('one, or five, are not offered, and the others of the menu are chosen as before', async () => {
  const terminal = await openDemo();
  terminal.press('Space');
  await terminal.waitFor('1 marked');
  terminal.press('c');
  await terminal.waitFor('> A usual day');
  expect(terminal.lines().join('\n')).not.toContain('side by side');
  terminal.press('Esc');
  await terminal.waitFor(lines => !lines.join('\n').includes('Compare with'));
  terminal.press('Space');
  await terminal.waitFor('2 marked');
  terminal.press('c');
  await terminal.waitFor('> These 2 websites side by side');
  terminal.press('p');
  await terminal.waitFor(lines => !lines.join('\n').includes('Compare with'));
  expect(terminal.lines()[0]).toContain('Websites');
  terminal.press('Space', 'Space', 'Space');
  await terminal.waitFor('5 marked');
  terminal.press('c');
  await terminal.waitFor('> The period before');
  expect(terminal.lines().join('\n')).not.toContain('side by side');
});

test('hostile names and rows harm nothing', async () => {
  const { terminal } = await openTexts({ texts: hostileTexts }, { cols: 100, rows: 40 });
  await openBeside(terminal, 4);
  terminal.press('Left');
  await terminal.waitFor(/: ● /);
  terminal.press('Tab', 'Tab', 'I');
  await settled(terminal);
  terminal.press('x');
  await terminal.waitFor('[CSV]');
  // A chunk of output may end within a sequence.
  await terminal.quiet();
  expect(foreignBytes(terminal.output)).toEqual([]);
  expect(terminal.screen.alternate).toBe(true);
});

test('four side by side at 80x24: no change is cut, and each has its own scale', async () => {
  const terminal = await openDemo({ cols: 80, rows: 24 });
  for (let marked = 1; marked <= 4; marked += 1) {
    terminal.press('Space');
    await terminal.waitFor(lines => lines.filter(line => /^ ?\*/.test(line)).length >= marked);
    const before = selectedLine(terminal);
    terminal.press('Down');
    await terminal.waitFor(() => selectedLine(terminal) !== before);
  }
  terminal.press('c');
  await terminal.waitFor(/> These 4 (?:websites )?side by side/);
  terminal.press('Enter');
  await terminal.waitFor('each on its own scale');
  await settled(terminal);
  const lines = terminal.lines();
  expect(lines.find(line => line.startsWith(' Page views'))).toMatch(/^[^…]* 1\d\d,\d{3} +[-+][\d.]+%$/);
  // A strip each, with its greatest day at its axis and a day as high as that: none is flat beside a greater one.
  const tops = lines.filter(line => /^ +[●□▲◇] [\d,]+ ┤/.test(line));
  expect(tops.map(line => line.trim()[0])).toEqual(['●', '□', '▲', '◇']);
  expect(tops.every(line => /[▁-█]/.test(line))).toBe(true);
  // Two rows have the days before as well, and of names what tells them apart is seen.
  expect(lines[1]).toContain('⠤⠤ before');
  expect(lines.find(line => /[●□▲◇] .*[●□▲◇] /.test(line))?.match(/[●□▲◇] [^ ]+/g)).toEqual([
    expect.stringMatching(/^● podcast\./),
    expect.stringMatching(/^□ \w/),
    expect.stringMatching(/^▲ \w/),
    expect.stringMatching(/^◇ \w/),
  ]);
  // Every row has its name on its bar: of a country the same in all columns.
  expect(lines.find(line => line.startsWith(' COUNTRIES'))).toMatch(
    /^ COUNTRIES +(\w[^\d_]*?)[ _]+[\d,]+ +\1[ _]+[\d,]+ +\1[ _]+[\d,]+ +\1[ _]+[\d,]+$/,
  );
});
