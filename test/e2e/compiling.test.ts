import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { readPaths } from '#config/paths.ts';
import { serviceFile } from '#connection/open.ts';
import { alone } from '#logs/import/runImport.ts';
import { run, temporaryHome } from '../cli/fixture.ts';
import { compiledChunks } from '../helpers/compiledChunks.ts';
import { builtProgram } from '../helpers/program.ts';
import { startTerminal } from '../helpers/terminal.ts';
import { viewNow } from '../helpers/viewNow.ts';

/** Loaded before the program: writes each setting of TurboFan that is not one of the moments with the flags of a start. */
const spy = `
const v8 = require('node:v8');
const { setFlagsFromString } = v8;
let isStart = false;
v8.setFlagsFromString = flag => {
  if (flag.endsWith('optimize-for-size')) isStart = flag.startsWith('--no-');
  if (flag.endsWith('turbofan') && !isStart) require('node:fs').appendFileSync(process.env.SET, flag + '\\n');
  return setFlagsFromString(flag);
};
`;

const soon = { timeout: 60_000, interval: 20 };

test.skipIf(!builtProgram.endsWith('.js'))(
  'TurboFan compiles while logs are read, and not while the application waits for keys',
  async () => {
    const home = temporaryHome();
    const [log, script, set] = ['access.log', 'spy.cjs', 'set'].map(name => join(home.path, name));
    if (log === undefined || script === undefined || set === undefined) return;
    writeFileSync(log, viewNow(1));
    expect((await run(['logs', 'add', 'one.example', log], { home })).code).toBe(0);
    appendFileSync(log, viewNow(2));
    writeFileSync(script, spy);
    const compiled = compiledChunks(home);
    const open = () =>
      startTerminal({
        home,
        command: process.execPath,
        args: ['--require', script, ...compiled.args, builtProgram, '--profile', 'logs', 'one.example'],
        env: { SET: set, ...compiled.env },
      });
    const last = () => (existsSync(set) ? readFileSync(set, 'utf8').trimEnd().split('\n').at(-1) : undefined);
    const today = (visitors: number) => (lines: readonly string[]) =>
      lines.some(line => new RegExp(`│ ${visitors} +${visitors} views?`).test(line));

    // While this test counts logs into the file, the application waits to do so.
    const terminal = await alone(
      serviceFile('logs', readPaths(home.env)),
      () => undefined,
      async () => {
        const first = open();
        onTestFinished(() => first.stop());
        await first.waitFor('Nothing in this period', 30_000);
        await vi.waitFor(() => expect(last()).toBe('--turbofan'), soon);
        return first;
      },
    );
    await terminal.waitFor(today(2), 30_000);
    await vi.waitFor(() => expect(last()).toBe('--no-turbofan'), soon);
    terminal.press('^C');
    await terminal.exit;

    // What the first start has left of its bytecode is for the flags of each other start.
    const second = open();
    onTestFinished(() => second.stop());
    await second.waitFor(today(2), 30_000);
    second.press('^C');
    await second.exit;
    expect(compiled.chunks()).toEqual([]);
  },
  120_000,
);
