import { readFileSync } from 'node:fs';
import { statisticInfo } from '#model/service/capabilities.ts';
import { statisticNames } from '#model/statistics/statistics.ts';
import { startTerminal, type Terminal } from '../helpers/terminal.ts';
import { median, type Figure } from './figure.ts';
import { warmHome } from './warmHome.ts';

/** Resident memory after every screen was opened, its growth over thousands of keys, and the CPU of an idle program. */
export async function memoryFigures(): Promise<Figure[]> {
  const home = await warmHome();
  const terminal = startTerminal({ home, cols: 120, rows: 40 });
  try {
    await terminal.waitFor('13 websites');
    await openEverything(terminal);
    const opened = megabytes(terminal.pid);
    const early = await whileDoing(terminal, 2_000, pressKeys);
    const late = await whileDoing(terminal, 8_000, pressKeys);
    // A refresh itself takes a dozen more than a key, from the first ones on: that is no growth.
    const begun = await whileDoing(terminal, 200, refresh);
    const refreshed = await whileDoing(terminal, 1_000, refresh);
    await terminal.quiet(2_000);
    const before = cpuTicks(terminal.pid);
    await new Promise(resolve => setTimeout(resolve, 5_000));
    const idle = cpuTicks(terminal.pid) - before;
    return [
      { name: 'resident after every screen', value: opened, unit: 'MB', limit: 140, runs: 1 },
      { name: 'growth, 2,000th to 10,000th key', value: late - early, unit: 'MB', limit: 10, runs: 1 },
      { name: 'growth over 1,000 refreshes', value: refreshed - begun, unit: 'MB', limit: 10, runs: 1 },
      { name: 'CPU in five idle seconds', value: idle * 10, unit: 'ms', limit: 10, runs: 1 },
    ];
  } finally {
    await terminal.stop();
    home.remove();
  }
}

async function openEverything(terminal: Terminal): Promise<void> {
  terminal.press('Enter');
  await terminal.waitFor('Landing pages');
  await openYear(terminal);
  for (const name of statisticNames) await goTo(terminal, statisticInfo(name).title);
  await openFiltered(terminal);
  terminal.press('?');
  await terminal.waitFor('Show all keys');
  for (let view = 0; view < 3; view++) {
    terminal.press('Esc');
    await terminal.quiet(300);
  }
  await terminal.waitFor('13 websites');
}

async function goTo(terminal: Terminal, title: string): Promise<void> {
  terminal.press(':');
  await terminal.waitFor('Go to');
  terminal.type(title);
  await terminal.waitFor(lines => lines.some(line => line.includes(`> ${title} `)));
  terminal.press('Enter');
  await terminal.waitFor(lines => lines[0]?.includes(`> ${title}`) === true);
}

/** From the dashboard, and back to it. */
async function openYear(terminal: Terminal): Promise<void> {
  terminal.press('C');
  await terminal.waitFor(lines => lines[0]?.includes('> Year') === true);
  await terminal.quiet(1_000);
  terminal.press('Esc');
  await terminal.waitFor('Landing pages');
}

/** From a statistic, and back to one: all of them within a filter, the dashboard, its year and the form of filters. */
async function openFiltered(terminal: Terminal): Promise<void> {
  const [countries, pages] = [statisticInfo('country').title, statisticInfo('page').title];
  await goTo(terminal, countries);
  await terminal.waitFor(lines => lines.some(line => /^ *> /.test(line)));
  const unfiltered = terminal.lines()[1];
  terminal.press('f');
  await terminal.waitFor(lines => lines[1] !== unfiltered);
  for (const name of statisticNames) await goTo(terminal, statisticInfo(name).title);
  terminal.press('Esc');
  await terminal.waitFor('Landing pages');
  await openYear(terminal);
  const inForm = (lines: readonly string[]) => lines.some(line => line.includes('is, is not, contains'));
  terminal.press('W');
  await terminal.waitFor(inForm);
  terminal.press('Esc');
  await terminal.waitFor(lines => !inForm(lines));
  terminal.press('Backspace');
  await terminal.waitFor(lines => lines[1]?.includes('United States') !== true);
  await goTo(terminal, pages);
}

/**
 * Does something until it was done so many times. Resolves to the resident megabytes towards the end: in the middle of
 * what garbage and its collection make of them, a dozen up and down.
 */
async function whileDoing(
  terminal: Terminal,
  times: number,
  act: (terminal: Terminal) => Promise<number>,
): Promise<number> {
  const samples: number[] = [];
  for (let done = 0; done < times;) {
    done += await act(terminal);
    samples.push(megabytes(terminal.pid));
  }
  return median(samples.slice(-40));
}

/** Resolves to how many. */
async function pressKeys(terminal: Terminal): Promise<number> {
  terminal.raw('jjjjjjjjjjkkkkkkkkkk');
  await terminal.quiet(5);
  return 20;
}

async function refresh(terminal: Terminal): Promise<number> {
  terminal.press('r');
  await terminal.quiet(10);
  return 1;
}

function megabytes(pid: number): number {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes ?? Number.NaN) / 1024;
}

/** User and system time in hundredths of a second. */
function cpuTicks(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return Number(fields[11]) + Number(fields[12]);
}
