import { setTimeout as after } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { backgroundQuestion, type Terminal } from '../helpers/terminal.ts';
import { startBash, startProgram } from './fixtures/start.ts';

const answer = '\x1b]11;rgb:1e1e/2b2b/3636\x1b\\';
const env = { ASK: '1' };
const inTime = 'background 30,43,54 in time';
const late = 'background 30,43,54 late';

/** Whatever came of it: no key has been seen but those that were pressed. */
function keysSeen(terminal: Terminal): string[] {
  return [...terminal.output.matchAll(/key "[^"]*"/g)].map(([key]) => key);
}

test('it is asked once, after the first frame', async () => {
  await using terminal = await startProgram({ env });
  await terminal.waitForOutput(backgroundQuestion);
  terminal.type('jjj');
  await terminal.waitFor('at 3');
  expect(terminal.output.split(backgroundQuestion)).toHaveLength(2);
  expect(terminal.output.indexOf(backgroundQuestion)).toBeGreaterThan(terminal.output.indexOf('site-0'));
});

test('an answer at once is in time, and no key', async () => {
  await using terminal = await startProgram({ env, onQuestion: asked => asked.raw(answer) }, inTime);
  terminal.press('j');
  await terminal.waitFor('at 1');
  expect(keysSeen(terminal)).toEqual([]);
});

test('an answer after a key, or after a second, is late, and no key', async () => {
  await using pressed = await startProgram({ env });
  pressed.press('j');
  await pressed.waitFor('at 1');
  pressed.raw(answer);
  await pressed.waitFor(late);
  await using slow = await startProgram({ env });
  await after(1100);
  slow.raw(answer);
  await slow.waitFor(late);
  for (const terminal of [pressed, slow]) {
    expect(keysSeen(terminal)).toEqual([]);
  }
});

// 4: after the ESC and what tells it from Alt-].
test.each([2, 3, 4, 5, 6, 12, 23, answer.length - 1])(
  'an answer split after %i characters, for longer than any sequence is waited for, is no key',
  async at => {
    await using terminal = await startProgram({ env });
    terminal.raw(answer.slice(0, at));
    await after(700);
    terminal.raw(answer.slice(at));
    await terminal.waitFor('background 30,43,54');
    terminal.press('j');
    await terminal.waitFor('at 1');
    expect(keysSeen(terminal)).toEqual([]);
  },
);

test('split after its ESC for that long, that is an Escape, and the rest no key', async () => {
  await using terminal = await startProgram({ env });
  terminal.raw('\x1b');
  await terminal.waitFor(String.raw`key "\u001b"`);
  terminal.raw(answer.slice(1));
  await terminal.waitFor('background 30,43,54');
  await terminal.quiet();
  expect(terminal.lines().at(-1)).toMatch(/^at 0 key "\\u001b" background/);
});

test('an answer in the middle of a paste is no text', async () => {
  await using terminal = await startProgram({ env });
  terminal.raw(`\x1b[200~ab${answer}cd\x1b[201~`);
  await terminal.waitFor('pasted 4 abcd');
});

test('it reports when its colours change: asked again then, also after keys, at most once a second, and never a key', async () => {
  await using terminal = await startProgram({ env });
  await terminal.waitForOutput('\x1b[?2031h');
  await after(1100);
  const mark = terminal.mark();
  terminal.press('j');
  await terminal.waitFor('at 1');
  // The report comes in two pieces, and once more at once.
  terminal.raw('\x1b[?99');
  terminal.raw('7;2n\x1b[?997;2n');
  await terminal.waitForOutput(backgroundQuestion, mark);
  terminal.raw('\x1b]11;rgb:fefe/fefe/fefe\x1b\\');
  await terminal.waitFor('background 254,254,254 in time');
  expect(keysSeen(terminal)).toEqual([]);
  expect(terminal.output.split(backgroundQuestion)).toHaveLength(3);
  terminal.press('q');
  await terminal.exit;
  expect(terminal.output.indexOf('\x1b[?2031l')).toBeGreaterThan(0);
  expect(terminal.output.indexOf('\x1b[?2031l')).toBeLessThan(terminal.output.lastIndexOf('\x1b[?1049l'));
});

test('of two reports within a second the last one counts', async () => {
  await using terminal = await startProgram({ env });
  await terminal.waitForOutput('\x1b[?2031h');
  terminal.raw(answer);
  await terminal.waitFor('background 30,43,54');
  let mark = terminal.mark();
  terminal.raw('\x1b[?997;2n');
  await terminal.waitForOutput(backgroundQuestion, mark);
  mark = terminal.mark();
  terminal.raw('\x1b[?997;1n\x1b]11;rgb:fefe/fefe/fefe\x1b\\');
  await terminal.waitFor('background 254,254,254');
  await terminal.waitForOutput(backgroundQuestion, mark);
  terminal.raw(answer);
  await terminal.waitFor(inTime);
  expect(keysSeen(terminal)).toEqual([]);
});

test('a terminal that reports and does not answer is taken at its word', async () => {
  await using terminal = await startProgram({ env });
  await terminal.waitForOutput('\x1b[?2031h');
  for (const [report, background] of [
    ['\x1b[?997;2n', '255,255,255'],
    ['\x1b[?997;1n', '16,16,16'],
  ] as const) {
    terminal.raw(report);
    await terminal.waitFor(`background ${background} in time`);
  }
  expect(keysSeen(terminal)).toEqual([]);
});

// 1: its ESC is an Escape by then. 200 and 700 ms: longer than a lone ESC, or any sequence, is waited for.
test.each([1, 2, 3, 5, 8].flatMap(at => [200, 700].map(pause => ({ at, pause }))))(
  'a report split after $at characters for $pause ms is no key',
  async ({ at, pause }) => {
    const report = '\x1b[?997;2n';
    await using terminal = await startProgram({ env });
    await terminal.waitForOutput('\x1b[?2031h');
    terminal.raw(report.slice(0, at));
    await after(pause);
    terminal.raw(report.slice(at));
    await terminal.waitFor('background 255,255,255');
    expect(keysSeen(terminal).filter(key => key !== String.raw`key "\u001b"`)).toEqual([]);
    terminal.press('j');
    await terminal.waitFor('at 1');
  },
);

test('Esc and what it begins with, typed, are keys', async () => {
  await using terminal = await startProgram({ env });
  for (const [key, seen] of [
    ['\x1b', String.raw`key "\u001b"`],
    ['[', 'key "["'],
    ['?', 'key "?"'],
    ['9', 'key "9"'],
  ] as const) {
    terminal.raw(key);
    await terminal.waitFor(seen);
  }
});

test('once the terminal is taken again it is asked again: its colours may have changed', async () => {
  await using terminal = await startBash();
  await terminal.waitFor('ready>');
  terminal.type('ASK=1 "$NODE" "$PROGRAM"\r');
  await terminal.waitForOutput(backgroundQuestion);
  terminal.raw(answer);
  await terminal.waitFor('background 30,43,54');
  let mark = terminal.mark();
  terminal.press('^Z');
  await terminal.waitForOutput('ready> ', mark);
  mark = terminal.mark();
  terminal.type('fg\r');
  await terminal.waitForOutput(backgroundQuestion, mark);
  terminal.raw('\x1b]11;rgb:fefe/fefe/fefe\x1b\\');
  await terminal.waitFor('background 254,254,254 in time');
  // It was taken once.
  expect(terminal.outputSince(mark).split('\x1b[?1049h')).toHaveLength(2);
});

test.each([
  ['where none is asked for', {}],
  ['where none ever comes', env],
])('%s all keys work, and a lone Escape acts within 200 ms', async (_, asking) => {
  await using terminal = await startProgram({ env: asking });
  const times: number[] = [];
  for (let round = 0; round < 4; round++) {
    const start = performance.now();
    terminal.press('Esc');
    await terminal.waitFor(String.raw`key "\u001b"`);
    times.push(performance.now() - start);
    terminal.press('x');
    await terminal.waitFor('key "x"');
  }
  // The others may have had to wait for the processor.
  expect(Math.min(...times)).toBeLessThan(200);
  terminal.raw('\x1b[B\x1b[B\x1b[A');
  await terminal.waitFor('at 1');
});

describe('the shell does not get it', () => {
  /** Milliseconds for which the program waits for it. */
  const patience = 200;

  /** In an interactive bash, the program asking; then the key, and the answer so many milliseconds later. */
  async function leaveWith(key: '^Z' | 'q', delay: number): Promise<{ terminal: Terminal; mark: number }> {
    for (;;) {
      const terminal = await startBash();
      await terminal.waitFor('ready>');
      terminal.type('ASK=1 "$NODE" "$PROGRAM"\r');
      await terminal.waitForOutput(backgroundQuestion);
      await terminal.quiet();
      const mark = terminal.mark();
      const start = performance.now();
      terminal.press(key);
      await after(delay);
      terminal.raw(answer);
      if (performance.now() - start < patience) return { terminal, mark };
      // A busy machine has sent it too late.
      await terminal.stop();
    }
  }

  async function expectCleanShell(terminal: Terminal, mark: number): Promise<void> {
    await terminal.waitForOutput('ready> ', mark);
    terminal.type('echo shell-$((40 + 2))\r');
    await terminal.waitForOutput('shell-42', mark);
    expect(terminal.outputSince(mark)).not.toMatch(/rgb|1e1e|11;/);
  }

  test.each([0, 100])('when it comes %i ms after q', async delay => {
    const { terminal, mark } = await leaveWith('q', delay);
    await using _ = terminal;
    await expectCleanShell(terminal, mark);
  });

  test.each([0, 100])('when it comes %i ms after ^Z', async delay => {
    const { terminal, mark } = await leaveWith('^Z', delay);
    await using _ = terminal;
    await expectCleanShell(terminal, mark);
    terminal.type('fg\r');
    await terminal.waitFor(() => terminal.screen.alternate);
    terminal.press('j');
    await terminal.waitFor(late);
    await terminal.waitFor('at 1');
  });

  test('what is typed once the screen was left goes to the shell, all of it', async () => {
    await using terminal = await startBash();
    await terminal.waitFor('ready>');
    terminal.type('ASK=1 "$NODE" "$PROGRAM"\r');
    await terminal.waitForOutput(backgroundQuestion);
    await terminal.quiet();
    const mark = terminal.mark();
    terminal.press('q');
    await terminal.waitForOutput('\x1b[?1049l', mark);
    terminal.type('echo shell-$((40 + 2))\r');
    await terminal.waitForOutput('shell-42', mark);
  });

  test('and quitting is not held up where nothing is asked', async () => {
    await using terminal = await startProgram();
    const start = performance.now();
    terminal.press('q');
    expect((await terminal.exit).code).toBe(0);
    expect(performance.now() - start).toBeLessThan(5000);
    expect(terminal.output).not.toContain(backgroundQuestion);
  });
});
