import type { BesideRow } from '#model/comparison/sideBySide.ts';
import { changeRatio } from '#model/comparison/change.ts';
import { isDay } from '#model/period/day.ts';
import { formatDayLong, hourText, hourValue } from '#model/period/format.ts';
import {
  columnTitles,
  type Capabilities,
  countsVisits,
  statisticTitle,
} from '#model/service/capabilities.ts';
import type { Filter } from '#model/service/filter.ts';
import { withinText } from '#model/service/filterText.ts';
import type { Day, Period, StatisticName } from '#model/statistics/statistics.ts';
import { type Summary, summaryChange, viewsPerVisitor } from '#model/statistics/summary.ts';
import { readableValue } from '#model/statistics/values.ts';
import { distinctName, sharedDomains, type Website } from '#model/website/website.ts';
import { isNoted, type Notes, notesIn, timedNote } from '#model/website/notes.ts';
import { listed } from '#text/words.ts';
import {
  beginsParameters,
  type DataCell,
  type DataColumn,
  type DataTable,
  periodParameters,
  whereParameter,
} from './dataTable.ts';

/** Of each website so many rows of a statistic, unless told otherwise. */
export const besideRowsEach = 5;

interface BesideWebsite {
  readonly website: Pick<Website, 'id' | 'domain' | 'name'>;
  readonly visitors: Summary | undefined;
  readonly pageviews: Summary | undefined;
  /** Of a single day, and the one of today that is not over. */
  readonly hours: readonly number[] | undefined;
  readonly openFrom: number | undefined;
  /** The day it is compared with, where each has another one. */
  readonly days: { readonly usualOf: Day | undefined; readonly beside: Period | undefined };
  readonly noComparison: string | undefined;
}

interface BesideSubject {
  readonly capabilities: Capabilities;
  readonly websites: readonly BesideWebsite[];
  readonly sections: readonly { readonly name: StatisticName; readonly rows: readonly BesideRow[] }[];
  readonly period: Period;
  readonly before: Period | undefined;
  readonly timeZone: string;
  readonly where: Filter;
  readonly begins: Day | undefined;
  readonly rows: number;
  /** What was noted about any of them: days with notes have them in a column of their own. */
  readonly notes: Notes;
}

/** Websites side by side: a column for each. */
export function sideBySideTable(subject: BesideSubject): DataTable {
  const { websites, period, before, timeZone, capabilities, where, begins, notes } = subject;
  const hasNotes = isNoted(notes, period);
  const shared = sharedDomains(websites.map(({ website }) => website));
  const names = websites.map(({ website }) => distinctName(website, shared));
  return {
    title: `${listed(names)} side by side${withinText(where)}`,
    about: {
      ...Object.fromEntries(
        websites.flatMap(({ website }, at) => [
          [`website_${at + 1}`, website.id],
          [`domain_${at + 1}`, website.domain],
        ]),
      ),
      ...periodParameters(period, before, timeZone, capabilities),
      ...whereParameter(where),
      ...beginsParameters(begins),
    },
    columns: [
      { key: 'statistic', title: 'Statistic', forPrograms: true },
      { key: 'value', title: 'Value', forPrograms: true },
      { key: 'unit', title: 'Unit', forPrograms: true },
      { key: 'name', title: 'What' },
      ...names.map((title, at): DataColumn => ({ key: `count_${at + 1}`, title, kindIn: 'unit' })),
      ...(hasNotes ? [{ key: 'note', title: 'Note' }] : []),
    ],
    rows: [...measureRows(subject), ...pointRows(subject), ...statisticRows(subject)].map(cells =>
      hasNotes ? [...cells, noteOf(notes, cells[1])] : cells,
    ),
  };
}

function noteOf(notes: Notes, value: DataCell): DataCell {
  if (typeof value !== 'string' || !isDay(value)) return undefined;
  return notesIn(notes, { from: value, to: value }).map(timedNote).join('; ') || undefined;
}

function measureRows({ websites, capabilities }: BesideSubject): DataCell[][] {
  const title = statisticTitle('visitors', capabilities);
  const row = (
    statistic: string,
    name: string,
    numberOf: (website: BesideWebsite) => DataCell,
    unit?: 'change' | 'mean',
  ) => [statistic, undefined, unit, name, ...websites.map(numberOf)];
  const all = [
    row('visitors', title, ({ visitors }) => visitors?.total),
    row('visitors_compared', `${title} compared`, ({ visitors }) =>
      visitors?.countBefore === undefined ? undefined : visitors.count,
    ),
    row('visitors_before', `${title} before`, ({ visitors }) => visitors?.countBefore),
    row(
      'visitors_change',
      `Change of ${title.toLowerCase()}`,
      ({ visitors }) => changeRatio(summaryChange(visitors)),
      'change',
    ),
    row('day_before', 'Day before', ({ days }) =>
      days.usualOf === undefined ? undefined : days.beside?.from,
    ),
    row('no_comparison', 'Not compared', ({ noComparison }) => noComparison),
    row('pageviews', 'Page views', ({ pageviews }) => pageviews?.total),
    row('pageviews_before', 'Page views before', ({ pageviews }) => pageviews?.countBefore),
    row(
      'pageviews_change',
      'Change of page views',
      ({ pageviews }) => changeRatio(summaryChange(pageviews)),
      'change',
    ),
    row(
      'views_per_visitor',
      'Views per visitor',
      ({ visitors, pageviews }) => viewsPerVisitor(visitors, pageviews)?.value,
      'mean',
    ),
  ];
  // Without a comparison there is nothing to say of it.
  const always = new Set(['visitors', 'pageviews', 'views_per_visitor']);
  const shown = countsVisits(capabilities) ? all.filter(([name]) => !/views/.test(String(name))) : all;
  return shown.filter(
    ([statistic, , , , ...cells]) => always.has(String(statistic)) || cells.some(cell => cell !== undefined),
  );
}

/** Days, of a single day its hours. */
function pointRows({ websites, capabilities }: BesideSubject): DataCell[][] {
  const title = statisticTitle('visitors', capabilities);
  if (websites.some(({ hours }) => hours !== undefined))
    return Array.from({ length: 24 }, (_, hour) => [
      'visitors_of_hour',
      hourValue(hour),
      undefined,
      `${title} at ${hourText(hour)}`,
      ...websites.map(({ hours, openFrom = 23 }) => (hour > openFrom ? undefined : hours?.[hour])),
    ]);
  const days = websites.find(({ visitors }) => visitors !== undefined)?.visitors?.points ?? [];
  return days.map(({ day }, at) => [
    'visitors_of_day',
    day,
    undefined,
    `${title} on ${formatDayLong(day)}`,
    ...websites.map(({ visitors }) => visitors?.points[at]?.count),
  ]);
}

function statisticRows({ sections, rows: most, capabilities }: BesideSubject): DataCell[][] {
  return sections.flatMap(({ name, rows }) =>
    rows
      .filter(({ rank }) => rank <= most)
      .map(({ value, counts }) => [
        name,
        value,
        undefined,
        `${columnTitles(name, capabilities).value} ${readableValue(name, value)}`,
        ...counts,
      ]),
  );
}
