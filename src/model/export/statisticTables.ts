import {
  type Capabilities,
  columnTitles,
  countsVisits,
  statisticInfo,
  statisticTitle,
} from '#model/service/capabilities.ts';
import type { Filter } from '#model/service/filter.ts';
import { withinText } from '#model/service/filterText.ts';
import { basisName, type ShareBasis, shareOf, unitOf } from '#model/statistics/summary.ts';
import { type Day, isSeries, type Period, type StatisticName } from '#model/statistics/statistics.ts';
import { hasCodes, namedCode } from '#model/statistics/values.ts';
import { type Website, websiteName } from '#model/website/website.ts';
import { isDay } from '#model/period/day.ts';
import { isNoted, noNotes, type Notes, notesIn, timedNote } from '#model/website/notes.ts';
import { hourText } from '#model/period/format.ts';
import {
  beginsParameters,
  type DataCell,
  type DataColumn,
  type DataTable,
  dayBefore,
  periodParameters,
  whereParameter,
} from './dataTable.ts';
import { type Goal, goalPeriod, goalSentence, type GoalStanding, goalStates } from '#model/website/goal.ts';

export interface TableSubject {
  /** Of the service, for what its counts mean. */
  readonly capabilities: Capabilities;
  readonly website: Pick<Website, 'id' | 'domain' | 'name'>;
  readonly period: Period;
  /** The days of the earlier counts. */
  readonly before?: Period | undefined;
  /** Of both days only the hours before this one. */
  readonly until?: number | undefined;
  /** Of a usual day: among how many it was chosen. */
  readonly among?: number | undefined;
  readonly timeZone: string;
  readonly where?: Filter | undefined;
  /** The first day that the filter counts, where the period has earlier ones. */
  readonly begins?: Day | undefined;
  /** What was noted about the website: days with notes have them in a column of their own. */
  readonly notes?: Notes | undefined;
  /** Further parameters of the query, by names for programs. */
  readonly parameters?: Readonly<Record<string, DataCell>> | undefined;
}

export interface TableEntry {
  /** Undefined for an earlier day without a counterpart: the earlier month is longer. */
  readonly value: string | undefined;
  readonly count: number | undefined;
  /** Of a day, the one it is compared with. */
  readonly dayBefore?: string | undefined;
  readonly before?: number | undefined;
}

export interface TableStatistic {
  readonly name: StatisticName;
  readonly entries: readonly TableEntry[];
  /** The whole that shares are parts of; without it there are no shares. */
  readonly basis?: ShareBasis | undefined;
}

/** Columns beside each other, and what an entry has in them. */
interface Section {
  readonly columns: readonly DataColumn[];
  cells(entry: TableEntry, statistic: TableStatistic): readonly DataCell[];
}

function tableOf(
  subject: TableSubject,
  { title, about }: Pick<DataTable, 'title' | 'about'>,
  statistics: readonly TableStatistic[],
  sections: readonly Section[],
): DataTable {
  return {
    title: `${title} of ${titleOf(subject)}`,
    areVisits: countsVisits(subject.capabilities),
    about: { ...aboutOf(subject), ...about },
    columns: sections.flatMap(({ columns }) => columns),
    rows: statistics.flatMap(statistic =>
      statistic.entries.map(entry => sections.flatMap(({ cells }) => cells(entry, statistic))),
    ),
  };
}

/** One statistic: rows of values, or a count for each day or hour. */
export function statisticTable(subject: TableSubject, statistic: TableStatistic): DataTable {
  const { name, basis } = statistic;
  const { capabilities } = subject;
  const { kind } = statisticInfo(name);
  const { value, count } = columnTitles(name, capabilities);
  const unit = unitOf(name);
  const about = { statistic: name, unit, share_of: basis && basisName(name, basis, capabilities) };
  const key = kind === 'series' ? 'day' : kind === 'hours' ? 'hour' : 'value';
  const withNames = hasCodes(name);
  return tableOf(
    subject,
    { title: statisticTitle(name, capabilities), about },
    [statistic],
    [
      single({ key, title: value, forPrograms: withNames }, entry => entry.value),
      ...(withNames ? [namesTitled(value)] : []),
      ...counts(subject, { title: count, kind: unit }, kind === 'series'),
      ...(basis === undefined ? [] : [shares(subject)]),
      ...(kind === 'series' ? [noted(subject)] : []),
    ],
  );
}

/** Several statistics one below the other, with the name of each beside its rows, and the unit where some have one. */
export function statisticsTable(subject: TableSubject, statistics: readonly TableStatistic[]): DataTable {
  const hasDays = statistics.some(({ name }) => isSeries(name));
  const hasUnits = statistics.some(({ name }) => unitOf(name) !== undefined);
  const unit = single({ key: 'unit', title: 'Unit', forPrograms: true }, (_, { name }) => unitOf(name));
  return tableOf(subject, { title: 'Statistics', about: {} }, statistics, [
    single({ key: 'statistic', title: 'Statistic' }, (_, { name }) => name),
    single({ key: 'value', title: 'Value' }, ({ value }) => value),
    ...(statistics.some(({ name }) => hasCodes(name)) ? [namesTitled('Name')] : []),
    ...counts(subject, { title: 'Count', ...(hasUnits && { kindIn: 'unit' }) }, hasDays),
    ...(hasUnits ? [unit] : []),
    shares(subject, false),
    ...(hasDays ? [noted(subject)] : []),
  ]);
}

export function historyTable(
  subject: TableSubject,
  name: StatisticName,
  value: string,
  parts: readonly (Period & { readonly count: number | undefined })[],
): DataTable {
  return {
    title: `${columnTitles(name, subject.capabilities).value} ${value} of ${titleOf(subject)}`,
    about: { ...aboutOf(subject), statistic: name, unit: unitOf(name), value },
    columns: [
      { key: 'from', title: 'From' },
      { key: 'to', title: 'To' },
      { key: 'count', title: columnTitles(name, subject.capabilities).count, kind: unitOf(name) },
      ...noteColumns(subject),
    ],
    rows: parts.map(({ from, to, count }) => [from, to, count, ...noteCells(subject, { from, to })]),
  };
}

/** Where something was noted of its days. */
function noteColumns({ notes = noNotes, period }: TableSubject): DataColumn[] {
  return isNoted(notes, period) ? [{ key: 'note', title: 'Note' }] : [];
}

/** @param days undefined for a row that is no day */
function noteCells({ notes = noNotes, period }: TableSubject, days: Period | undefined): DataCell[] {
  if (!isNoted(notes, period)) return [];
  const noted = days === undefined ? noNotes : notesIn(notes, days);
  return [noted.length === 0 ? undefined : noted.map(timedNote).join('; ')];
}

/** Beside days. */
function noted(subject: TableSubject): Section {
  return {
    columns: noteColumns(subject),
    cells: ({ value = '' }, { name }) =>
      noteCells(subject, isSeries(name) && isDay(value) ? { from: value, to: value } : undefined),
  };
}

export function aboutOf({
  website,
  period,
  before,
  until,
  timeZone,
  where = [],
  begins,
  parameters = {},
  capabilities,
}: TableSubject): DataTable['about'] {
  return {
    website: website.id,
    domain: website.domain,
    ...periodParameters(period, before, timeZone, capabilities),
    up_to: until === undefined ? undefined : hourText(until),
    ...whereParameter(where),
    ...parameters,
    ...beginsParameters(begins),
  };
}

/** The website's name and the filter, for the table's heading. Foreign text. */
export function titleOf({ website, where = [] }: Pick<TableSubject, 'website' | 'where'>): string {
  const name = websiteName(website);
  const title = name === website.id ? `website ${name}` : name;
  return `${title}${withinText(where)}`;
}

function single(
  column: DataColumn,
  cellOf: (entry: TableEntry, statistic: TableStatistic) => DataCell,
): Section {
  return { columns: [column], cells: (entry, statistic) => [cellOf(entry, statistic)] };
}

/** With those before where anything is compared. */
function counts({ before }: TableSubject, style: Omit<DataColumn, 'key'>, hasDays: boolean): Section[] {
  const now = single({ ...style, key: 'count' }, ({ count }) => count);
  if (before === undefined) return [now];
  const titleBefore = `${style.title} before`;
  return [
    now,
    ...(hasDays ? [single(dayBefore('day_before'), entry => entry.dayBefore)] : []),
    single({ ...style, key: 'count_before', title: titleBefore }, entry => entry.before),
  ];
}

/** A place or language by name and by code, each in a column of its own. */
function namesTitled(title: string): Section {
  return {
    columns: [
      { key: 'name', title },
      { key: 'code', title: 'Code' },
    ],
    cells({ value }, statistic) {
      const { name, code } = value === undefined ? {} : namedCode(statistic.name, value);
      return [name, code];
    },
  };
}

function shares({ capabilities }: TableSubject, forPrograms = true): Section {
  return {
    columns: [
      { key: 'share', title: 'Share', kind: 'share' },
      { key: 'share_of', title: 'Share of', forPrograms },
    ],
    cells({ count }, { name, basis }) {
      const share = basis && shareOf(count, basis);
      return [share, basis && share !== undefined ? basisName(name, basis, capabilities) : undefined];
    },
  };
}

const titles = { statistic: 'Counts', value: 'Of', goal: 'Goal', per: 'Per' };
const progressTitles = {
  so_far: 'So far',
  end: 'At its end',
  end_from: 'From',
  end_to: 'To',
  state: 'State',
};
const programTitles = { from: 'First day', to: 'Last day', forecasts: 'Forecasts', sentence: 'Sentence' };

type GoalKey = keyof typeof titles | keyof typeof progressTitles | keyof typeof programTitles;

function columnsOf(titles: Partial<Record<GoalKey, string>>, forPrograms?: true): DataColumn[] {
  return Object.entries(titles).map(([key, title]) => ({ key, title, forPrograms }));
}

export const goalColumns = columnsOf(titles);
/** What stands beside them where it is known how far goals are. */
export const progressColumns = [...columnsOf(progressTitles), ...columnsOf(programTitles, true)];

/** A goal and how far it is, by the names of the columns; what is not known is undefined. */
export function goalFacts(
  goal: Goal,
  standing: GoalStanding | undefined,
  today: Day,
): Readonly<Record<GoalKey, DataCell>> {
  const { from, to } = standing?.period ?? goalPeriod(goal.per, today);
  const rounded = (count: number | undefined) => (count === undefined ? undefined : Math.round(count));
  return {
    statistic: goal.name,
    value: goal.value,
    goal: goal.count,
    per: goal.per,
    so_far: standing?.soFar,
    end: rounded(standing?.end),
    end_from: rounded(standing?.range?.from),
    end_to: rounded(standing?.range?.to),
    state: standing && goalStates[standing.state],
    from,
    to,
    forecasts: standing?.range?.forecasts,
    sentence: standing && goalSentence(standing),
  };
}
