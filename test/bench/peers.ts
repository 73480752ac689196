import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeAccessLog } from '../helpers/accessLogs.ts';
import { writeDiverseLog } from '../helpers/diverseLog.ts';
import { makeHome, type Home } from '../helpers/home.ts';
import { builtProgram } from '../helpers/program.ts';
import { startTerminal, type Terminal, type TerminalOptions } from '../helpers/terminal.ts';
import { median, type Figure } from './figure.ts';
import { warmHome } from './warmHome.ts';

/** Of fewer lines most addresses, paths and agents would be new. */
const logLines = 1_000_000;
const runs = 3;
const starts = 7;
const moves = 40;

/** The same work beside programs that people know, in turns, where they are installed. */
export async function peerFigures(): Promise<Figure[]> {
  return [...(await logFigures()), ...(await terminalFigures())];
}

const isInstalled = (program: string) => spawnSync(program, ['--version']).error === undefined;

/** What became of one process. */
interface Ran {
  readonly milliseconds: number;
  /** Megabytes. */
  readonly peak: number;
}

async function ran(command: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<Ran> {
  const start = performance.now();
  const child = spawn(command, args, { env, stdio: 'ignore' });
  let peak = 0;
  const watch = setInterval(() => (peak = Math.max(peak, peakOf(child.pid ?? 0))), 10);
  await once(child, 'close');
  clearInterval(watch);
  if (child.exitCode !== 0) throw new Error(`${command} ended with code ${child.exitCode}.`);
  return { milliseconds: performance.now() - start, peak };
}

/** 0 for a process that has ended. */
function peakOf(pid: number): number {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

/** GoAccess and the import, each as a process that reads a log. */
async function logFigures(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'sitedeck-bench-'));
  const has = isInstalled('goaccess');
  try {
    const figures: Figure[] = [];
    for (const { kind, write, limit } of [
      { kind: 'repetitive', write: writeAccessLog, limit: undefined },
      { kind: 'diverse', write: writeDiverseLog, limit: 1 / 1.5 },
    ]) {
      const log = join(folder, `${kind}.log`);
      await write(log, { lines: logLines });
      const [ours, theirs]: [Ran[], Ran[]] = [[], []];
      for (let run = 0; run < runs; run++) {
        const home = makeHome();
        ours.push(await ran(process.execPath, [builtProgram, 'import', 'bench.example', log], home.env));
        home.remove();
        const report = ['--log-format=COMBINED', '--no-progress', '-o', join(folder, 'report.json')];
        if (has) theirs.push(await ran('goaccess', [log, ...report], process.env));
      }
      const beside = (measure: (of: Ran) => number) => ({
        value: median(ours.map(measure)),
        floor: has ? median(theirs.map(measure)) : undefined,
        runs,
        note: has ? 'beside GoAccess, also a whole process' : 'GoAccess: not installed',
      });
      const seconds = ({ milliseconds }: Ran) => milliseconds / 1e3;
      figures.push(
        { name: `GoAccess: a million lines, ${kind} log`, unit: 's', limit, ...beside(seconds) },
        { name: `GoAccess: peak memory, ${kind} log`, unit: 'MB', ...beside(({ peak }) => peak) },
      );
    }
    return figures;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Shown {
  readonly firstFrame: number[];
  readonly move: number[];
}

/** Bytes of a move of the selection at 80x24, and the time to the first frame. */
async function terminalFigures(): Promise<Figure[]> {
  const home = await warmHome();
  const repository = makeHome();
  commits(repository);
  const peers = {
    sitedeck: { options: { home }, shows: 'podcast.example.com' },
    htop: { options: { home: repository, command: 'htop', args: ['-d', '100'] }, shows: 'PID' },
    tig: { options: { home: repository, command: 'tig' }, shows: 'commit 40' },
  } satisfies Record<string, { options: TerminalOptions; shows: string }>;
  const shown = new Map<string, Shown>();
  try {
    for (let run = 0; run < starts; run++)
      for (const [name, { options, shows }] of Object.entries(peers)) {
        if (name !== 'sitedeck' && !isInstalled(name)) continue;
        const so = shown.get(name) ?? { firstFrame: [], move: [] };
        shown.set(name, so);
        so.firstFrame.push(await firstFrame(options, shows, run === 0 ? so.move : undefined));
      }
  } finally {
    home.remove();
    repository.remove();
  }
  const ours = shown.get('sitedeck');
  return ['htop', 'tig'].flatMap(name => {
    const theirs = shown.get(name);
    const beside = (measure: (of: Shown) => number[]) => ({
      value: median(measure(ours ?? { firstFrame: [], move: [] })),
      floor: theirs && median(measure(theirs)),
      ...(theirs ? {} : { note: `${name}: not installed` }),
    });
    return [
      { name: `${name}: bytes a move, 80x24`, unit: 'bytes', runs: moves, ...beside(({ move }) => move) },
      { name: `${name}: first frame`, unit: 'ms', runs: starts, ...beside(({ firstFrame: time }) => time) },
    ];
  });
}

/** Milliseconds; into `sizes` the bytes of moves down. */
async function firstFrame(options: TerminalOptions, shows: string, sizes?: number[]): Promise<number> {
  const start = performance.now();
  const terminal = startTerminal({ ...options, cols: 80, rows: 24 });
  try {
    await terminal.waitForOutput(shows);
    const time = performance.now() - start;
    if (sizes !== undefined) sizes.push(...(await sizesOfMoves(terminal)));
    terminal.press('q');
    await terminal.quiet(50);
    return time;
  } finally {
    await terminal.stop();
  }
}

/** Bytes of each move: up and down in turns of five, so that no list scrolls. */
async function sizesOfMoves(terminal: Terminal): Promise<number[]> {
  const sizes: number[] = [];
  await terminal.quiet(1_500);
  for (let move = 0; move < moves; move++) {
    const mark = terminal.mark();
    terminal.press(move % 10 < 5 ? 'Down' : 'Up');
    await terminal.quiet(80);
    sizes.push(terminal.bytesSince(mark));
  }
  return sizes;
}

/** A repository with forty commits in the folder. */
function commits({ path, env }: Home): void {
  const git = (...args: string[]) =>
    spawnSync('git', ['-c', 'user.name=bench', '-c', 'user.email=bench@example.com', ...args], {
      cwd: path,
      env,
    });
  git('init', '--quiet');
  for (let at = 1; at <= 40; at++) git('commit', '--quiet', '--allow-empty', '-m', `commit ${at}`);
}
