import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { addDays, isDay } from '#model/period/day.ts';
import type { Day } from '#model/statistics/statistics.ts';
import { listenLocally, type LocalServer } from './listenLocally.ts';

/** How a service says where a page stands, or that it has no pages. */
export type Paging = 'meta' | 'flat' | 'links' | 'silent' | 'bare' | 'none';

export interface ManyWebsites extends LocalServer {
  /** Path and query of every request, in the order they arrived. */
  readonly requests: readonly string[];
  /** The most requests that were ever unanswered at once. */
  readonly mostAtOnce: () => number;
  /** Statistics requests wait from now on, until `release`; listing goes on. */
  hold(): void;
  release(): void;
  /** Requests of statistics that wait. */
  held(): number;
  /** The next request of statistics is refused with this Retry-After, in seconds. */
  refuseNext(seconds: number): void;
  /** From now on so many requests a minute of this clock are answered, and each answer says how many remain. */
  allow(limit: number, now: () => number): void;
  /** Requests that were refused because too many had come. */
  refused(): number;
}

/** A service with so many websites, named site-00001.example and on; the one with the highest number is the newest. */
export async function manyWebsites(
  count: number,
  paging: Paging = 'meta',
  isSilent: (id: number) => boolean = () => false,
): Promise<ManyWebsites> {
  const requests: string[] = [];
  const waiting: (() => void)[] = [];
  let isHeld = false;
  let refusal: number | undefined;
  let allowance: { readonly limit: number; readonly now: () => number } | undefined;
  let minute = { began: Number.NEGATIVE_INFINITY, requests: 0 };
  let refused = 0;
  let open = 0;
  let most = 0;

  /** Counts a request; false where it is one too many. */
  const isAllowed = (response: ServerResponse) => {
    if (allowance === undefined) return true;
    const { limit, now } = allowance;
    if (now() - minute.began >= 60_000) minute = { began: now(), requests: 0 };
    minute.requests += 1;
    response.setHeader('X-RateLimit-Limit', limit);
    response.setHeader('X-RateLimit-Remaining', Math.max(0, limit - minute.requests));
    return minute.requests <= limit;
  };

  const server = createServer((request, response) => {
    requests.push(request.url ?? '');
    most = Math.max(most, (open += 1));
    response.once('close', () => (open -= 1));
    const url = new URL(request.url ?? '', 'http://service');
    if (!isAllowed(response)) {
      refused += 1;
      response.writeHead(429, { 'retry-after': '60' }).end();
      return;
    }
    if (!url.pathname.startsWith('/api/v1/stats/')) return listOrShow(request, response, url);
    if (refusal !== undefined) {
      response.writeHead(429, { 'retry-after': String(refusal) }).end();
      refusal = undefined;
      return;
    }
    const answer = () => send(response, { data: series(url, isSilent) });
    if (isHeld) waiting.push(answer);
    else answer();
  });

  const listOrShow = (_: IncomingMessage, response: ServerResponse, url: URL) => {
    const id = /\/websites\/(\d+)$/.exec(url.pathname)?.[1];
    if (id !== undefined) return send(response, { data: website(Number(id)) });
    return send(response, list(url, count, paging));
  };

  const release = () => {
    isHeld = false;
    for (const answer of waiting.splice(0)) answer();
  };
  return {
    ...(await listenLocally(server)),
    requests,
    mostAtOnce: () => most,
    hold: () => (isHeld = true),
    release,
    held: () => waiting.length,
    refuseNext: seconds => (refusal = seconds),
    allow: (limit, now) => (allowance = { limit, now }),
    refused: () => refused,
  };
}

function send(response: ServerResponse, body: unknown): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

export function domainOf(id: number): string {
  return `site-${String(id).padStart(5, '0')}.example`;
}

function website(id: number) {
  return {
    id,
    domain: domainOf(id),
    privacy: 1,
    email: 0,
    exclude_bots: 1,
    created_at: '2025-03-03 10:00:00',
  };
}

function list(url: URL, count: number, paging: Paging): unknown {
  const search = url.searchParams.get('search') ?? '';
  const perPage = Number(url.searchParams.get('per_page') ?? 10);
  const page = paging === 'none' ? 1 : Number(url.searchParams.get('page') ?? 1);
  const all = Array.from({ length: count }, (_, index) => index + 1).filter(id =>
    domainOf(id).includes(search),
  );
  if (url.searchParams.get('sort') !== 'asc') all.reverse();
  const data = all.slice((page - 1) * perPage, page * perPage).map(website);
  const last = Math.max(1, Math.ceil(all.length / perPage));
  switch (paging) {
    case 'meta':
      return { data, meta: { current_page: page, last_page: last, total: all.length } };
    case 'flat':
      return { data, current_page: page, last_page: last, total: all.length };
    case 'links':
      return { data, links: { next: page < last ? 'http://elsewhere.example/never' : null } };
    case 'bare':
      return data;
    default:
      return { data };
  }
}

/**
 * As many visitors on every day as the website's number says, so that sums and orders are known; a silent one has had none
 * on the last six days. Hours have no rows.
 */
function series(url: URL, isSilent: (id: number) => boolean): { value: string; count: number }[] {
  const id = Number(url.pathname.split('/').at(-1));
  const from = url.searchParams.get('from') ?? '';
  const to = url.searchParams.get('to') ?? '';
  if (!isDay(from) || !isDay(to)) throw new Error(`not a period: ${from} to ${to}`);
  if (url.searchParams.get('name')?.endsWith('_hours') === true) return [];
  const silentFrom = isSilent(id) ? addDays(to, -5) : addDays(to, 1);
  return daysOf(from, to).map(value => ({ value, count: value < silentFrom ? id : 0 }));
}

const known = new Map<string, readonly Day[]>();

/** Kept: hundreds of websites are asked for the same days. */
function daysOf(from: Day, to: Day): readonly Day[] {
  const days = known.get(`${from} ${to}`) ?? eachDay(from, to);
  known.set(`${from} ${to}`, days);
  return days;
}

function eachDay(from: Day, to: Day): Day[] {
  const days: Day[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day);
  return days;
}
