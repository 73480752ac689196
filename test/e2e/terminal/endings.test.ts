import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { start } from '../../helpers/application.ts';
import { buildFaultyProgram } from '../../helpers/faultyProgram.ts';
import { foreignPrint } from '../../helpers/foreignBytes.ts';
import { expectGivenBack } from '../../helpers/givenBack.ts';
import { builtProgram, runner } from '../../helpers/program.ts';
import { settled } from '../../helpers/textApplication.ts';
import { goneWithin } from '../../terminal/fixtures/start.ts';
import { startUnder, type Started } from './startUnder.ts';
import { temporaryHome } from '../../helpers/temporaryHome.ts';

/** Runs the program between two looks at the terminal's settings; its process id is in a file. */
const comparing = [
  'stty -a >before',
  `bash -c 'echo $$ >pid; exec "$NODE" "$PROGRAM"'; code=$?`,
  'stty -a >after; cmp before after && echo "stty as before, code $code"',
].join('\n');

async function expectRestored(
  { terminal, pid }: Started,
  code: number,
  lines: readonly string[],
): Promise<void> {
  expect(await goneWithin(pid, 1000)).toBe(true);
  await terminal.waitFor(`stty as before, code ${code}`);
  expectGivenBack(terminal);
  expect(terminal.lines().filter(line => line !== '')).toEqual([...lines, `stty as before, code ${code}`]);
}

describe('the terminal is given back within a second, once, and with nothing left on it', () => {
  test.each([
    ['SIGHUP', 129],
    ['SIGTERM', 143],
  ] as const)('on %s, with code %i', async (signal, code) => {
    const started = await startUnder(comparing);
    await settled(started.terminal);
    process.kill(started.pid, signal);
    await expectRestored(started, code, []);
  });

  test('on a signal while the service does not answer and a field has the focus', async () => {
    const started = await startUnder(comparing, { content: { delay: Infinity }, shown: 'Reading' });
    started.terminal.press('/');
    started.terminal.type('abc');
    await started.terminal.waitFor('Search abc');
    process.kill(started.pid, 'SIGTERM');
    await expectRestored(started, 143, []);
  });

  test('on leaving by ^C', async () => {
    const started = await startUnder(comparing);
    started.terminal.press('^C');
    await expectRestored(started, 0, []);
  });
});

describe('a fault of our own is one line and code 1', () => {
  let faulty: Awaited<ReturnType<typeof buildFaultyProgram>>;
  beforeAll(async () => {
    faulty = await buildFaultyProgram();
  });
  afterAll(() => faulty.remove());

  test.each([
    ['component', 'sitedeck: unexpected error: Error: a component broke'],
    ['exception', 'sitedeck: unexpected error: TypeError: thrown aside'],
    ['rejection', 'sitedeck: unexpected error: Error: nobody handled it at all'],
  ])('an error in a %s', async (fault, line) => {
    const started = await startUnder(comparing, {
      env: { FAULT: fault, NODE: process.execPath, PROGRAM: faulty.path },
      // On a busy machine the list is there for a moment only.
      shown: 'stty as before',
    });
    await expectRestored(started, 1, [line]);
  });

  test('an error before there is a screen', async () => {
    const line = 'sitedeck: unexpected error: Error: broke at the start';
    const { terminal } = await startUnder(comparing, {
      env: { FAULT: 'start', NODE: process.execPath, PROGRAM: faulty.path },
      shown: 'code',
    });
    expect(terminal.lines().filter(text => text !== '')).toEqual([line, 'stty as before, code 1']);
    expect(foreignPrint(terminal.output.replaceAll('\r\n', '\n'))).toEqual([]);
  });

  test('a folder that cannot be used is one line that says which', async () => {
    const home = temporaryHome();
    writeFileSync(join(home.path, 'file'), '');
    const terminal = start({
      home,
      env: { XDG_DATA_HOME: join(home.path, 'file'), SITEDECK_PROFILE: 'logs' },
      cols: 300,
    });
    expect((await terminal.exit).code).toBeGreaterThan(0);
    expect(terminal.screen.alternate).toBe(false);
    expect(terminal.screen.cursor().shown).toBe(true);
    const lines = terminal.lines().filter(line => line !== '');
    expect(lines).toEqual([expect.stringContaining(join(home.path, 'file'))]);
  });
});

test.each([[['--version']], [['websites', 'list', '--help']]])(
  'nobody reads what %j prints: no stack trace',
  async args => {
    const home = temporaryHome();
    const child = spawn(runner, [builtProgram, ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...home.env },
    });
    child.stdout.destroy();
    const [errors] = await Promise.all([text(child.stderr), once(child, 'exit')]);
    expect(errors).toBe('');
  },
);
