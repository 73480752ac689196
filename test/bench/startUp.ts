import { spawnSync } from 'node:child_process';
import { spawn } from '@lydell/node-pty';
import { median, type Figure } from './figure.ts';
import { builtProgram, warmHome } from './warmHome.ts';

const runs = 21;

/** From spawn to the first useful frame, and to the version, beside a Node that does nothing. */
export async function startUpFigures(): Promise<Figure[]> {
  const home = await warmHome();
  const time = (args: string[], shown?: string) => timeInTerminal(args, home.env, shown);
  const nothing: number[] = [];
  const useful: number[] = [];
  const bare: number[] = [];
  const version: number[] = [];
  try {
    for (let run = 0; run < runs; run++) {
      nothing.push(await time(['-e', '0']));
      useful.push(await time([builtProgram], 'podcast.example.com'));
      bare.push(timeOf(['-e', '0'], home.env));
      version.push(timeOf([builtProgram, '--version'], home.env));
    }
  } finally {
    home.remove();
  }
  return [
    {
      name: 'start to websites on screen',
      value: median(useful),
      floor: median(nothing),
      unit: 'ms',
      limit: 4.5,
      goal: 3.5,
      runs,
    },
    { name: 'sitedeck --version', value: median(version), floor: median(bare), unit: 'ms', limit: 1.3, runs },
  ];
}

/** Milliseconds until the text is written, or until the end. */
function timeInTerminal(
  args: string[],
  env: Record<string, string> | Readonly<Record<string, string>>,
  shown?: string,
): Promise<number> {
  return new Promise(resolve => {
    const start = performance.now();
    const pty = spawn(process.execPath, args, {
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

function timeOf(args: string[], env: Readonly<Record<string, string>>): number {
  const start = performance.now();
  spawnSync(process.execPath, args, { env: { ...env }, stdio: 'ignore' });
  return performance.now() - start;
}
