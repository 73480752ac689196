import { expect, test } from 'vitest';
import { openDemo } from '../helpers/application.ts';
import { deadKey, deadKeys } from '../helpers/deadKeys.ts';
import { useSharedDemo } from '../helpers/sharedProgram.ts';
import type { Terminal } from '../helpers/terminal.ts';

const openList = useSharedDemo();

const noEdit = 'Nothing to undo: save an edit first.';

/** The line above the footer. */
const detailOf = (terminal: Terminal) => terminal.lines().at(-2)?.trim();

async function expectReason(terminal: Terminal, key: string, reason: string): Promise<void> {
  terminal.press(key);
  await terminal.waitFor(() => detailOf(terminal) === reason);
}

test('a key that does nothing says why: list, dashboard, statistic, record, form, menu, dialog', async () => {
  const terminal = await openList();
  terminal.press('n');
  await terminal.waitFor('Numbers off');
  await expectReason(terminal, 't', 'Numbers are hidden: n, then t.');
  await expectReason(terminal, deadKey, '? shows the keys.');
  terminal.press('n');
  await terminal.waitFor('Numbers on.');

  terminal.press('i');
  await terminal.waitFor('exclude_bots');
  await expectReason(terminal, 'u', noEdit);
  await expectReason(terminal, 't', '? shows the keys.');
  terminal.press('Esc');
  await terminal.waitFor('13 websites');

  terminal.press('Enter');
  await terminal.waitFor('Landing pages');
  await expectReason(terminal, 'u', noEdit);
  terminal.press('1', 'z');
  await terminal.waitFor('PAGE VIEWS');
  await expectReason(terminal, 'm', 'Only for days and hours. Press : for another statistic.');
  terminal.press('q', 'q');
  await terminal.waitFor('13 websites');

  terminal.press('s');
  await terminal.waitFor('Enter choose');
  await expectReason(terminal, deadKey, '? shows the keys.');
  terminal.press('Down');
  await terminal.waitFor('> Added, oldest first');
  terminal.press('?');
  await terminal.waitFor(/This menu[^]*v {2}Counts, highest first/);
  terminal.press('Esc');
  // As it was.
  await terminal.waitFor('> Added, oldest first');
  terminal.press('Esc');
  await terminal.waitFor(lines => !lines.join('').includes('Added, oldest'));

  terminal.press('d');
  await terminal.waitFor('Delete podcast.example.com?');
  await expectReason(terminal, 'Enter', 'Type the domain of the website as it stands above, then Enter.');
  terminal.press('Esc');
  await terminal.waitFor('? help');

  terminal.press('a', 'Tab');
  await terminal.waitFor('Space change');
  await expectReason(terminal, 'r', 'The website is loaded: nothing to retry.');
  await expectReason(terminal, deadKey, '? shows the keys.');
});

test('a dead key that is held, Esc at the first view and a paste: nothing is written', async () => {
  const terminal = await openList();
  await terminal.waitFor(/13 websites, sums/);
  // Numbers that come in are drawn once a second.
  await terminal.quiet(1200);
  await expectReason(terminal, 'u', noEdit);
  await terminal.quiet();
  const held = terminal.mark();
  for (let repeat = 0; repeat < 20; repeat++) {
    terminal.press('u');
    await terminal.quiet(20);
  }
  expect(terminal.bytesSince(held)).toBe(0);
  terminal.press('j');
  await terminal.waitFor(() => detailOf(terminal)?.startsWith('chess-club.example') === true);
  await terminal.quiet();
  const silent = terminal.mark();
  for (const bytes of ['\x1b[<0;10;10M', '\x1b[I', deadKeys.slice(0, 5).join(''), '\x1b']) {
    terminal.raw(bytes);
    await terminal.quiet(200);
  }
  expect(terminal.bytesSince(silent)).toBe(0);
});

test.each<[number, number, { NO_COLOR?: string }]>([
  [80, 24, {}],
  [40, 10, {}],
  [80, 24, { NO_COLOR: '1' }],
])('the help at %ix%i says what does nothing now, and why, with %j', async (cols, rows, env) => {
  const terminal =
    env.NO_COLOR === undefined ? await openList(cols, rows) : await openDemo({ cols, rows, env });
  terminal.press('n');
  await terminal.waitFor('Numbers off');
  terminal.press('?');
  await terminal.waitFor('╭─ Help ─');
  const find = async (typed: string, found: RegExp) => {
    terminal.press('^U');
    terminal.type(typed);
    await terminal.waitFor(found);
  };
  await find('fields', /│> +i {2}Show details/);
  expect(terminal.screen.find('Show details')).toMatchObject({ bold: true, dim: false });
  // Enter does it.
  await terminal.waitFor(/^ Enter do it {2}Esc back {2}\? close$/m);
  await find('compare', /│> +c {2}Compare periods/);
  // Of the smallest terminals the detail line says it.
  await terminal.waitFor(
    rows < 16 ? /^ Numbers are hidden: n, then c\.$/m : / c {2}not now: Numbers are hidden: n/,
  );
  const footer = cols < 60 ? ' Enter not yet  Esc back  ? close' : ' Esc back  ? close';
  await terminal.waitFor(lines => lines.at(-1) === footer);
  // For the other tests.
  terminal.press('Esc');
  await terminal.waitFor(/1-\d+ of 13\b/);
  terminal.press('n');
  await terminal.waitFor('Numbers on');
});
