import { expect, test } from 'vitest';
import { selectedLine, start } from '../../helpers/application.ts';
import { builtProgram, runner } from '../../helpers/program.ts';
import { type Terminal } from '../../helpers/terminal.ts';
import { settled, useTextService } from '../../helpers/textApplication.ts';

const texts = Array.from({ length: 30 }, (_, index) => `site-${index}.example.com`);

/** The program in an interactive bash, with job control, as most people start it. */
async function startInBash(): Promise<Terminal> {
  const service = await useTextService();
  const terminal = start({
    command: 'bash',
    args: ['--norc', '--noprofile', '-i'],
    env: {
      NODE: runner,
      PROGRAM: builtProgram,
      PS1: 'ready> ',
      SITEDECK_URL: service.url,
      SITEDECK_API_KEY: service.keyFor({ texts }),
    },
  });
  await terminal.waitFor('ready>');
  terminal.type('stty sane; stty -a >before; "$NODE" "$PROGRAM"\r');
  await terminal.waitFor(' > site-0.');
  await settled(terminal);
  return terminal;
}

/** Presses ^Z and finds a shell that works, on the screen it left. */
async function stop(terminal: Terminal): Promise<void> {
  const mark = terminal.mark();
  terminal.press('^Z');
  await terminal.waitForOutput('Stopped', mark);
  await terminal.waitForOutput('ready> ', mark);
  expect(terminal.screen.alternate).toBe(false);
  expect(terminal.screen.cursor().shown).toBe(true);
  // Bash turns it on again for its own prompt.
  expect(terminal.outputSince(mark)).toContain('\x1b[?2004l');
  const answer = terminal.mark();
  terminal.type('echo shell-$((40 + 2))\r');
  await terminal.waitForOutput('shell-42', answer);
}

async function expectBack(terminal: Terminal, at: number): Promise<void> {
  await terminal.waitFor(() => terminal.screen.alternate && selectedLine(terminal).includes(`site-${at}.`));
  await terminal.quiet();
  expect(terminal.lines()[0]).toMatch(/^ Sitedeck > Websites/);
  expect(terminal.lines().at(-1)).toMatch(/\? help/);
  expect(terminal.screen.cursor().shown).toBe(false);
  expect(terminal.screen.pasteMode).toBe(true);
  terminal.press('j');
  await terminal.waitFor(() => selectedLine(terminal).includes(`site-${at + 1}.`));
}

test('^Z gives the shell back, fg repaints and takes keys, again and again', async () => {
  const terminal = await startInBash();
  for (const round of [0, 1]) {
    await stop(terminal);
    // What the shell does to the terminal meanwhile does not matter.
    terminal.type('stty sane; printf "\\033[31m\\033[?25h"; fg\r');
    await expectBack(terminal, round);
  }
  terminal.press('q');
  await terminal.waitFor(() => !terminal.screen.alternate);
  terminal.type('stty -a >after; cmp before after && echo as-before\r');
  await terminal.waitFor(/^as-before/m);
});

test('a size that changed while it was stopped is the size it comes back with', async () => {
  const terminal = await startInBash();
  await stop(terminal);
  terminal.resize(60, 15);
  terminal.type('fg\r');
  await terminal.waitFor(lines => terminal.screen.alternate && lines[14]?.includes('help') === true);
  await expectBack(terminal, 0);
  expect(terminal.lines().filter(line => line.includes('Sitedeck >'))).toHaveLength(1);
});

test('^Z in a field leaves the text in it, and the cursor where it was', async () => {
  const terminal = await startInBash();
  terminal.press('/');
  terminal.type('日ab');
  await terminal.waitFor('Search 日ab');
  terminal.press('Left');
  await settled(terminal, 400);
  const { x, y } = terminal.screen.cursor();
  await stop(terminal);
  terminal.type('fg\r');
  await terminal.waitFor(() => terminal.screen.alternate);
  await terminal.waitFor('Search 日ab');
  await terminal.waitFor(() => terminal.screen.cursor().x === x);
  expect(terminal.screen.cursor()).toEqual({ x, y, shown: true });
  terminal.type('x');
  await terminal.waitFor('Search 日axb');
});
