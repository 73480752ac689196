import { type Change, formatChange } from '#model/comparison/change.ts';
import type { HoursSoFar, ComparedPeriods } from '#model/comparison/periods.ts';
import { type DataCell, type DataColumn, type DataTable, dayBefore } from '#model/export/dataTable.ts';
import { aboutOf, type TableSubject, titleOf } from '#model/export/statisticTables.ts';
import { countsOf, countsVisits } from '#model/service/capabilities.ts';
import {
  measureOfSessions,
  outstanding,
  rateScore,
  sessionChange,
  type SessionMeasure,
  sessionMeasureInfo,
  sessionMeasureNumber,
  sessionMeasures,
  sessionMeasureText,
  type SessionSums,
} from '#model/statistics/sessions.ts';
import type { StatisticName } from '#model/statistics/statistics.ts';
import { sumOf } from '#model/statistics/summary.ts';
import { namedCode } from '#model/statistics/values.ts';
import { shownTotal, type WhyDay, type WhyFacts } from './facts.ts';
import type { WhyGroup, WhyRow } from './groups.ts';
import { todaySentence, whySentences } from './sentence.ts';
import { isMoving } from './shape.ts';

export interface WhyRate {
  readonly name: SessionMeasure;
  readonly now: number;
  readonly before: number;
  readonly change: Change;
  /** Whether days vary as much by chance; undefined where that is not known. */
  readonly isChance: boolean | undefined;
}

interface Sides<T> {
  readonly now: T;
  readonly before: T;
}

/**
 * Those of which both sides have any session.
 * @param days the sums of each day; undefined where they are not told
 */
export function whyRates(
  sums: Sides<SessionSums | undefined>,
  days: Sides<readonly SessionSums[]> | undefined,
): WhyRate[] {
  return sessionMeasures.flatMap(name => {
    const [now, before] = [sums.now, sums.before].map(each => measureOfSessions(name, each));
    if (now === undefined || before === undefined) return [];
    const score = days && rateScore(name, days);
    const isChance = score === undefined ? undefined : Math.abs(score) < outstanding;
    const change = sessionChange(name, { ...sums, days: days?.now, daysBefore: days?.before });
    return [{ name, now, before, change, isChance }];
  });
}

/** "Bounce rate 39% to 45% (+6.1pp, beyond chance)". */
export function rateText({ name, now, before, change, isChance }: WhyRate): string {
  const { title } = sessionMeasureInfo[name];
  const [from, to] = [before, now].map(value => sessionMeasureText(name, value));
  const chance = isChance === undefined ? '' : isChance ? 'within chance' : 'beyond chance';
  return `${title} ${from} to ${to}${inBrackets(change, chance)}`;
}

/** "Bounces 45% (+6.1pp)". */
export function shortRateText({ name, now, change }: WhyRate): string {
  return `${sessionMeasureInfo[name].shortTitle} ${sessionMeasureText(name, now)}${inBrackets(change)}`;
}

/** "Bounces (+6.1pp)". */
export function rateChangeText({ name, change }: WhyRate): string {
  return `${sessionMeasureInfo[name].shortTitle}${inBrackets(change)}`;
}

function inBrackets(change: Change, chance = ''): string {
  const by = formatChange(change);
  const words = [by, change.kind === 'same' ? '' : chance].filter(word => word !== '');
  return words.length === 0 ? '' : ` (${words.join(', ')})`;
}

/** The same in one sentence; empty without any. */
export function ratesSentence(rates: readonly WhyRate[]): string {
  const texts = rates.map((rate, at) => (at === 0 ? rateText(rate) : uncapitalised(rateText(rate))));
  return texts.length === 0 ? '' : `${texts.join('; ')}.`;
}

function uncapitalised(text: string): string {
  return text.slice(0, 1).toLowerCase() + text.slice(1);
}

/** For programs: `{bounce_rate: 0.45, bounce_rate_before: 0.39, bounce_rate_stands_out: true ...}`. */
export function rateFacts(rates: readonly WhyRate[]): Readonly<Record<string, number | boolean | undefined>> {
  return Object.fromEntries(
    rates.flatMap(({ name, now, before, isChance }) => [
      [name, sessionMeasureNumber(name, now)],
      [`${name}_before`, sessionMeasureNumber(name, before)],
      [`${name}_stands_out`, isChance === undefined ? undefined : !isChance],
    ]),
  );
}

const columns: readonly DataColumn[] = [
  { key: 'statistic', title: 'Statistic' },
  { key: 'value', title: 'Value' },
  { key: 'name', title: 'Name' },
  { key: 'count', title: 'Now' },
  { key: 'count_before', title: 'Before' },
  dayBefore('day_before'),
  { key: 'change', title: 'Change' },
  { key: 'is_at_least', title: 'At least' },
  { key: 'mark', title: 'Mark' },
  { key: 'share_of_change', title: 'Share of the change', kind: 'share' },
  { key: 'stands_out', title: 'Stands out' },
];

/** The days, then the rows of each statistic, the best explanation first. For a row not read on one side a lower bound. */
export function whyTable(
  subject: Omit<TableSubject, 'period' | 'before'>,
  facts: WhyFacts,
  {
    periods,
    rates,
    leftOut,
  }: {
    readonly periods: ComparedPeriods;
    readonly rates: readonly WhyRate[];
    readonly leftOut: readonly string[];
  },
): DataTable {
  const { groups, causes, shape } = facts;
  const total = shownTotal(facts);
  const { now, before, until } = periods;
  const whole = { ...subject, period: now, before, until };
  const namesWhere = (holds: (group: WhyGroup) => boolean) =>
    groups.flatMap(group => (holds(group) ? [group.name] : [])).join(' ') || undefined;
  return {
    title: titleFor(whole),
    about: {
      ...aboutOf(whole),
      visitors: total.now,
      visitors_are:
        facts.exact === undefined &&
        until === undefined &&
        now.from !== now.to &&
        !countsVisits(subject.capabilities)
          ? sumOf('days')
          : undefined,
      visitors_before: total.before,
      change: total.change,
      chosen_of_weekdays: periods.among,
      sentence: whySentences(facts, periods, subject.capabilities).join(' '),
      stands_out: causes.length > 0 || isMoving(shape),
      shape: shape?.kind,
      since: shape?.since,
      open_since: shape?.open,
      level_before: shape && isMoving(shape) ? Math.round(shape.from) : undefined,
      level_after: shape && isMoving(shape) ? Math.round(shape.to) : undefined,
      ...rateFacts(rates),
      moved_alike: namesWhere(({ verdict }) => verdict === 'alike'),
      first_100_rows_of: namesWhere(({ incomplete }) => incomplete === 'notReadToEnd'),
      left_out: leftOut.join(' ') || undefined,
      without_detail_before: namesWhere(({ incomplete }) => incomplete === 'noEarlierRows'),
    },
    columns,
    rows: [
      ...facts.days.map(dayCells),
      ...groups.flatMap(({ name, rows }) => rows.map(row => rowCells(name, row))),
    ],
  };
}

/** The same of today without rows of its hours. */
export function whyTotalTable(
  subject: Omit<TableSubject, 'period' | 'before'>,
  {
    hours,
    now,
    before,
    compared,
  }: HoursSoFar & { readonly compared: Pick<ComparedPeriods, 'now' | 'before' | 'among'> },
): DataTable {
  const { now: period, before: days } = compared;
  const parameters = {
    visitors: now,
    visitors_before: before,
    change: now - before,
    chosen_of_weekdays: compared.among,
    sentence: todaySentence({ hours, now, before, compared }, subject.capabilities, subject.where),
  };
  return whyNothingTable({ ...subject, period, before: days, until: hours, parameters });
}

/** The same of a day that is compared with nothing. */
export function whyNothingTable(subject: TableSubject): DataTable {
  return { title: titleFor(subject), about: aboutOf(subject), columns, rows: [] };
}

function titleFor(subject: TableSubject): string {
  return `Why the ${countsOf('visitors', subject.capabilities)} of ${titleOf(subject)} changed`;
}

function dayCells({ day, dayBefore, now, before, change, share, isCause }: WhyDay): DataCell[] {
  return ['visitors', day, undefined, now, before, dayBefore, change, false, undefined, share, isCause];
}

function rowCells(statistic: StatisticName, row: WhyRow): DataCell[] {
  const { name } = namedCode(statistic, row.value);
  // A row that is new had none before, one that is gone has none now.
  const now = row.kind === 'gone' ? 0 : row.now;
  const before = row.kind === 'new' ? 0 : row.before;
  return [
    statistic,
    row.value,
    name,
    now,
    before,
    undefined,
    row.change,
    row.isAtLeast,
    markText(row) || undefined,
    row.share,
    row.isCause,
  ];
}

/** "new", "gone" or "not in the top 100"; empty for a row that is on both sides. */
function markText({ kind }: Pick<WhyRow, 'kind'>): string {
  if (kind === 'changed') return '';
  return kind === 'notInTop' ? 'not in the top 100' : kind;
}
