import { RefusedError, UsageError } from '#connection/errors.ts';
import type { GlobalOptions } from '#headless/options/globalOptions.ts';
import { periodOf, type PeriodOptions } from '#headless/options/periodOptions.ts';
import { allDays, isAllTime } from '#headless/options/siteDays.ts';
import { writeTable, type TableView } from '#headless/output/write.ts';
import { requireStatistics } from '#headless/lacking.ts';
import { withService } from '#headless/withService.ts';
import { formatDay } from '#model/period/day.ts';
import { describePeriod, resolvePeriod } from '#model/period/period.ts';
import { isSearchable } from '#model/statistics/exactCount.ts';
import { historyTable, titleOf } from '#model/statistics/statisticTables.ts';
import { readableValue } from '#model/statistics/statisticValue.ts';
import type { StatisticName } from '#model/statistics/statistics.ts';
import { label, safeText } from '#terminal/safeText.ts';
import { findValue, readHistory, type History } from './readHistory.ts';

/** Prints one row of a statistic over time. Rejects as the Api does, with a UsageError, or a RefusedError for no such row. */
export async function printHistory(
  site: string,
  name: StatisticName,
  typed: string,
  options: GlobalOptions & PeriodOptions,
): Promise<void> {
  if (!isSearchable(typed)) throw new UsageError('An empty value cannot be searched for.');
  await withService(options, async run => {
    const { api } = run;
    const today = run.today();
    const asked = options.period ?? options.from ?? options.to;
    const wanted = asked === undefined ? { period: '12m' } : options;
    const fixed = isAllTime(options) ? undefined : periodOf(wanted, today);
    const website = await run.resolveSite(site);
    requireStatistics(api, [name]);
    const period = resolvePeriod(fixed ?? (await allDays(api, website, today)), today);
    const found = await findValue(api, website.id, name, typed, period);
    if (!('value' in found)) throw new RefusedError(noRow(typed, name, found.like));
    const history = await readHistory(api, website.id, name, found.value, period);
    const subject = {
      capabilities: api.capabilities,
      website,
      period,
      timeZone: run.profile.timeZone,
      parameters: { first: history.first },
    };
    const table = historyTable(subject, name, found.value, history.parts);
    const title = `${readableValue(name, found.value)} of ${titleOf(subject)}, ${describePeriod(period)}`;
    await writeTable(table, run, viewOf(title, history, period.from));
  });
}

function viewOf(title: string, { parts, first }: History, from: string): TableView {
  return {
    before: safeText(title, 500),
    after:
      first === undefined
        ? label`Nothing was counted.`
        : safeText(`First on ${formatDay(first)}${first === from ? ', or before this period' : ''}.`),
    columns: ['from', 'count'],
    cell: (key, row) => {
      if (key !== 'from') return undefined;
      const part = parts.find(({ from: start }) => start === row[0]);
      return part && { text: safeText(describePeriod(part)) };
    },
  };
}

function noRow(typed: string, name: StatisticName, like: readonly string[]): string {
  const words = `There is no ${name} ${safeText(JSON.stringify(typed), 100)} in this period`;
  const others = like.map(value => safeText(JSON.stringify(value), 100)).join(', ');
  return others === '' ? `${words}.` : `${words}: the most frequent ones like it are ${others}.`;
}
