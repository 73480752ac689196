import { shownNotes } from '#store/kept/notes.ts';
import type { DataTable } from '#model/export/dataTable.ts';
import type { TableStatistic, TableSubject } from '#model/export/statisticTables.ts';
import type { LinesQuestion } from '#model/lines.ts';
import {
  asksForSessions,
  beforeHour,
  type Condition,
  fieldOfStatistic,
  narrowed,
} from '#model/service/filter.ts';
import { typedCondition, whyNotFiltered } from '#model/service/filterText.ts';
import { type PeriodChoice, presets } from '#model/period/period.ts';
import { type FilteredPeriod, pageHolding } from '#model/service/paging.ts';
import { rowsBasis } from '#model/statistics/summary.ts';
import {
  type HoursName,
  isHours,
  isOfRequests,
  type Period,
  type SeriesName,
  type StatisticName,
} from '#model/statistics/statistics.ts';
import { rowUrl, websiteName, websiteUrl } from '#model/website/website.ts';
import type { ExportSource } from '#store/exporting.ts';
import type { PagedTable } from '#store/navigation/table.ts';
import { isListCompared, knownOf, websiteDays } from '#store/queries/question.ts';
import { dayEntries, hourEntries } from '#queries/rows/statistic.ts';
import type { QuestionDays } from '#queries/answers/request.ts';
import { statisticOf } from '#store/queries/rows.ts';
import type { Selected, State } from '#store/state.ts';
import { sharedIn, websiteOf } from '#store/websites/records.ts';
import { keyOf } from '#text/words.ts';

/** Of rows of today by its hours `rows` says up to which, and beside which day. */
export function subjectOf(
  state: State,
  websiteId: string,
  period: Period,
  rows?: QuestionDays,
): TableSubject {
  const { domain, name } = websiteOf(state, websiteId) ?? {};
  const website = { id: websiteId, domain, name };
  const { capabilities, timeZone } = state;
  const { before, rows: counted } = rows ?? websiteDays(state, websiteId);
  const { until } = counted;
  const notes = shownNotes(state, websiteId);
  return { capabilities, website, period, before, until, timeZone, where: state.filter.where, notes };
}

/** All days or hours of a statistic, which shares are parts of; undefined where they are not read. */
export function totalOf(
  state: State,
  websiteId: string,
  name: SeriesName | HoursName,
): TableStatistic | undefined {
  const statistic = statisticOf(state, websiteId, name);
  const entries = isHours(name)
    ? hourEntries(statistic, knownOf(state))
    : dayEntries(statistic, name, knownOf(state));
  return entries && { name, entries, basis: rowsBasis(entries) };
}

/** A table about a website; `what` of it stands in the name of the file. */
export function sourceOf(subject: TableSubject, table: DataTable, what: string): ExportSource {
  const { id } = subject.website;
  const name = websiteName(subject.website);
  return { table, nameParts: [name === id ? `website-${id}` : name, what], period: subject.period };
}

/** Whether days, hours or rows of a website are read, or those of one of its statistics. */
export function hasRead(
  { answers }: Pick<State, 'answers'>,
  websiteId: string,
  only?: StatisticName,
): boolean {
  return [...answers.known(websiteId)].some(
    ({ kind, name, answer }) =>
      (kind === 'series' || kind === 'rows' || kind === 'hours') &&
      (only === undefined || name === only) &&
      answer.data !== undefined,
  );
}

export function selectedDomain(domain: string | undefined): Selected | undefined {
  return domain === undefined || domain === '' ? undefined : { value: domain, url: websiteUrl(domain) };
}

export function domainInView(
  state: State,
  { websiteId }: { readonly websiteId: string },
): Selected | undefined {
  return selectedDomain(websiteOf(state, websiteId)?.domain);
}

/** A row as a condition; a sentence where none can be about it. */
export function conditionOf(
  name: StatisticName,
  value: string,
): readonly Pick<Condition, 'field' | 'value'>[] | string {
  const field = fieldOfStatistic(name);
  if (field === undefined)
    return whyNotFiltered(name) ?? `Days are no condition: ${keyOf('period.menu')} chooses days.`;
  return [{ field, value }];
}

/**
 * The lines behind a row, within the filter; without a row those of all page views.
 * @param period the days that the number is of; of today up to an hour, but for requests, which are counted by day
 */
export function linesBehind(
  { filter: { where } }: State,
  website: string,
  { from, to, until }: FilteredPeriod,
  row?: { readonly name: StatisticName; readonly value: string },
): LinesQuestion | string {
  const isPart = until !== undefined && row !== undefined && !isOfRequests(row.name);
  const question = {
    website,
    period: { from, to },
    where: isPart ? beforeHour(where, until) : where,
    ...(isPart && { until }),
  };
  if (row === undefined) return question;
  const { name, value } = row;
  if (!isOfRequests(name)) {
    const row = conditionOf(name, value);
    return typeof row === 'string' ? row : behindRow(question, row);
  }
  return value === '(other)'
    ? 'This row sums up others: its lines cannot be told apart.'
    : { ...question, requests: { name, value } };
}

/** The lines behind a row of a page or of a time, or behind any other. */
export function behindRow(
  question: LinesQuestion,
  row: readonly Pick<Condition, 'field' | 'value'>[],
): LinesQuestion {
  const where = narrowed(question.where, row);
  return asksForSessions(narrowed([], row))
    ? { ...question, where }
    : { ...question, where, ofRow: row.map(({ field }) => field) };
}

export function selectedValue(
  state: State,
  websiteId: string,
  name: StatisticName,
  row: { readonly value: string } | undefined,
): Selected | undefined {
  if (row === undefined || row.value === '') return undefined;
  const { domain = '' } = websiteOf(state, websiteId) ?? {};
  return { value: row.value, url: rowUrl(domain, name, row.value) };
}

/** By domain, which still means the same next year; by id where the website has none, or others have it too. */
export function siteOf(state: State, id: string): string {
  const domain = websiteOf(state, id)?.domain;
  const isShared = domain !== undefined && sharedIn(state).has(domain);
  return domain === undefined || domain === '' || domain.startsWith('-') || isShared ? id : domain;
}

/** @param isCompared of today alone only where its hours are: elsewhere --compare would be an error */
export function numberWords(state: State, isCompared = isListCompared(state)): string[] {
  const baseline = isCompared ? state.comparison.baseline : undefined;
  return [...periodWords(state.period.choice), `--compare=${baseline ?? 'none'}`, ...whereWords(state)];
}

/** `--where` for each condition of the filter. */
export function whereWords({ filter }: State): string[] {
  return filter.where.flatMap(condition => ['--where', typedCondition(condition)]);
}

/** A preset stays a preset, so that the command follows the calendar. */
export function periodWords(choice: PeriodChoice): string[] {
  if (choice.kind === 'range') return ['--from', choice.from, '--to', choice.to];
  const preset = presets.find(({ name }) => name === choice.preset);
  return preset === undefined ? [] : ['--period', preset.shortcut];
}

type Listed = Pick<PagedTable<unknown, string>, 'search' | 'sortBy' | 'sort' | 'perPage' | 'page' | 'list'>;

export function listWords({ search, sortBy, sort, perPage, page, list }: Listed): string[] {
  const searched = search === '' ? [] : [`--search=${search}`];
  const further = page > 1 ? ['--page', String(page)] : [];
  const rows = perPage === 'fit' ? rowWords(list.data?.rows.length ?? 0) : ['--per-page', String(perPage)];
  return [...searched, '--sort-by', sortBy, '--sort', sort, ...rows, ...further];
}

/** No subcommand sorts by change: the command prints all rows with their changes. */
export function rowsWords(statistic: State['statistic']): string[] {
  if (statistic.sortBy !== 'change') return listWords(statistic);
  return [...(statistic.search === '' ? [] : [`--search=${statistic.search}`]), '--all'];
}

function rowWords(count: number): string[] {
  return count > 100 ? ['--all'] : ['--per-page', String(pageHolding(count))];
}
