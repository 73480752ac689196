import type { Api } from '#api/api.ts';
import { Failure, RefusedError, UsageError } from '#model/failure.ts';
import { requireStatistics } from '#cli/lacking.ts';
import { allDays, isAllTime, periodOf, periodOptionsAnd } from '#cli/options/question.ts';
import { type TableView, writeTable } from '#cli/output/table.ts';
import { defineSubcommand } from '#cli/subcommand.ts';
import { withService } from '#cli/withService.ts';
import { everyDay, hasDataIn } from '#model/comparison/dataDays.ts';
import { historyTable, titleOf } from '#model/export/statisticTables.ts';
import { type HistoryPart, historyParts } from '#model/period/bucket.ts';
import { addDays, dayCount } from '#model/period/day.ts';
import { describePeriod, formatDay } from '#model/period/format.ts';
import { resolvePeriod } from '#model/period/period.ts';
import { whyNoRowSearch, whyNoStatistic } from '#model/service/capabilities.ts';
import { fewAtOnce } from '#model/service/fewAtOnce.ts';
import { exactCount, isSearchable } from '#model/service/paging.ts';
import {
  allStatistics,
  type Day,
  isHours,
  isSeries,
  type Period,
  type StatisticName,
} from '#model/statistics/statistics.ts';
import { namedCode, readableValue } from '#model/statistics/values.ts';
import { label, safeText } from '#text/safeText.ts';

interface History {
  /** As the service has it: "US:United States". */
  readonly value: string;
  readonly parts: readonly HistoryPart[];
  /** The first day with a count; undefined where there is none. */
  readonly first: Day | undefined;
}

/**
 * The value of a row as the service has it, for what a person types: the same text, or its name or code ("Germany", "DE"). Else
 * the rows of the period with this text in them, most frequent first.
 */
async function findValue(
  api: Api,
  id: string,
  name: StatisticName,
  typed: string,
  period: Period,
): Promise<{ readonly value: string } | { readonly like: readonly string[] }> {
  const { rows } = await api.readStatistic(id, { name, period, search: typed, perPage: 100 });
  const values = rows.map(({ value }) => value);
  const wanted = typed.toLowerCase();
  const isMeant = (value: string) =>
    [value, readableValue(name, value), namedCode(name, value).code].some(
      text => text?.toLowerCase() === wanted,
    );
  const value = values.find(known => known === typed) ?? values.find(isMeant);
  return value === undefined ? { like: values.slice(0, 3) } : { value };
}

/** The counts of a row over the parts of a period; the first day is searched by halves of the first part that has any. */
async function readHistory(
  api: Api,
  id: string,
  name: StatisticName,
  value: string,
  period: Period,
  today: Day,
): Promise<History> {
  const count = async (days: Period) =>
    await exactCount(query => api.readStatistic(id, query), { name, value }, days);
  const parts = await fewAtOnce(historyParts(period).parts, async part => ({
    ...part,
    count: await count(part),
    isRead: true,
  }));
  const begun = parts.find(part => (part.count ?? 0) > 0);
  return {
    value,
    parts: await partsWithData(api, id, parts, today),
    first: begun && (await firstDay(begun, count)),
  };
}

/** A part without any data has no count; where no part is empty, all have data. */
async function partsWithData(api: Api, id: string, parts: readonly HistoryPart[], today: Day) {
  if (parts.every(({ count }) => count !== 0)) return parts;
  const data = await api.readDataDays(id, today).catch((error: unknown) => {
    if (error instanceof Failure) return everyDay;
    throw error;
  });
  return parts.map(part =>
    part.count === 0 && !hasDataIn(data, part) ? { ...part, count: undefined } : part,
  );
}

async function firstDay(
  { from, to }: Period,
  count: (days: Period) => Promise<number | undefined>,
): Promise<Day> {
  if (from >= to) return from;
  const middle = addDays(from, Math.ceil(dayCount({ from, to }) / 2) - 1);
  const isEarlier = ((await count({ from, to: middle })) ?? 0) > 0;
  return await firstDay(isEarlier ? { from, to: middle } : { from: addDays(middle, 1), to }, count);
}

export const history = defineSubcommand({
  docs: 'commands',
  description: 'print one row of a statistic over time, and the day it began',
  arguments: [
    { name: '<SITE>', description: 'its domain, id or name', suggestions: 'websites' },
    {
      name: '<STATISTIC>',
      description: 'which',
      choices: allStatistics.filter(name => !isSeries(name) && !isHours(name)),
      whyLacking: whyNoStatistic,
    },
    { name: '<VALUE>', description: 'such as news.example.org', whyLacking: whyNoRowSearch },
  ],
  options: periodOptionsAnd({ all: '"all"' }),
  notes:
    '\nThe last 12 months unless told otherwise: days, weeks or months by their length, a request for each.',
  examples: [
    [
      'sitedeck history shop.example.com referrer www.google.com',
      'since when a website has referred visitors, and how many',
    ],
    ["sitedeck history shop.example.com page /sale --period 'this year'", 'the views of a page in this year'],
  ],
  async run([site, name, typed], options) {
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
      const history = await readHistory(api, website.id, name, found.value, period, today);
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
  },
});

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
