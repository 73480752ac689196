import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { startFaultServer } from '../helpers/faultServer.ts';
import { makeHome } from '../helpers/home.ts';
import { longStatistic } from '../helpers/longStatistic.ts';
import { domainOf, manyWebsites } from '../helpers/manyWebsites.ts';
import { builtProgram } from '../helpers/program.ts';
import { startTerminal, type Terminal } from '../helpers/terminal.ts';
import { median, type Figure } from './figure.ts';
import { keyTimes } from './keys.ts';

const many = 10_000;
const few = 50;
const sorted = 500;
const starts = 5;
const moves = 80;

/** An account of 10,000 websites, and a statistic of 100,000 rows, each beside a small one of the same service. */
export async function scaleFigures(): Promise<Figure[]> {
  return [...(await websiteFigures()), ...(await rowFigures())];
}

const patience = 60_000;

/** Works with a program that has so many websites. */
async function withWebsites<T>(count: number, work: (terminal: Terminal) => Promise<T>): Promise<T> {
  const service = await manyWebsites(count, 'meta', id => id % 1_000 === 0);
  const home = makeHome();
  const env = { SITEDECK_URL: service.url, SITEDECK_API_KEY: 'key' };
  const terminal = startTerminal({ home, env, cols: 120, rows: 40 });
  try {
    return await work(terminal);
  } finally {
    await terminal.stop();
    await service.close();
    home.remove();
  }
}

/** Milliseconds until the screen shows a text. */
async function timeTo(
  terminal: Terminal,
  shown: string | RegExp,
  act: () => void = () => undefined,
): Promise<number> {
  const start = performance.now();
  act();
  await terminal.waitFor(shown, patience);
  return performance.now() - start;
}

async function websiteFigures(): Promise<Figure[]> {
  const times: [number[], number[]] = [[], []];
  for (let run = 0; run < starts; run++)
    for (const [at, count] of [many, few].entries())
      times[at]?.push(await withWebsites(count, terminal => timeTo(terminal, domainOf(count))));
  const figures: Figure[] = [
    {
      name: `first page of ${number(many)} websites`,
      value: median(times[0]),
      floor: median(times[1]),
      unit: 'ms',
      limit: 1.25,
      runs: starts,
      note: `floor: of ${few}`,
    },
  ];
  const large = await withWebsites(many, async terminal => {
    await terminal.waitFor(domainOf(many), patience);
    await terminal.quiet(1_500);
    const move = median(await keyTimes(terminal, ['j', 'k'], moves));
    const search = await timeTo(terminal, '1-1 of 1', () => terminal.raw('/00500'));
    terminal.press('Esc');
    await terminal.waitFor(`of ${number(many)}`, patience);
    for (let pressed = 0; pressed < 4; pressed++) {
      terminal.press('G');
      await terminal.quiet(1_500);
    }
    return { move, search, resident: megabytes(terminal.pid) };
  });
  const attention = await withWebsites(sorted, async terminal => {
    await terminal.waitFor(domainOf(sorted), patience);
    await terminal.quiet(1_000);
    terminal.press('s');
    await terminal.waitFor('Change, highest first');
    terminal.press('Down', 'Down', 'Down', 'Down', 'Down', 'Enter');
    await terminal.waitFor('Sort change');
    terminal.press('U');
    await terminal.waitFor(lines => !lines.some(line => /\bread\b/.test(line)), patience);
    await terminal.quiet(500);
    const order = median(await keyTimes(terminal, ['S'], 40));
    terminal.press('!');
    await terminal.quiet(500);
    terminal.press('!');
    await terminal.quiet(500);
    return { order, attention: median(await keyTimes(terminal, ['!'], 40)) };
  });
  return [
    ...figures,
    { name: `key among ${number(many)} websites`, value: large.move, unit: 'ms', limit: 8, runs: moves },
    {
      name: `search in ${number(many)} websites`,
      value: large.search,
      unit: 'ms',
      limit: 800,
      runs: 1,
      note: 'with the 250 ms that it waits for further keys',
    },
    {
      name: `resident with ${number(many)} websites`,
      value: large.resident,
      unit: 'MB',
      limit: 200,
      runs: 1,
    },
    {
      name: `reversed order by change, ${sorted} websites`,
      value: attention.order,
      unit: 'ms',
      limit: 50,
      runs: 40,
    },
    { name: `attention, ${sorted} websites`, value: attention.attention, unit: 'ms', limit: 50, runs: 40 },
  ];
}

const period = ['--from', '2026-10-01', '--to', '2026-10-30'];

/** What a command takes of the processor and memory while a service has so many rows. */
async function rowFigures(): Promise<Figure[]> {
  const first = { large: [] as number[], small: [] as number[] };
  for (let run = 0; run < starts; run++) {
    first.large.push((await print(100_000, [])).firstByte);
    first.small.push((await print(1_000, [])).firstByte);
  }
  const [all, tenth] = [await print(100_000, ['--all']), await print(10_000, ['--all'])];
  return [
    {
      name: 'first page of 100,000 rows',
      value: median(first.large),
      floor: median(first.small),
      unit: 'ms',
      limit: 1.25,
      runs: starts,
      note: 'floor: of 1,000',
    },
    {
      name: 'peak memory of --all, 100,000 rows',
      value: all.peak,
      floor: tenth.peak,
      unit: 'MB',
      limit: 1.3,
      runs: 1,
      note: 'floor: 10,000 rows',
    },
    {
      name: 'first row of --all, 100,000 rows',
      value: all.firstByte,
      floor: all.end,
      unit: 'ms',
      limit: 0.5,
      runs: 1,
      note: 'floor: the last row',
    },
  ];
}

interface Printed {
  /** Milliseconds. */
  readonly firstByte: number;
  readonly end: number;
  /** Megabytes. */
  readonly peak: number;
}

async function print(rows: number, options: readonly string[]): Promise<Printed> {
  const server = await startFaultServer();
  server.answerWith(longStatistic(rows));
  const home = makeHome();
  const env = { ...home.env, SITEDECK_URL: server.url, SITEDECK_API_KEY: 'key' };
  const args = [builtProgram, 'stats', '1', 'page', ...period, '--format', 'csv', ...options];
  const start = performance.now();
  const child = spawn(process.execPath, args, { env });
  let [firstByte, peak] = [0, 0];
  child.stdout.on('data', () => (firstByte ||= performance.now() - start));
  const watch = setInterval(() => (peak = Math.max(peak, megabytes(child.pid ?? 0, 'VmHWM'))), 25);
  try {
    await once(child, 'close');
    return { firstByte, end: performance.now() - start, peak };
  } finally {
    clearInterval(watch);
    await server.close();
    home.remove();
  }
}

/** 0 for a process that has ended. */
function megabytes(pid: number, field = 'VmRSS'): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

const number = (value: number) => value.toLocaleString('en');
