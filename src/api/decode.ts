import * as z from 'zod/mini';
import { catch as instead, optional, type ZodMiniType } from 'zod/mini';
import type { Page, PerPage, StatisticQuery, WebsitesQuery } from '#model/service/paging.ts';
import type { Answer, RequestOptions, ServiceApi } from './api.ts';
import { ApiError } from '#model/failure.ts';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { lazy } from '#text/memo.ts';
import { parsedJson } from '#text/safeText.ts';
import { compareText, groupThousands } from '#text/words.ts';
import { readableValue } from '#model/statistics/values.ts';
import { hourValue } from '#model/period/format.ts';
import { isHours, isSeries, type StatisticRow } from '#model/statistics/statistics.ts';
import { type Website, websiteName } from '#model/website/website.ts';

/** The schema, which gives undefined for what is absent or does not match. */
export function lenient<T extends ZodMiniType>(schema: T) {
  return instead(optional(schema), undefined);
}

/** A count as a number or as text; null is the sum of no rows. Never too large for exact sums. */
export const count = lazy(() =>
  z.union([
    z.number().check(z.nonnegative(), z.maximum(Number.MAX_SAFE_INTEGER)),
    z.pipe(z.string().check(z.regex(/^\d{1,15}(?:\.\d+)?$/)), z.transform(Number)),
    z.pipe(
      z.null(),
      z.transform(() => 0),
    ),
  ]),
);

/** Limits for the fields of a website: unknown fields, values within one field, and levels of nesting. */
const maxFields = 200;
const maxValues = 5_000;
const deepest = 20;

/** All known fields and the first unknown ones, without any that is too large or too deeply nested, and how many those are. */
export function boundedFields(
  all: Readonly<Record<string, unknown>>,
  isKnown: (name: string) => boolean,
): Pick<Website, 'fields' | 'leftOut'> {
  const entries = Object.entries(all);
  let others = 0;
  const kept = entries.filter(([name, value]) => {
    const hasRoom = isKnown(name) || others < maxFields;
    if (!hasRoom || !isSmall(value)) return false;
    if (!isKnown(name)) others += 1;
    return true;
  });
  const leftOut = entries.length - kept.length;
  return leftOut === 0 ? { fields: all } : { fields: Object.fromEntries(kept), leftOut };
}

function isSmall(value: unknown): boolean {
  let values = 0;
  // At most `deepest` nested calls.
  const fits = (inner: unknown, depth: number): boolean => {
    values += 1;
    if (typeof inner !== 'object' || inner === null) return values <= maxValues;
    return depth < deepest && values <= maxValues && Object.values(inner).every(one => fits(one, depth + 1));
  };
  return fits(value, 0);
}

/** The path segment of an id. Throws for an id that would lead to another path. */
export function segment(id: string): string {
  if (/^\.{0,2}$/.test(id) || !id.isWellFormed()) {
    throw new ApiError('notFound', 'No website has such an id: take one from the list of websites.');
  }
  return encodeURIComponent(id);
}

/** A page of rows that are all here. */
export function pageOf<T>(
  rows: readonly T[],
  { page = 1, perPage = 10 }: { readonly page?: number | undefined; readonly perPage?: PerPage | undefined },
): Page<T> {
  const end = page * perPage;
  return {
    rows: rows.slice(end - perPage, end),
    page,
    total: rows.length,
    next: end < rows.length ? 'yes' : 'no',
  };
}

/** Of a statistic that is all here. A search finds what is shown as well as what is stored. */
export function pageOfRows(rows: readonly StatisticRow[], query: StatisticQuery): Page<StatisticRow> {
  const { name, search = '', sortBy = 'count', sort = 'desc' } = query;
  const wanted = search.trim().toLowerCase();
  const shown = (value: string) => readableValue(name, value).toLowerCase();
  const found = rows.filter(
    ({ value }) => value.toLowerCase().includes(wanted) || shown(value).includes(wanted),
  );
  // Of days and hours the values themselves are in order: "10 Oct" would come before "2 Oct".
  const key = (value: string) => (isSeries(name) || isHours(name) ? value : shown(value));
  const order = (a: StatisticRow, b: StatisticRow) =>
    sortBy === 'count' ? a.count - b.count : compareText(key(a.value), key(b.value));
  const direction = sort === 'desc' ? -1 : 1;
  return pageOf(
    found.toSorted((a, b) => direction * order(a, b) || compareText(a.value, b.value)),
    query,
  );
}

/** The rows of days or hours, where the service has those as series alone; undefined for any other statistic. */
export async function rowsOfSeries(
  service: Pick<ServiceApi, 'readSeries' | 'readHours'>,
  id: string,
  { name, period }: StatisticQuery,
  options: RequestOptions,
): Promise<StatisticRow[] | undefined> {
  if (isSeries(name)) {
    const days = await service.readSeries(id, name, period, options);
    return days.map(({ day, count }) => ({ value: day, count }));
  }
  if (!isHours(name)) return undefined;
  const hours = await service.readHours(id, name, period, options);
  return hours.map((count, hour) => ({ value: hourValue(hour), count }));
}

/** Of websites that are all here; `byAge`: the oldest first. */
export function pageOfWebsites(
  websites: readonly Website[],
  query: WebsitesQuery,
  byAge: (a: Website, b: Website) => number,
): Page<Website> {
  const search = query.search?.trim().toLowerCase() ?? '';
  const found = websites.filter(({ domain = '', name = '' }) =>
    [domain, name].some(text => text.toLowerCase().includes(search)),
  );
  const byName = (a: Website, b: Website) => compareText(websiteName(a), websiteName(b));
  const order = query.sortBy === 'domain' ? byName : byAge;
  const direction = (query.sort ?? 'desc') === 'desc' ? -1 : 1;
  return pageOf(
    found.toSorted((a, b) => direction * order(a, b) || compareText(a.id, b.id)),
    query,
  );
}

export function wrongShape(expected: string): ApiError {
  return new ApiError(
    'shape',
    `The answer is not ${expected}: this may not be the analytics service. Check the address.`,
  );
}

/** Of 5 MB of short values JSON.parse takes a second, and all that walks through them more. */
const maxValuesOfAnswer = 400_000;

/** The value of a body; undefined where it is no JSON. Throws an ApiError of kind shape where it holds too many values. */
export function parseAnswer(text: string): unknown {
  // Each takes a character and a comma or bracket at least.
  if (text.length >= maxValuesOfAnswer && hasMoreValues(text, maxValuesOfAnswer))
    throw new ApiError(
      'shape',
      `The answer holds more than ${groupThousands(maxValuesOfAnswer)} values: ask for less, or check the address.`,
    );
  return parsedJson(text);
}

/** Counts the values without making them: each stands behind a bracket or a comma outside of strings. */
function hasMoreValues(text: string, max: number): boolean {
  let values = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quote) {
      at = endOfString(text, at + 1);
    } else if (code === comma || code === bracket || code === brace) {
      values += 1;
      if (values > max) return true;
    }
  }
  return false;
}

const [quote, comma, bracket, brace, backslash] = [34, 44, 91, 123, 92];

/** Where the quote is that ends a string, or the end of the text. */
function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start); at !== -1; at = text.indexOf('"', at + 1)) {
    let slashes = 0;
    while (at - slashes > start && text.charCodeAt(at - slashes - 1) === backslash) slashes += 1;
    if (slashes % 2 === 0) return at;
  }
  return text.length;
}

/** The most rows of one answer, or of one list made of several: those behind them are left out, which is said. */
export const maxRows = 50_000;

/** The longest time in milliseconds for which keys and signals wait. */
const maxTurnMs = 8;
/** Items between two looks at the clock. */
const step = 64;

/** Like `map`, in turns of a few milliseconds: a long list of a service must not keep the program from being ended. */
export async function mapYielding<T, Result>(
  items: readonly T[],
  map: (item: T) => Result,
): Promise<Result[]> {
  const results: Result[] = [];
  let began = performance.now();
  for (const [index, item] of items.entries()) {
    if (index % step === 0 && performance.now() - began > maxTurnMs) {
      await nextTurn();
      began = performance.now();
    }
    results.push(map(item));
  }
  return results;
}

export const notThisService =
  'A web page answers, not the service (or a sign-in in front of it): check the address.';

export function isHtml({ headers, text }: Pick<Answer, 'headers' | 'text'>): boolean {
  return (
    /\bx?html\b/i.test(headers.get('content-type') ?? '') || /^\s*<(?:!doctype|html|head|body)\b/i.test(text)
  );
}
