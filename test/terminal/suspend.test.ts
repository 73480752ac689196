import { expect, test } from 'vitest';
import type { Terminal } from '../helpers/terminal.ts';
import { pidOf, startBash, startProgram } from './fixtures/start.ts';

async function startInBash(): Promise<Terminal> {
  const terminal = await startBash();
  await terminal.waitFor('ready>');
  terminal.type('"$NODE" "$PROGRAM"\r');
  await terminal.waitFor('top 80x24');
  await terminal.quiet();
  return terminal;
}

/** Sends the bytes that should stop the program, and finds a shell that works. */
async function stopBy(terminal: Terminal, bytes: string): Promise<void> {
  const mark = terminal.mark();
  terminal.raw(bytes);
  await terminal.waitForOutput('Stopped', mark);
  await terminal.waitForOutput('ready> ', mark);
  expect(terminal.screen.alternate).toBe(false);
  expect(terminal.screen.cursor().shown).toBe(true);
  terminal.type('echo shell-$((40 + 2))\r');
  await terminal.waitFor('shell-42');
}

async function expectBack(terminal: Terminal, at: number): Promise<void> {
  await terminal.waitFor('top 80x24');
  expect(terminal.screen.alternate).toBe(true);
  await terminal.waitFor(`at ${at - 1}`);
  terminal.press('Down');
  await terminal.waitFor(`at ${at}`);
  await terminal.quiet();
  expect(terminal.lines().filter(line => line.startsWith('>'))).toEqual([
    expect.stringContaining(`site-${at} `.trim()),
  ]);
  expect(terminal.screen.pasteMode).toBe(true);
  expect(terminal.screen.cursor().shown).toBe(false);
}

test('^Z gives the shell back, fg repaints and takes keys, again and again', async () => {
  await using terminal = await startInBash();
  for (const round of [1, 2, 3]) {
    await stopBy(terminal, '\x1a');
    terminal.type('fg\r');
    await expectBack(terminal, round);
  }
  terminal.press('q');
  await terminal.waitFor(() => !terminal.screen.alternate);
  terminal.type('echo code-$?\r');
  await terminal.waitFor('code-0');
});

test('a size changed meanwhile is noticed', async () => {
  await using terminal = await startInBash();
  await stopBy(terminal, '\x1a');
  terminal.resize(60, 15);
  terminal.type('fg\r');
  await terminal.waitFor('top 60x15');
  await terminal.quiet();
  expect(terminal.lines().at(-1)).toBe('at 0 key "\\u001a"');
});

test('bg stops it again, and fg still works', async () => {
  await using terminal = await startInBash();
  await stopBy(terminal, '\x1a');
  // The shell tells of it at its next prompt.
  await stopBy(terminal, 'bg; while [ -n "$(jobs -r)" ]; do sleep 0.05; done\r');
  terminal.type('fg\r');
  await expectBack(terminal, 1);
});

test.each(['SIGTSTP', 'SIGSTOP'] as const)('%s from elsewhere does the same', async signal => {
  await using terminal = await startInBash();
  const pid = pidOf(terminal);
  process.kill(pid, signal);
  await terminal.waitFor('Stopped');
  terminal.type('fg\r');
  await terminal.waitFor(lines => lines[0]?.startsWith('top') ?? false);
  terminal.press('Down');
  await terminal.waitFor('at 1');
  expect(terminal.screen.alternate).toBe(true);
});

test('where no shell controls jobs it goes on at once', async () => {
  await using terminal = await startProgram();
  terminal.press('^Z');
  await terminal.waitForOutput('\x1b[?1049l');
  terminal.press('j');
  await terminal.waitFor('at 1');
  expect(terminal.screen.alternate).toBe(true);
});

test('ended while it is stopped, it leaves the shell alone', async () => {
  await using terminal = await startInBash();
  const pid = pidOf(terminal);
  await stopBy(terminal, '\x1a');
  const mark = terminal.mark();
  terminal.type(`kill -TERM ${pid}; kill -CONT ${pid}; wait; echo gone\r`);
  await terminal.waitFor(/^gone/m);
  expect(terminal.screen.alternate).toBe(false);
  expect(terminal.outputSince(mark)).not.toContain('\x1b[?1049h');
});
