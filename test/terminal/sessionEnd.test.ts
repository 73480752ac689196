import { describe, expect, test } from 'vitest';
import { expectGivenBack } from '../helpers/givenBack.ts';
import type { Terminal } from '../helpers/terminal.ts';
import { goneWithin, pidOf, startProgram, startUnder } from './fixtures/start.ts';

const comparing = [
  'stty -a > before; tty=$(tty)',
  '"$NODE" "$PROGRAM"; code=$?',
  'stty -a > after; cmp before after && echo "stty as before, code $code"',
].join('\n');

const startCompared = () => startUnder(comparing);

async function expectRestored(terminal: Terminal, code: number): Promise<void> {
  await terminal.waitFor(`stty as before, code ${code}`);
  expectGivenBack(terminal);
}

describe('the terminal is given back, once', () => {
  test('on leaving', async () => {
    await using terminal = await startCompared();
    terminal.press('q');
    await expectRestored(terminal, 0);
    expect(terminal.lines().join('\n').trim()).toBe('stty as before, code 0');
  });

  test('and stderr gets nothing of it', async () => {
    await using terminal = await startUnder('"$NODE" "$PROGRAM" 2>errors; echo "$(wc -c <errors) bytes"');
    terminal.press('q');
    await terminal.waitFor('0 bytes');
  });

  test.each([
    ['SIGHUP', 129],
    ['SIGINT', 130],
    ['SIGQUIT', 131],
    ['SIGTERM', 143],
  ] as const)('on %s, with code %i', async (signal, code) => {
    await using terminal = await startCompared();
    process.kill(pidOf(terminal), signal);
    await expectRestored(terminal, code);
  });

  test.each([
    ['an exception', 'E', 'sitedeck: unexpected error: TypeError: thrown aside'],
    ['a rejected promise', 'R', 'sitedeck: unexpected error: Error: not handled'],
    ['an exception in a component', 'X', 'sitedeck: unexpected error: Error: a component broke'],
  ])('on %s, with one line that says it', async (_name, key, line) => {
    await using terminal = await startCompared();
    terminal.press(key);
    await expectRestored(terminal, 1);
    const shown = terminal.lines().filter(text => text !== '');
    expect(shown).toEqual([line, 'stty as before, code 1']);
  });
});

describe('when the terminal goes away, the program is gone within a second', () => {
  test('at SIGHUP', async () => {
    await using terminal = await startProgram();
    terminal.hangUp();
    expect(await goneWithin(terminal.pid, 1000)).toBe(true);
  });

  test('with SIGHUP ignored', async () => {
    await using terminal = await startUnder(`trap '' HUP; exec "$NODE" "$PROGRAM"`);
    terminal.hangUp();
    expect(await goneWithin(terminal.pid, 1000)).toBe(true);
  });

  test('and no signal comes at all', async () => {
    // Only the shell, which leads the session, is sent a SIGHUP, and it stays.
    await using terminal = await startUnder(`trap '' HUP; "$NODE" "$PROGRAM"; sleep 3`);
    const pid = pidOf(terminal);
    terminal.hangUp();
    expect(await goneWithin(pid, 1000)).toBe(true);
  });

  test('or whoever reads its output', async () => {
    await using terminal = await startUnder(
      `{ "$NODE" "$PROGRAM"; echo "code $?" >&2; } | { head -c 1000; exec 0<&-; sleep 5; }`,
      'site-5',
    );
    terminal.press('j');
    await terminal.waitFor('code 129', 1000);
  });
});
