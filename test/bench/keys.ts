import { makeHome } from '../helpers/home.ts';
import { startTerminal, type Terminal } from '../helpers/terminal.ts';
import { median, percentile99, type Figure } from './figure.ts';
import { warmHome } from './warmHome.ts';

/** Of a hundred keys the 99th percentile would be the slowest: one collection of garbage. */
const runs = 320;
const echoes = 120;
/** The floor: a Node program that writes back what it reads. */
const echo =
  "process.stdin.setRawMode(true);process.stdin.on('data',data=>process.stdout.write(data));process.stdout.write('ready')";

/** From a byte written to the last byte of the frame it causes, 120x40, beside a bare echo. */
export async function keyFigures(): Promise<Figure[]> {
  const home = await warmHome();
  const floor = await echoTimes();
  const figures: Figure[] = [];
  const terminal = startTerminal({ home, cols: 120, rows: 40 });
  try {
    await terminal.waitFor('13 websites');
    await terminal.quiet(600);
    figures.push(...figuresOf('key in the list', await keyTimes(terminal, ['j', 'k'], runs), floor));
    terminal.press('Enter');
    await terminal.waitFor('Landing pages');
    await terminal.quiet(800);
    figures.push(...figuresOf('key on the dashboard', await keyTimes(terminal, ['l', 'h'], runs), floor));
    figures.push(await heldKey(terminal), await longText(terminal));
  } finally {
    await terminal.stop();
    home.remove();
  }
  return figures;
}

function figuresOf(name: string, times: readonly number[], floor: readonly number[]): Figure[] {
  const middle = median(times);
  return [
    { name, value: middle, floor: median(floor), unit: 'ms', limit: 7, runs: times.length },
    {
      name: `${name}, p99 beside its median`,
      value: percentile99(times),
      floor: middle,
      unit: 'ms',
      limit: 3,
      goal: 2,
      runs: times.length,
    },
  ];
}

async function echoTimes(): Promise<number[]> {
  const home = makeHome();
  const terminal = startTerminal({ home, command: process.execPath, args: ['-e', echo] });
  try {
    await terminal.waitFor('ready');
    return await keyTimes(terminal, ['j', 'k'], echoes);
  } finally {
    await terminal.stop();
    home.remove();
  }
}

/** Milliseconds from each key to the last byte that came within the time after it. */
export async function keyTimes(
  terminal: Terminal,
  keys: readonly string[],
  count: number,
): Promise<number[]> {
  const times: number[] = [];
  for (let run = 0; run < count; run++) {
    await terminal.quiet(40);
    const start = performance.now();
    terminal.press(keys[run % keys.length] ?? 'j');
    await terminal.quiet(60);
    times.push(terminal.lastByteAt - start);
  }
  // The first ones warm the code that draws.
  return times.slice(20);
}

/** A hundred thousand characters in a search field, as a terminal without bracketed paste sends them. */
async function longText(terminal: Terminal): Promise<Figure> {
  terminal.press('Esc');
  await terminal.quiet(300);
  terminal.press('/');
  await terminal.quiet(300);
  const start = performance.now();
  terminal.type('the quick brown fox '.repeat(5000));
  await terminal.quiet(600);
  const value = terminal.lastByteAt - start;
  return { name: '100 KB pasted without marks', value, unit: 'ms', limit: 1000, goal: 500, runs: 1 };
}

/** A key held for ten seconds at thirty a second: how far the screen is behind when it is let go. */
async function heldKey(terminal: Terminal): Promise<Figure> {
  const end = performance.now() + 10_000;
  for (let press = 0; performance.now() < end; press++) {
    terminal.press(press % 2 === 0 ? 'l' : 'h');
    await new Promise(resolve => setTimeout(resolve, 33));
  }
  const released = performance.now();
  await terminal.quiet(300);
  return {
    name: 'behind after a key held for 10 s',
    value: Math.max(0, terminal.lastByteAt - released),
    unit: 'ms',
    limit: 40,
    runs: 1,
  };
}
