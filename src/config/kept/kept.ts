import * as z from 'zod/mini';
import { storedDay } from '#config/jsonFile.ts';
import type { Day } from '#model/statistics/statistics.ts';
import type { Website } from '#model/website/website.ts';

export type KeptNumbers = z.infer<ReturnType<typeof numbers>>;
export type KeptList = z.infer<ReturnType<typeof keptList>>;

export interface KeptAnswer {
  readonly kind: 'rows' | 'series' | 'hours' | 'visitors' | 'sessions' | 'counts' | 'dataDays' | 'since';
  readonly key: string;
  readonly at: number;
  /** As keptWebsite checks it by its kind. */
  readonly data?: unknown;
}

/** The statistics of one website as they were last seen. */
export interface KeptWebsite {
  readonly id: string;
  /** The day of the last answer, in the profile's time zone. */
  readonly day: Day;
  readonly answers: readonly KeptAnswer[];
}

export interface LastSeen {
  /** Whether every day is to be read again, however long ago it ended: an import into the services of this machine may change any. */
  readonly isReadAgain: boolean;
  listFile(): string | undefined;
  /** Undefined where nothing is kept, or what is kept cannot be used. */
  readonly list: KeptList | undefined;
  website(id: string): KeptWebsite | undefined;
  keepList(make: () => KeptList | undefined): void;
  keepWebsite(id: string, make: () => KeptWebsite | undefined): void;
  drop(id: string): void;
  /** The service takes another key from now on: what it answers is kept apart. */
  useAccount(account: string): void;
  flush(): void;
}

/** Of the files: one of any other counts as absent. */
export const version = 2;

const isCount = (value: unknown) => typeof value === 'number' && Number.isFinite(value);
const count = () => z.number().check(z.refine(isCount));
/** Checked by hand: there may be hundreds of thousands of numbers. */
const counts = () => z.custom<readonly number[]>(value => Array.isArray(value) && value.every(isCount));
const text = () => z.optional(z.string());
const flag = () => z.optional(z.boolean());
const next = () => z.enum(['yes', 'no', 'maybe']);

const list = <T>(item: z.ZodMiniType<T>): z.ZodMiniType<readonly T[]> => z.array(item);

const website = (): z.ZodMiniType<Website> =>
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
    retention: text(),
    hasSecretLink: z.optional(z.literal(true)),
    fields: z.record(z.string(), z.unknown()),
    leftOut: z.optional(z.number()),
  });

/** The numbers of a measure of one website as they were read: by days, or as 'exact' the visitors of a period. */
const numbers = () =>
  z.object({
    from: storedDay(),
    to: storedDay(),
    name: z.enum(['visitors', 'pageviews', 'exact']),
    /** By website: when they were requested, in milliseconds since 1970, and a count for every day. */
    byWebsite: z.record(z.string(), z.object({ at: count(), counts: counts() })),
  });

/** All texts in it are the service's, raw. */
export const keptList = () =>
  z.object({
    /** When the rows were requested, in milliseconds since 1970. */
    at: count(),
    /** The day that the numbers were for, in the profile's time zone. */
    day: storedDay(),
    sortBy: z.enum(['id', 'domain']),
    sort: z.enum(['asc', 'desc']),
    rows: list(website()),
    total: z.optional(count()),
    next: next(),
    numbers: list(numbers()),
  });

const rows = () =>
  z.object({
    rows: z.array(z.object({ value: z.string(), count: count() })),
    page: z.int(),
    total: z.optional(count()),
    sum: z.optional(count()),
    next: next(),
    isCut: flag(),
  });

const dataDays = () =>
  z.object({
    from: z.optional(storedDay()),
    gaps: z.array(z.object({ from: storedDay(), to: storedDay() })),
    filtersFrom: z.optional(storedDay()),
    requestsFrom: z.optional(storedDay()),
  });

const sums = () => ({ sessions: count(), bounces: count(), seconds: count(), pageviews: count() });
const sessions = () =>
  z.object({
    sums: z.object(sums()),
    days: z.optional(z.array(z.object({ day: storedDay(), ...sums() }))),
    from: z.optional(storedDay()),
  });

const answer = () => {
  const common = { key: z.string(), at: count() };
  return z.discriminatedUnion('kind', [
    z.object({ ...common, kind: z.literal('rows'), data: rows() }),
    z.object({
      ...common,
      kind: z.literal('series'),
      data: z.object({ from: storedDay(), counts: counts() }),
    }),
    z.object({ ...common, kind: z.literal('hours'), data: counts().check(z.length(24)) }),
    z.object({ ...common, kind: z.literal('visitors'), data: count() }),
    z.object({ ...common, kind: z.literal('sessions'), data: sessions() }),
    z.object({ ...common, kind: z.literal('counts'), data: z.union([count(), z.literal('unknown')]) }),
    z.object({ ...common, kind: z.literal('dataDays'), data: dataDays() }),
    z.object({ ...common, kind: z.literal('since'), data: z.union([storedDay(), z.literal('unknown')]) }),
  ]);
};

export const keptWebsite = () => z.object({ id: z.string(), day: storedDay(), answers: z.array(answer()) });
