/** Access logs as a busy website writes them: for measurements, and for tests that need much of one. */
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { agents, assets, bots, campaigns, pages, referrers } from './accessLogWords.ts';
import { randomOf } from './random.ts';

export interface AccessLogOptions {
  readonly lines: number;
  /** Seconds since 1970 of the first line. Default 2026-10-01. */
  readonly from?: number;
  /** Over how many days the lines are spread. Default 30. */
  readonly days?: number;
  /** The same seed makes the same log. Default 1. */
  readonly seed?: number;
  /** Default combined. */
  readonly format?: 'combined' | 'common' | 'vhost';
  /** Default shop.example.com. */
  readonly domain?: string;
}

const linesAtOnce = 1_000;
const visitsAtOnce = 60;

/** Pieces of about a thousand lines, in the order of time but for a few that took longer to answer. */
export function* accessLog(options: AccessLogOptions): Generator<string, void, void> {
  const { lines, from = Date.UTC(2026, 9, 1) / 1000, days = 30, seed = 1 } = options;
  const random = randomOf(seed);
  const seconds = (days * 86_400) / lines;
  const visits = Array.from({ length: visitsAtOnce }, () => newVisit(random));
  let piece = '';
  for (let index = 0; index < lines; index++) {
    const delay = random() < 0.01 ? Math.floor(random() * 20) : 0;
    const time = Math.floor(from + Math.max(0, index * seconds - delay));
    const place = Math.floor(random() * visitsAtOnce);
    const visit = visits[place] ?? newVisit(random);
    piece += lineOf(visit, time, random, options);
    if (visit.lines-- <= 0) visits[place] = newVisit(random);
    if ((index + 1) % linesAtOnce !== 0) continue;
    yield piece;
    piece = '';
  }
  if (piece !== '') yield piece;
}

export async function writeAccessLog(path: string, options: AccessLogOptions): Promise<void> {
  await pipeline(Readable.from(accessLog(options)), createWriteStream(path));
}

type Random = () => number;

/** Somebody who reads a few pages, each with its images and scripts. */
interface Visit {
  readonly visitor: number;
  readonly isBot: boolean;
  /** Where they come from with their first line. */
  referrer: string;
  /** How many are still to come. */
  lines: number;
}

function newVisit(random: Random): Visit {
  const isBot = random() < 0.25;
  const lines = isBot ? 4 : 2 + Math.floor(random() ** 2 * 40);
  const visitor = Math.floor(random() ** 2 * 4_000_000);
  return { visitor, isBot, referrer: pick(referrers, random), lines };
}

function lineOf(visit: Visit, time: number, random: Random, options: AccessLogOptions): string {
  const { format = 'combined', domain = 'shop.example.com' } = options;
  const { visitor, isBot } = visit;
  const address = isBot ? `66.249.${visitor % 64}.${visitor % 250}` : addressOf(visitor);
  const [request, status] = requestOf(visit, time, random);
  const front = format === 'vhost' ? `${domain}:443 ` : '';
  const start = `${front}${address} - - [${stamp(time)}] "${request}" ${status} ${500 + (visitor % 40_000)}`;
  const { referrer } = visit;
  visit.referrer = `https://${domain}${pick(pages, random)}`;
  if (format === 'common') return `${start}\n`;
  return `${start} "${referrer}" "${isBot ? pick(bots, random) : agentOf(visitor)}"\n`;
}

function requestOf(
  { visitor }: Visit,
  time: number,
  random: Random,
): readonly [request: string, status: number] {
  const kind = random();
  if (kind < 0.6) return [`GET ${pick(assets, random)}?v=${Math.floor(time / 604_800)} HTTP/2.0`, 200];
  if (kind < 0.95) return [`GET ${pageOf(random)} HTTP/2.0`, random() < 0.1 ? 304 : 200];
  if (kind < 0.97) return [`POST /cart/items HTTP/2.0`, 201];
  return [`GET /wp-login-${visitor % 1000}.php HTTP/1.1`, 404];
}

function addressOf(visitor: number): string {
  const mixed = Math.imul(visitor, 0x9e3779b1) >>> 0;
  if (visitor % 9 === 0) return `2a02:${(mixed >>> 16).toString(16)}:${(mixed & 0xffff).toString(16)}::1`;
  return `${(mixed % 200) + 11}.${(mixed >>> 8) & 255}.${(mixed >>> 16) & 255}.${mixed >>> 24}`;
}

function pageOf(random: Random): string {
  const page = pick(pages, random);
  const chance = random();
  if (chance < 0.05) return `${page}?page=${Math.floor(random() * 40) + 1}`;
  if (chance < 0.08)
    return `${page}?utm_source=mail&utm_medium=email&utm_campaign=${pick(campaigns, random)}`;
  if (chance < 0.1) return `/search?q=${Math.floor(random() ** 3 * 20_000).toString(36)}`;
  return page;
}

function agentOf(visitor: number): string {
  const version = 100 + ((Math.imul(visitor, 31) >>> 0) % 45);
  const build = (Math.imul(visitor, 17) >>> 0) % 30;
  const agent = agents[visitor % agents.length] ?? '';
  return agent
    .replaceAll('{v}', `${version}.0.${build}.0`)
    .replaceAll('{s}', `${12 + (version % 8)}.${build % 7}`);
}

/** The first is picked most. */
function pick(list: readonly string[], random: Random): string {
  return list[Math.floor(random() ** 3 * list.length)] ?? '';
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
let lastTime = NaN;
let lastStamp = '';
let lastDay = NaN;
let dayWords = '';

export function stamp(time: number): string {
  const second = Math.floor(time);
  if (second === lastTime) return lastStamp;
  lastTime = second;
  const day = Math.floor(second / 86_400);
  if (day !== lastDay) {
    const date = new Date(day * 86_400_000);
    dayWords = `${two(date.getUTCDate())}/${months[date.getUTCMonth()]}/${date.getUTCFullYear()}`;
    lastDay = day;
  }
  const ofDay = second - day * 86_400;
  lastStamp = `${dayWords}:${two(Math.floor(ofDay / 3600))}:${two(Math.floor(ofDay / 60) % 60)}:${two(ofDay % 60)} +0000`;
  return lastStamp;
}

const twoDigits = Array.from({ length: 60 }, (_, number) => String(number).padStart(2, '0'));

function two(number: number): string {
  return twoDigits[number] ?? '';
}
