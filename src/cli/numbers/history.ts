import { UsageError } from '#model/failure.ts';
import {
  allDays,
  filterOf,
  isAllTime,
  periodOf,
  periodOptionsAnd,
  readerWithin,
  refuseUnfiltered,
  reportFilterStart,
  whereOption,
} from '#cli/options.ts';
import { findValue } from '#queries/rows/rows.ts';
import { type TableView, writeTable } from '#cli/output.ts';
import { defineSubcommand, siteArgument } from '#cli/subcommand.ts';
import { requireStatistics, withService } from '#cli/withService.ts';
import { historyTable, type TableSubject, titleOf } from '#model/export/statisticTables.ts';
import { describePeriod, formatDay } from '#model/period/format.ts';
import { resolvePeriod } from '#model/period/period.ts';
import { whyNoRowSearch, whyNoStatistic } from '#model/service/capabilities.ts';
import { isSearchable } from '#model/service/paging.ts';
import { allStatistics, type Day, isHours, isSeries } from '#model/statistics/statistics.ts';
import { readableValue } from '#model/statistics/values.ts';
import { type History, rowHistory } from '#queries/history.ts';
import { read } from '#queries/answers/query.ts';
import { noDataTextOfParts } from '#model/comparison/change.ts';
import { partNote } from '#model/period/bucket.ts';
import { safeText } from '#text/safeText.ts';
import { capitalised } from '#text/words.ts';

export const history = defineSubcommand({
  docs: 'commands',
  description: 'print one row of a statistic over time, and the day it began',
  arguments: [
    siteArgument,
    {
      name: '<STATISTIC>',
      description: 'which',
      choices: allStatistics.filter(name => !isSeries(name) && !isHours(name)),
      whyUnsupported: whyNoStatistic,
    },
    { name: '<VALUE>', description: 'such as news.example.org', whyUnsupported: whyNoRowSearch },
  ],
  options: { ...periodOptionsAnd({ all: '"all"' }), ...whereOption },
  notes:
    '\nThe last 12 months unless told otherwise: days, weeks or months by their length, a request for each;\nof Umami one for the days of a row that it filters by, and of an event; of GoatCounter\none for a page or an event.',
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
      refuseUnfiltered(run, [name], options);
      const website = await run.resolveSite(site);
      requireStatistics(api, [name]);
      const period = resolvePeriod(fixed ?? (await allDays(api, website, today)), today);
      const where = await filterOf(run, [website.id], period, options);
      const reader = readerWithin(run, where);
      const value = await findValue(run.reader, [website.id], name, typed, period);
      const history = await read(rowHistory, { websiteId: website.id, name, value, period }, reader);
      const subject = {
        capabilities: api.capabilities,
        website,
        period,
        where,
        begins: await reportFilterStart(reader, [website.id], period),
        timeZone: run.profile.timeZone,
        notes: run.notesOf(website),
        parameters: { first: history.first },
      };
      // People read since when there are data, in place of rows without a number.
      const begun = history.parts.findIndex(({ hasNoData }) => hasNoData !== true);
      const parts = run.format === 'table' && begun > 0 ? history.parts.slice(begun) : history.parts;
      const table = historyTable(subject, name, value, parts);
      const title = `${readableValue(name, value)} of ${titleOf(subject)}, ${describePeriod(period)}`;
      await writeTable(table, run, viewOf(title, history, subject, today));
    });
  },
});

function viewOf(
  title: string,
  { parts, first, dataFrom }: History,
  { period, begins }: TableSubject,
  today: Day,
): TableView {
  const before =
    begins === undefined
      ? first === period.from
        ? ', or before this period'
        : first === dataFrom
          ? ', the first day that has data'
          : ''
      : ', or before the filter counts';
  const isYoung = parts[0]?.hasNoData === true && dataFrom !== undefined && first !== dataFrom;
  const since = isYoung ? `No data before ${formatDay(dataFrom)}. ` : '';
  return {
    before: safeText(title, 500),
    after:
      first === undefined
        ? safeText(`${capitalised(noDataTextOfParts(parts, today) ?? 'nothing was counted')}.`)
        : safeText(`${since}First on ${formatDay(first)}${before}.`),
    columns: ['from', 'count'],
    cell: (key, row) => {
      if (key !== 'from') return undefined;
      const part = parts.find(({ from: start }) => start === row[0]);
      return part && { text: safeText(`${describePeriod(part)}${partNote(part, today)}`) };
    },
  };
}
