import type { Api } from '#api/api.ts';
import { UsageError } from '#connection/errors.ts';
import { readAllTime } from '#model/period/allTime.ts';
import { isAllDays } from '#model/period/periodGrammar.ts';
import type { PeriodChoice } from '#model/period/period.ts';
import type { Day } from '#model/statistics/statistics.ts';
import type { Website } from '#model/website/website.ts';
import { periodOf, type PeriodOptions } from './periodOptions.ts';

/** Whether the period is all that a website has. */
export function isAllTime({ period = '' }: PeriodOptions): boolean {
  return isAllDays(period);
}

/** Throws a UsageError where all days are to be compared: nothing is before them. */
export function refuseComparedAll(options: PeriodOptions & { readonly compare?: string | undefined }): void {
  if (isAllTime(options) && options.compare !== undefined && options.compare !== 'none')
    throw new UsageError('Nothing is before all days: leave --compare out, or give another --period.');
}

/** The period of the options; undefined for "all", which depends on the website. Throws a UsageError. */
export function fixedPeriod(options: PeriodOptions, today: Day): PeriodChoice | undefined {
  return isAllTime(options) ? undefined : periodOf(options, today);
}

/** All days of a website, as a range. Rejects as the Api does. */
export async function allDays(api: Api, website: Website, today: Day): Promise<PeriodChoice> {
  return { kind: 'range', ...(await readAllTime(api, website, today)) };
}
