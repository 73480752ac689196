import * as z from 'zod/mini';
import { isDay } from '#model/period/day.ts';
import type { Day } from '#model/statistics/statistics.ts';
import type { KeptList, KeptWebsite } from './kept.ts';

/** Of the files. The first version had no counts of single rows and no first days; one of any other counts as absent. */
export const version = 2;
export const readVersions: readonly unknown[] = [1, version];

const isCount = (value: unknown) => typeof value === 'number' && Number.isFinite(value);
const count = () => z.number().check(z.refine(isCount));
/** Checked by hand: there may be hundreds of thousands of numbers. */
const counts = () => z.custom<number[]>(value => Array.isArray(value) && value.every(isCount));
const day = () => z.custom<Day>(value => typeof value === 'string' && isDay(value));
const text = () => z.optional(z.string());
const flag = () => z.optional(z.boolean());
const next = () => z.enum(['yes', 'no', 'maybe']);

const website = () =>
  z.object({
    id: z.string(),
    domain: text(),
    createdAt: text(),
    name: text(),
    privacy: z.optional(z.enum(['public', 'private', 'password'])),
    email: flag(),
    excludeBots: flag(),
    excludeParams: text(),
    excludeIps: text(),
    fields: z.record(z.string(), z.unknown()),
    leftOut: z.optional(z.number()),
  });

const numbers = () =>
  z.object({
    from: day(),
    to: day(),
    name: z.enum(['visitors', 'pageviews', 'exact']),
    of: z.record(z.string(), z.object({ at: count(), counts: counts() })),
  });

const list = () =>
  z.object({
    at: count(),
    day: day(),
    sortBy: z.enum(['id', 'domain']),
    sort: z.enum(['asc', 'desc']),
    rows: z.array(website()),
    total: z.optional(count()),
    next: next(),
    numbers: z.array(numbers()),
  });

const rows = () =>
  z.object({
    rows: z.array(z.object({ value: z.string(), count: count() })),
    page: z.int(),
    total: z.optional(count()),
    next: next(),
    isCut: flag(),
  });

const answer = () => {
  const common = { key: z.string(), at: count() };
  return z.discriminatedUnion('kind', [
    z.object({ ...common, kind: z.literal('rows'), data: rows() }),
    z.object({ ...common, kind: z.literal('series'), data: z.object({ from: day(), counts: counts() }) }),
    z.object({ ...common, kind: z.literal('hours'), data: counts().check(z.length(24)) }),
    z.object({ ...common, kind: z.literal('visitors'), data: count() }),
    z.object({ ...common, kind: z.literal('counts'), data: z.union([count(), z.literal('unknown')]) }),
    z.object({ ...common, kind: z.literal('since'), data: z.union([day(), z.literal('unknown')]) }),
  ]);
};

const statistics = () => z.object({ id: z.string(), day: day(), answers: z.array(answer()) });

/** Undefined for what is no list of ours. */
export function decodeList(value: unknown): KeptList | undefined {
  return list().safeParse(value).data;
}

export function decodeWebsite(value: unknown): KeptWebsite | undefined {
  return statistics().safeParse(value).data;
}
