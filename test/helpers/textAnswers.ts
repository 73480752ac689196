import type { IncomingMessage } from 'node:http';
import { addDays, daysBetween, parseDay } from '#model/period/day.ts';

/** What the service says, for one API key. */
export interface Content {
  /** The texts that stand in every field in turn: domains, values, messages, unknown fields. */
  readonly texts: readonly string[];
  /** Websites; the texts come again with a number. */
  readonly websites?: number;
  /** Every answer is this failure, with the texts as the service's words. */
  readonly failing?: number;
  /** Writes are refused with a 422 that has the texts beside every field. */
  readonly refusing?: boolean;
  /** What is done to each text, and each name of a field, on its way out. */
  readonly written?: ((text: string) => string) | undefined;
  /** Milliseconds before each answer; Infinity: none comes. */
  readonly delay?: number;
}

type Json = Readonly<Record<string, unknown>>;

/** A value with every text in it, and each name of a field, written in another way. */
export function rewritten(value: unknown, written: Content['written']): unknown {
  if (written === undefined) return value;
  if (typeof value === 'string') return written(value);
  if (Array.isArray(value)) return value.map(item => rewritten(item, written));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [written(name), rewritten(item, written)]),
  );
}

/** Status and body. */
export function reply({ method, url = '/' }: IncomingMessage, content: Content): [number, unknown] {
  const { pathname, searchParams } = new URL(url, 'http://localhost');
  if (content.failing !== undefined) return [content.failing, refusal(content)];
  if (method === 'DELETE') return [204, null];
  if (method !== 'GET' && content.refusing === true) return [422, refusal(content)];
  if (pathname.startsWith('/api/v1/stats/'))
    return [200, statistic(searchParams, content, indexIn(pathname))];
  if (pathname !== '/api/v1/websites') return [200, { data: website(indexIn(pathname), content) }];
  return method === 'GET' ? [200, websites(searchParams, content)] : [201, { data: website(0, content) }];
}

function indexIn(pathname: string): number {
  return Number(/(\d+)$/.exec(pathname)?.[1] ?? 0);
}

function pick({ texts }: Content, index: number): string {
  return texts[index % texts.length] ?? '';
}

function website(index: number, content: Content): Json {
  const own = pick(content, index);
  const again = index < content.texts.length ? '' : `-${index}`;
  // What is no text or very long is no part of a web address.
  const canBeId = index % 2 === 1 && own.isWellFormed() && own.length < 1000;
  return {
    id: canBeId ? `${own}${index}` : index,
    domain: `${own}${again}`,
    privacy: index % 3,
    email: index % 2,
    exclude_bots: 1,
    exclude_params: content.texts.slice(0, 3).join('\n'),
    exclude_ips: own,
    created_at: index % 2 === 0 ? '2025-03-03 10:00:00' : own,
    note: own,
    [own]: own,
    // Written as JSON its columns are others than those of its harmless twin.
    nested: index === 2 ? { [own]: content.texts } : { list: [1, 2] },
  };
}

function websites(query: URLSearchParams, content: Content): Json {
  const count = content.websites ?? content.texts.length;
  const all = Array.from({ length: count }, (_, index) => website(index, content));
  return listed(all, query);
}

function statistic(query: URLSearchParams, content: Content, site: number): Json {
  const name = query.get('name') ?? '';
  // Other rows among days or hours are refused, whatever they say.
  if (name === 'visitors' || name === 'pageviews') return listed(days(query, site), query);
  const hours = Array.from({ length: 24 }, (_, hour) => ({
    value: String(hour).padStart(2, '0'),
    count: 5 + ((hour * 7) % 24),
  }));
  if (name.endsWith('_hours')) return listed(hours, query);
  const more = fourWeeks(query) % 2;
  const rows = content.texts.map((value, index) => ({
    value,
    count: 9000 - index * 17 + more * (index + 1),
  }));
  return listed(rows, query);
}

/** Periods of four weeks one after the other have different rows. */
function fourWeeks(query: URLSearchParams): number {
  return Math.floor(daysBetween('2020-01-01', parseDay(query.get('from') ?? '') ?? '2020-01-01') / 28);
}

const now = new Date().toISOString();
/** The days since the one whose counts the tests were written beside: what is measured is the same on every day. */
const later = daysBetween('2026-11-20', parseDay(now.slice(0, 10)) ?? '2026-11-20');

/** A count for each day of a website, the same whatever period is asked for. */
function days(query: URLSearchParams, site: number): Json[] {
  const [from, to] = [parseDay(query.get('from') ?? ''), parseDay(query.get('to') ?? '')];
  if (from === undefined || to === undefined) return [];
  return Array.from({ length: daysBetween(from, to) + 1 }, (_, index) => {
    const value = addDays(from, index);
    const seed = daysBetween('2020-01-01', value) - later;
    return {
      value,
      count:
        40 + ((seed * 37 + site * seed) % 90) * (1 + site) + (query.get('name') === 'pageviews' ? 60 : 0),
    };
  });
}

function listed(all: readonly unknown[], query: URLSearchParams): Json {
  const perPage = Number(query.get('per_page') ?? 10);
  const page = Number(query.get('page') ?? 1);
  return {
    data: all.slice((page - 1) * perPage, page * perPage),
    meta: { current_page: page, last_page: Math.max(1, Math.ceil(all.length / perPage)), total: all.length },
  };
}

function refusal(content: Content): Json {
  const { texts } = content;
  const fields = ['domain', 'privacy', 'password', 'email', 'exclude_bots', 'exclude_params', 'exclude_ips'];
  return {
    message: pick(content, 0),
    errors: Object.fromEntries([
      ...fields.map((field, index) => [field, [pick(content, index), pick(content, index + 1)]]),
      ...texts.map(text => [text, [text]]),
    ]),
  };
}
