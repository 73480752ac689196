import { spawnSync } from 'node:child_process';
import { existsSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { spawn } from '@lydell/node-pty';
import { median, type Figure } from './figure.ts';
import { distantService, useService } from '../helpers/distantService.ts';
import type { Home } from '../helpers/home.ts';
import { startTerminal } from '../helpers/terminal.ts';
import { builtProgram, warmHome } from './warmHome.ts';

const runs = 21;

const executable = fileURLToPath(new URL('../../dist/standalone/sitedeck', import.meta.url));
const firstRow = 'podcast.example.com';
/** Milliseconds to a service elsewhere and back. */
const distance = 400;

/** A program with its first arguments. */
type Command = readonly [string, ...string[]];

/** From spawn to the first useful frame, and to the version, beside a Node that does nothing. */
export async function startUpFigures(): Promise<Figure[]> {
  const home = await warmHome();
  const service = await distantService(distance, join(home.path, 'data', 'sitedeck'));
  useService(home, service);
  const node: Command = [process.execPath, '-e', '0'];
  const program: Command = [process.execPath, builtProgram];
  const demo: Command = [...program, '--profile', 'demo'];
  const distant: Command = [...program, '--profile', 'work'];
  const alone: Command | undefined = existsSync(executable) ? [executable] : undefined;
  const names = ['nothing', 'useful', 'drawn', 'distant', 'alone', 'bare', 'version'];
  const times: Record<string, number[]> = Object.fromEntries(names.map(name => [name, []]));
  const kept = join(home.path, 'data', 'sitedeck', 'seen', '.frames', '80x24 --profile demo.json');
  const note = async (name: string, time: number | Promise<number>) => times[name]?.push(await time);
  try {
    await lookAround(home);
    // In turn, so that a machine that becomes slower is slower for all.
    for (let run = 0; run < runs; run++) {
      await note('nothing', timeInTerminal(node, home.env));
      await note('useful', timeInTerminal(demo, home.env, firstRow));
      rmSync(kept);
      await note('drawn', timeInTerminal(demo, home.env, firstRow));
      await note('distant', timeInTerminal(distant, home.env, firstRow));
      if (alone !== undefined) {
        const command: Command = [...alone, '--profile', 'demo'];
        // It is another build, which draws only its own kept frame: one start leaves that, and one of the program the next run's.
        await timeInTerminal(command, home.env, firstRow);
        await note('alone', timeInTerminal(command, home.env, firstRow));
        await timeInTerminal(demo, home.env, firstRow);
      }
      await note('bare', timeOf(node, home.env));
      await note('version', timeOf([...program, '--version'], home.env));
    }
  } finally {
    await service.close();
    home.remove();
  }
  const [nothing, bare] = [median(times['nothing'] ?? []), median(times['bare'] ?? [])];
  const figure = { unit: 'ms', runs };
  return [
    {
      ...figure,
      name: 'start to websites on screen',
      value: median(times['useful'] ?? []),
      floor: nothing,
      limit: 3,
    },
    {
      ...figure,
      name: 'the same by the program itself, which then takes keys',
      value: median(times['drawn'] ?? []),
      floor: nothing,
      limit: 4.5,
      goal: 3.3,
    },
    {
      ...figure,
      name: `the same with a service ${distance} ms away, seen before`,
      value: median(times['distant'] ?? []),
      floor: median(times['useful'] ?? []),
      limit: 1.1,
      note: 'beside the demo',
    },
    { ...figure, name: 'sitedeck --version', value: median(times['version'] ?? []), floor: bare, limit: 1.3 },
    ...(alone === undefined ? [] : standaloneFigures(median(times['alone'] ?? []), nothing)),
  ];
}

/** Starts with the service until its code is cached and what was last seen of it is kept. */
async function lookAround(home: Home): Promise<void> {
  for (let start = 0; start < 3; start += 1) {
    const terminal = startTerminal({ home, args: ['--profile', 'work'] });
    await terminal.waitFor('13 websites, sums of daily visitors', 60_000);
    await terminal.quiet(1_500);
    terminal.press('q');
    await terminal.exit;
    await terminal.stop();
  }
}

/** Only where it was built: npm run build:standalone. */
function standaloneFigures(start: number, nothing: number): Figure[] {
  const megabytes = (file: string) => statSync(file).size / 1024 / 1024;
  return [
    { name: 'single executable, start', value: start, floor: nothing, unit: 'ms', runs, limit: 2.5 },
    {
      name: 'single executable, size',
      value: megabytes(executable),
      floor: megabytes(process.execPath),
      unit: 'MB',
      runs: 1,
      note: 'beside Node itself',
    },
  ];
}

/** Milliseconds until the text is written, or until the end. */
function timeInTerminal(
  [file, ...args]: Command,
  env: Readonly<Record<string, string>>,
  shown?: string,
): Promise<number> {
  return new Promise(resolve => {
    const start = performance.now();
    const pty = spawn(file, args, {
      name: 'xterm-256color',
      cols: 80,
      rows: 24,
      env: { ...env },
    });
    let output = '';
    let taken = 0;
    pty.onData(data => {
      output += data;
      if (taken !== 0 || shown === undefined || !output.includes(shown)) return;
      taken = performance.now() - start;
      // A normal end: what a kill would leave behind must not slow the next run.
      pty.write('q');
    });
    pty.onExit(() => resolve(taken === 0 ? performance.now() - start : taken));
  });
}

function timeOf([file, ...args]: Command, env: Readonly<Record<string, string>>): number {
  const start = performance.now();
  spawnSync(file, args, { env: { ...env }, stdio: 'ignore' });
  return performance.now() - start;
}
