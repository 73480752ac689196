import { readFileSync } from 'node:fs';
import { makeHome } from '../helpers/home.ts';
import { builtProgram } from '../helpers/program.ts';
import { startTerminal, type Terminal } from '../helpers/terminal.ts';
import { median } from './figure.ts';

const rounds = 60;
const starts = 20;

/** What one round of `walk` presses. */
const [keysOfRound, refreshesOfRound] = [54, 10];

/**
 * The built program in a terminal, on each of the Nodes that the command line names: 60 rounds of 54 keys and 10 refreshes
 * through list, dashboard and statistics, then 20 starts in one home. Each start switches V8's flags up to five times, with
 * bytecode written on the first and read on the others. A crash, or an exit code other than 0, fails.
 */
for (const node of process.argv.length > 2 ? process.argv.slice(2) : [process.execPath]) await soak(node);

async function soak(node: string): Promise<void> {
  const home = makeHome();
  const start = () => startTerminal({ command: node, args: [builtProgram], home, cols: 120, rows: 40 });
  try {
    const terminal = start();
    await terminal.waitFor('13 websites', 60_000);
    const samples: number[] = [];
    for (let round = 0; round < rounds; round++) {
      await walk(terminal);
      samples.push(status(terminal.pid, 'VmRSS'));
    }
    const peak = status(terminal.pid, 'VmHWM');
    await quit(terminal);
    for (let done = 0; done < starts; done++) {
      const again = start();
      await again.waitFor('13 websites', 60_000);
      // Every other one leaves before what it called is cached.
      if (done % 2 === 0) await again.quiet(1_700);
      await quit(again);
    }
    const [early, late] = [median(samples.slice(10, 20)), median(samples.slice(-10))];
    console.log(
      `${node}: ${rounds * keysOfRound} keys, ${rounds * refreshesOfRound} refreshes, ${starts + 1} starts held; resident ${early.toFixed(0)} MB ` +
        `after 20 rounds, ${late.toFixed(0)} MB at the end, ${peak.toFixed(0)} MB at most`,
    );
  } finally {
    home.remove();
  }
}

/** From the list through a dashboard and a statistic, and back. */
async function walk(terminal: Terminal): Promise<void> {
  await pressAll(terminal, 'jjjjjkkkkk'.repeat(2), 4);
  terminal.press('Enter');
  await terminal.waitFor('Landing pages');
  await pressAll(terminal, 'llllhhhhjk'.repeat(2), 3);
  terminal.press('1', 'z');
  await terminal.waitFor(lines => lines[0]?.includes('> Pages') === true);
  await pressAll(terminal, 'jjjjjkkkk', 3);
  for (let view = 0; view < 2; view++) {
    terminal.press('Esc');
    await terminal.quiet(40);
  }
  await terminal.waitFor('13 websites');
}

async function pressAll(terminal: Terminal, keys: string, refreshes: number): Promise<void> {
  for (const key of keys) {
    terminal.raw(key);
    await terminal.quiet(5);
  }
  for (let done = 0; done < refreshes; done++) {
    terminal.press('r');
    await terminal.quiet(10);
  }
}

async function quit(terminal: Terminal): Promise<void> {
  terminal.press('q');
  const { code, signal } = await terminal.exit;
  if (code !== 0 || signal !== 0) throw new Error(`ended with code ${code}, signal ${signal}`);
}

/** Megabytes. */
function status(pid: number, field: 'VmRSS' | 'VmHWM'): number {
  const kilobytes = new RegExp(`${field}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes ?? Number.NaN) / 1024;
}
