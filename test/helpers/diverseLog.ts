import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { bots, referrers } from './accessLogWords.ts';
import { randomOf } from './random.ts';
import { stamp } from './accessLogs.ts';

/** A log in which little repeats: its lines are spread over 30 days from 2026-10-01. */
export interface DiverseLogOptions {
  readonly lines: number;
  /** Virtual hosts in front of the lines; none by default. */
  readonly hosts?: readonly string[];
  readonly addresses?: number;
  readonly paths?: number;
  readonly agents?: number;
}

const days = 30;
const linesAtOnce = 2_000;

export async function writeDiverseLog(path: string, options: DiverseLogOptions): Promise<void> {
  await pipeline(Readable.from(diverseLog(options)), createWriteStream(path));
}

/** Pieces of some thousand lines in the order of time: pages, assets, errors and bots. */
export function* diverseLog(options: DiverseLogOptions): Generator<string, void, void> {
  const { lines, hosts = [], addresses = 50_000, paths = 20_000, agents = 5_000 } = options;
  const random = randomOf(17);
  const from = Date.UTC(2026, 9, 1) / 1000;
  const upTo = (count: number): number => Math.floor(random() * count);
  let piece = '';
  for (let index = 0; index < lines; index++) {
    const time = stamp(from + (index * days * 86_400) / lines);
    const host = hosts[upTo(hosts.length)];
    const path = upTo(paths);
    const kind = random();
    const status = kind < 0.03 ? 404 : kind < 0.05 ? 301 : kind < 0.08 ? 304 : 200;
    const method = kind > 0.98 ? 'POST' : 'GET';
    const agent = random() < 0.15 ? (bots[upTo(bots.length)] ?? '') : agentOf(upTo(agents));
    const referrer = random() < 0.5 ? '-' : (referrers[upTo(referrers.length)] ?? '-');
    piece +=
      `${host === undefined ? '' : `${host} `}${addressOf(upTo(addresses))} - - [${time}] ` +
      `"${method} ${pathOf(path)} HTTP/1.1" ${status} ${500 + upTo(60_000)} "${referrer}" "${agent}"\n`;
    if ((index + 1) % linesAtOnce !== 0) continue;
    yield piece;
    piece = '';
  }
  if (piece !== '') yield piece;
}

function addressOf(number: number): string {
  const mixed = Math.imul(number + 1, 0x9e3779b1) >>> 0;
  return `${(mixed % 200) + 11}.${(mixed >>> 8) & 255}.${(mixed >>> 16) & 255}.${mixed >>> 24}`;
}

/** A third are pages. */
function pathOf(number: number): string {
  const ending = ['', '.css', '.js', '', '.png', '.woff2'][number % 6] ?? '';
  return `/section-${number % 97}/item-${number.toString(36)}-${Math.imul(number, 31) >>> 16}${ending}`;
}

function agentOf(number: number): string {
  const version = 90 + (number % 50);
  const build = Math.floor(number / 50);
  return `Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version}.0.${build}.0 Safari/537.36`;
}
