import type { OptionTable, OptionValues } from '#cli/subcommand.ts';
import type { Run } from '#cli/withService.ts';
import { say } from '#cli/output/streams.ts';
import { UnsupportedError, UsageError } from '#model/failure.ts';
import { addDays, earlierDay } from '#model/period/day.ts';
import type { Capabilities } from '#model/service/capabilities.ts';
import { type Filter, type FilterCapabilities, isTimeField } from '#model/service/filter.ts';
import { filterBeginsText, parseCondition, whyNoFilter, whyNotFiltered } from '#model/service/filterText.ts';
import type { Day, Period, StatisticName } from '#model/statistics/statistics.ts';
import { findValue } from '#queries/rows/rows.ts';
import { filterBegins } from '#queries/days/dataDays.ts';
import { createReader, read, type Reader } from '#queries/answers/query.ts';

export const whereOption = {
  where: {
    value: '<condition>',
    description:
      'count only page views that meet it, as country=DE, device!=mobile or page~/blog; once for each condition',
    repeatable: true,
    suggestions: 'conditions',
    whyUnsupported: whyNoConditions,
  },
} as const satisfies OptionTable;

export type WhereOptions = OptionValues<typeof whereOption>;

function whyNoConditions(capabilities: Capabilities, word: string): string | undefined {
  const lacking = whyNoFilter(capabilities, []);
  if (lacking !== undefined || word === '') return lacking;
  const found = parseCondition(word, capabilities.filters);
  return 'problem' in found ? found.problem : whyNoFilter(capabilities, [found.condition]);
}

/** The conditions as they are typed. Throws a UsageError for what is none. */
export function conditionsOf({ where = [] }: WhereOptions, filters?: FilterCapabilities): Filter {
  return where.map(text => {
    const found = parseCondition(text, filters);
    if ('problem' in found) throw new UsageError(found.problem);
    return found.condition;
  });
}

/** Of how many days the rows tell a value: of fewer days one that has had no visit would not be known. */
const toldDays = 100;

/** With the values as rows tell them. Throws a UsageError where the service cannot apply it, a RefusedError for an unknown value. */
export async function filterOf(
  { api, reader }: Pick<Run, 'api' | 'reader'>,
  websites: readonly string[],
  period: Period,
  options: WhereOptions,
): Promise<Filter> {
  const typed = conditionsOf(options, api.capabilities.filters);
  const reason = typed.length === 0 ? undefined : whyNoFilter(api.capabilities, typed);
  if (reason !== undefined) throw new UnsupportedError(reason);
  const from = earlierDay(period.from, addDays(period.to, 1 - toldDays));
  const told = { from, to: period.to };
  return await Promise.all(
    typed.map(async condition => {
      const { field, comparison, value } = condition;
      if (isTimeField(field) || comparison === 'contains') return condition;
      return { ...condition, value: await findValue(reader, websites, field, value, told) };
    }),
  );
}

/** Throws a UsageError for a statistic that is not counted within the conditions. */
export function refuseUnfiltered(
  { api: { capabilities } }: Pick<Run, 'api'>,
  names: readonly StatisticName[],
  options: WhereOptions,
): void {
  const typed = conditionsOf(options, capabilities.filters);
  if (typed.length === 0) return;
  const reasons = names.map(name => whyNotFiltered(name, capabilities, typed));
  const reason = reasons.find(why => why !== undefined);
  if (reason !== undefined) throw new UnsupportedError(reason);
}

/** The run within a filter: what queries read is, and what the service has is what it counts so. */
export function within<R extends Pick<Run, 'api' | 'reader' | 'today' | 'profile'>>(
  run: R,
  where: Filter,
): R & { readonly where: Filter } {
  const { api, profile } = run;
  const about = { today: run.today(), timeZone: profile.timeZone };
  return { ...run, where, reader: where.length === 0 ? run.reader : createReader(api, { ...about, where }) };
}

/** Says from which day on the filter of the reader counts, where the period has earlier days. Returns that day. */
export async function sayBegins(
  reader: Reader,
  websites: readonly string[],
  period: Period,
): Promise<Day | undefined> {
  const begins = await read(filterBegins, { websites, period }, reader);
  if (begins !== undefined) say(filterBeginsText(begins));
  return begins;
}
