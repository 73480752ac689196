import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { addDays, todayIn } from '#model/period/day.ts';
import { expect, test } from 'vitest';
import { openDemo } from '../helpers/application.ts';
import { temporaryDemo } from '../helpers/temporaryHome.ts';

/** In the last 28 days, whichever time it is. */
const noted = addDays(todayIn('UTC', new Date()), -14);

async function homeWith(notes: readonly object[]) {
  const home = await temporaryDemo();
  const file = join(home.path, 'data', 'sitedeck', 'notes.json');
  writeFileSync(file, JSON.stringify({ version: 1, services: { demo: notes } }));
  const kept = () => JSON.parse(readFileSync(file, 'utf8')).services.demo;
  return { home, kept };
}

const toPodcast = async (terminal: Awaited<ReturnType<typeof openDemo>>) => {
  terminal.press('Enter');
  await terminal.waitFor('1 Pages');
  await terminal.waitFor(/now {3}\S+ before/);
};

test('A notes the day under the cursor: a mark on the axis, words at the cursor and on that day; emptied it is gone', async () => {
  const { home, kept } = await homeWith([
    { id: 1, scope: { kind: 'all' }, day: noted, text: 'new data centre' },
    {
      id: 2,
      scope: { kind: 'website', id: '13', domain: 'sold.example' },
      day: '2026-11-12',
      text: 'of then',
    },
  ]);
  const terminal = await openDemo({ home });
  await toPodcast(terminal);
  const axis = () => terminal.lines().find(line => /[─━┴]{6}/.test(line) && line.includes('◆')) ?? '';
  await terminal.waitFor(() => axis() !== '');
  const first = axis().indexOf('◆');
  terminal.press('Right', 'Right', 'Right');
  await terminal.waitFor(/ \d{4}: [\d,]+ visitors/);
  const day = /(\w{3} \d+ \w{3} \d{4}): [\d,]+ visitors/.exec(terminal.lines().join('\n'))?.[1] ?? '';
  terminal.press('A');
  await terminal.waitFor(`Note on ${day}`);
  await terminal.waitFor('about [podcast.example.com] all websites');
  terminal.type('9:30 newsletter 14');
  await terminal.waitFor('> 9:30 newsletter 14');
  terminal.press('Enter');
  await terminal.waitFor('Noted on');
  await terminal.waitFor(() => axis().split('◆').length === 3);
  expect(axis().indexOf('◆')).toBeLessThanOrEqual(first);
  terminal.press('Left', 'Right');
  await terminal.waitFor(/visitors {3}◆ 09:30 newsletter 14/);
  expect(kept()[2]).toMatchObject({
    id: 3,
    scope: { kind: 'website', id: '13', domain: 'podcast.example.com' },
    at: '09:30',
    text: 'newsletter 14',
  });
  // The day has a mark at its hour, and says it.
  terminal.press('Enter');
  await terminal.waitFor(/◆ 09:30 newsletter 14 {3}Visitors: /);
  terminal.press('Esc');
  await terminal.waitFor(lines => lines[1]?.includes('Last 28 days') === true);
  await terminal.waitFor(/\d{4}: [\d,]+ visitors {3}◆ 09:30 newsletter 14/);
  terminal.press('A');
  await terminal.waitFor('◆ 09:30 newsletter 14  podcast.example.com');
  terminal.press('Down');
  await terminal.waitFor(/> ◆ 09:30 newsletter 14/);
  terminal.press('^U', 'Enter');
  await terminal.waitFor('The note is removed.');
  expect(kept()).toHaveLength(2);
  // From a panel beside the chart too.
  terminal.press('1', 'A');
  await terminal.waitFor('Note on');
});

test('a note is of all websites by Tab; at 40x10 it is typed too; --ascii marks with a star', async () => {
  const { home, kept } = await homeWith([]);
  const terminal = await openDemo({ home, cols: 40, rows: 10, args: ['--ascii'] });
  terminal.press('Enter');
  await terminal.waitFor(/^ page[ _]/m);
  await terminal.quiet(1_000);
  terminal.press('Right');
  await terminal.waitFor(/^ [\d,]+ visitors .* \w{3} \d+ \w{3}$/m);
  terminal.press('A');
  await terminal.waitFor('Note on');
  terminal.press('Tab');
  await terminal.waitFor('[all websites]');
  terminal.press('Enter');
  await terminal.waitFor('Type what you did');
  terminal.type('25:00 outage');
  await terminal.waitFor('> 25:00 outage');
  terminal.press('Enter');
  await terminal.waitFor('25:00 is no time of day');
  expect(kept()).toEqual([]);
  terminal.press('^U');
  terminal.type('outage');
  await terminal.waitFor('> outage');
  terminal.press('Enter');
  await terminal.waitFor('Noted on');
  expect(kept()).toMatchObject([{ id: 1, scope: { kind: 'all' }, text: 'outage' }]);
  terminal.resize(80, 24);
  await terminal.waitFor(/[-=+]\*[-=+]/);
});

const outage = { id: 1, scope: { kind: 'all' }, day: noted, text: 'the data centre moved' };

test('at 40x10 the chart without an axis has a mark, and the line above the footer begins with the note', async () => {
  const { home } = await homeWith([outage]);
  const terminal = await openDemo({ home, cols: 40, rows: 10 });
  const detail = () => terminal.lines().at(-2) ?? '';
  terminal.press('Enter');
  await terminal.waitFor(lines => lines.some(line => line.includes('◆')));
  await toNote(terminal, detail);
  expect(detail()).toMatch(/^ ◆ the data centre moved/);
  // The mark stays under the cursor.
  expect(terminal.lines().slice(1, -2).join('\n')).toContain('◆');
});

test('two websites side by side at 40x10 have the mark and the words too', async () => {
  const { home } = await homeWith([outage]);
  const terminal = await openDemo({ home, cols: 40, rows: 10 });
  const detail = () => terminal.lines().at(-2) ?? '';
  for (let marked = 1; marked <= 2; marked += 1) {
    terminal.press('Space');
    await terminal.waitFor(lines => lines.filter(line => /^ ?\*/.test(line)).length >= marked);
  }
  terminal.press('c');
  await terminal.waitFor('> These 2');
  terminal.press('Enter');
  await terminal.waitFor(lines => lines.some(line => line.includes('◆')));
  await toNote(terminal, detail);
  expect(detail()).toMatch(/^ ◆ the data centre moved/);
});

test('the year has the mark in the cell of the day, in ASCII a star', async () => {
  const { home } = await homeWith([outage]);
  for (const [mark, args] of [
    ['◆', []],
    ['*', ['--ascii']],
  ] as const) {
    const terminal = await openDemo({ home, args });
    await toPodcast(terminal);
    terminal.press('C');
    await terminal.waitFor('Weeks');
    const cells = () => terminal.lines().filter(line => /^ {3}(Mon|Tue|Wed|Thu|Fri|Sat|Sun) /.test(line));
    await terminal.waitFor(() => cells().join('').split(mark).length === 2);
  }
});

/** From the last day on, back to the noted one. */
async function toNote(terminal: Awaited<ReturnType<typeof openDemo>>, detail: () => string) {
  for (let day = 0; day < 20 && !detail().includes('◆'); day += 1) {
    const before = terminal.lines().join('\n');
    terminal.press('Left');
    await terminal.waitFor(lines => lines.join('\n') !== before);
  }
}
