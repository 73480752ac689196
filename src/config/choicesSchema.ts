import * as z from 'zod/mini';
import { baselines, defaultBaseline } from '#model/period/comparedPeriods.ts';
import { isDay } from '#model/period/day.ts';
import { defaultPeriodChoice, presets } from '#model/period/period.ts';
import { pageSizes } from '#model/paging/query.ts';
import { websitesSorts, type SavedChoices } from '#model/text/savedChoices.ts';
import type { Day, Period } from '#model/statistics/statistics.ts';

export const defaultChoices: SavedChoices = {
  sortBy: 'id',
  sort: 'desc',
  perPage: 'fit',
  period: defaultPeriodChoice,
  baseline: defaultBaseline,
  overview: true,
};

const orElse = z.catch;

const day = () =>
  z.pipe(
    z.string().check(z.refine(isDay)),
    z.transform((text): Day => (isDay(text) ? text : '1970-01-01')),
  );

const inOrder = () => z.refine<Period>(({ from, to }) => from <= to);
const preset = () => z.object({ kind: z.literal('preset'), preset: z.enum(presets.map(({ name }) => name)) });
const range = () => z.object({ kind: z.literal('range'), from: day(), to: day() }).check(inOrder());
/** A range reached by stepping from another period. */
const steppedRange = () =>
  z
    .object({
      kind: z.literal('range'),
      from: day(),
      to: day(),
      stepped: z.object({
        from: z.union([preset(), range()]),
        by: z.int().check(z.refine(by => by !== 0 && Math.abs(by) < 1_000_000)),
      }),
    })
    .check(inOrder());

const period = () => z.union([preset(), steppedRange(), range()]);

/** Each choice on its own: one that cannot be read is the default. */
const storedChoices = () =>
  z.object({
    sortBy: orElse(z.enum(websitesSorts), defaultChoices.sortBy),
    sort: orElse(z.enum(['asc', 'desc']), defaultChoices.sort),
    perPage: orElse(z.literal(pageSizes), defaultChoices.perPage),
    period: orElse(period(), defaultChoices.period),
    baseline: orElse(z.enum([...baselines, 'none']), defaultChoices.baseline),
    overview: orElse(z.boolean(), defaultChoices.overview),
  });

/** The stored choices; the default in place of each that is missing or cannot be read. */
export function decodeChoices(stored: unknown): SavedChoices {
  if (stored === undefined) return defaultChoices;
  const result = storedChoices().safeParse(stored);
  return result.success ? result.data : defaultChoices;
}
