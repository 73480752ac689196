import * as z from 'zod/mini';
import { isDay } from '#model/day.ts';
import { defaultPeriodChoice, presets } from '#model/period.ts';
import { perPageSizes } from '#model/query.ts';
import { websitesSorts, type SavedChoices } from '#model/savedChoices.ts';
import type { Day } from '#model/statistics.ts';

export const defaultChoices: SavedChoices = {
  search: '',
  sortBy: 'id',
  sort: 'desc',
  perPage: 25,
  period: defaultPeriodChoice,
  overview: true,
};

const orElse = z.catch;

const day = () =>
  z.pipe(
    z.string().check(z.refine(isDay)),
    z.transform((text): Day => (isDay(text) ? text : '1970-01-01')),
  );

const period = () =>
  z.union([
    z.object({ kind: z.literal('preset'), preset: z.enum(presets.map(({ name }) => name)) }),
    z
      .object({ kind: z.literal('range'), from: day(), to: day() })
      .check(z.refine(({ from, to }) => from <= to)),
  ]);

/** Each choice by itself: one that reads as nothing known is the default. */
const storedChoices = () =>
  z.object({
    search: orElse(z.string().check(z.maxLength(500)), defaultChoices.search),
    sortBy: orElse(z.enum(websitesSorts), defaultChoices.sortBy),
    sort: orElse(z.enum(['asc', 'desc']), defaultChoices.sort),
    perPage: orElse(z.literal(perPageSizes), defaultChoices.perPage),
    period: orElse(period(), defaultChoices.period),
    overview: orElse(z.boolean(), defaultChoices.overview),
  });

export function decodeChoices(stored: unknown): SavedChoices {
  if (stored === undefined) return defaultChoices;
  const result = storedChoices().safeParse(stored);
  return result.success ? result.data : defaultChoices;
}
