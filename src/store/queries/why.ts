import type { ApiError } from '#model/failure.ts';
import type { Page } from '#model/service/query.ts';
import type {
  Day,
  Period,
  SeriesName,
  SeriesPoint,
  StatisticName,
  StatisticRow,
} from '#model/statistics/statistics.ts';
import { type WhyDay, whyFacts, type WhyFacts } from '#model/why/facts.ts';
import { byStrength, type WhyGroup, type WhyRow } from '#model/why/groups.ts';
import {
  seriesSides,
  type SeriesSides,
  whyDimensions,
  whyNames,
  type WhyPages,
  whyPeriods,
  type WhyPeriods,
  whyQuery,
  type WhyQuestion,
  whySeriesPeriods,
} from '#model/why/question.ts';
import type { State } from '#store/state.ts';
import { lastResult } from '#text/memo.ts';
import { type Answer, ask } from '#queries/ask.ts';

/** What is asked: of a website, for the period or for one day. */
export interface WhySubject {
  readonly websiteId: string;
  readonly day?: Day | undefined;
}

export interface WhyRead {
  /** Undefined where nothing is compared, or before it is known with which day a day is. */
  readonly periods: WhyPeriods | undefined;
  /** Of what is read so far; undefined before the visitors are. */
  readonly facts: WhyFacts | undefined;
  readonly groups: readonly { readonly name: StatisticName; readonly state: WhyGroupState }[];
  /** Requests that are answered, and how many there are. */
  readonly answered: number;
  readonly asked: number;
  readonly loading: boolean;
  /** Of the visitors: without them there is nothing to explain. */
  readonly error: ApiError | undefined;
}

type WhyGroupState = 'read' | 'reading' | 'failed' | 'stopped';

/** A day, or the chosen period; undefined where nothing is compared, by choice. */
export function whyQuestion(state: State, { day }: WhySubject): WhyQuestion | undefined {
  if (day !== undefined) return { kind: 'day', day };
  const { baseline } = state.comparison;
  return baseline && { kind: 'period', choice: state.period.choice, baseline };
}

/** The days compared; undefined while they are not known, and where there is nothing to compare. */
export function comparedDays(state: State, subject: WhySubject): WhyPeriods | undefined {
  const question = whyQuestion(state, subject);
  if (question === undefined) return undefined;
  const [visitors] = seriesSlots(state, subject.websiteId, question, 'visitors');
  return periodsOf(
    [
      question.kind,
      subject.day,
      state.period.choice,
      state.comparison.baseline,
      state.today(),
      visitors?.data,
    ],
    () => whyPeriods(question, state.today(), visitors?.data),
  );
}

const periodsOf = lastResult<WhyPeriods | undefined>();
const lastRead = lastResult<WhyRead>();

/** What explains the change, as far as it is read. The same object as long as nothing of it changes. */
export function whyRead(state: State, subject: WhySubject): WhyRead {
  const { websiteId } = subject;
  const question = whyQuestion(state, subject);
  const periods = comparedDays(state, subject);
  const series = (name: SeriesName) =>
    question === undefined ? [] : seriesSlots(state, websiteId, question, name);
  const visitors = series('visitors');
  const pageviews = series('pageviews');
  const names = whyNames(state.capabilities);
  const rows = names.flatMap(name => {
    const slot = (period: Period | undefined) =>
      period && state.answers.get(websiteId, ask.rows(whyQuery(name, period)));
    return [slot(periods?.now), slot(periods?.before)];
  });
  return lastRead(
    [periods, state.capabilities, state.scale, visitors.length, ...visitors, ...pageviews, ...rows],
    () => readOf({ periods, names, rows, visitors, pageviews }, state),
  );
}

type Series = Answer<readonly SeriesPoint[]> | undefined;
type Rows = Answer<Page<StatisticRow>> | undefined;

interface Slots {
  readonly periods: WhyPeriods | undefined;
  readonly names: readonly StatisticName[];
  /** Of each name, both sides. */
  readonly rows: readonly Rows[];
  readonly visitors: readonly Series[];
  readonly pageviews: readonly Series[];
}

function readOf(
  { periods, names, rows, visitors, pageviews }: Slots,
  { capabilities, scale }: State,
): WhyRead {
  const sides = names.map((name, place) => ({ name, now: rows[place * 2], before: rows[place * 2 + 1] }));
  const pages = sides.map(({ name, now, before }): WhyPages => ({
    name,
    now: now?.data,
    before: before?.data,
  }));
  const series = { visitors: sidesOf(visitors, periods), pageviews: sidesOf(pageviews, periods) };
  const all: readonly (Answer<unknown> | undefined)[] = [...visitors, ...pageviews, ...rows];
  const facts =
    series.visitors &&
    whyFacts({
      ...series.visitors,
      dimensions: whyDimensions(pages, series, capabilities),
      known: periods?.weekdays === undefined ? undefined : visitors[0]?.data,
      scale,
    });
  return {
    periods,
    facts,
    groups: sides.map(({ name, now, before }) => ({ name, state: stateOf([now, before]) })),
    answered: all.filter(isAnswered).length,
    asked: all.length,
    loading: all.some(slot => slot?.loading === true),
    error: facts === undefined ? visitors.find(slot => slot?.error !== undefined)?.error : undefined,
  };
}

function stateOf(sides: readonly Rows[]): WhyGroupState {
  if (sides.every(slot => slot?.data !== undefined)) return 'read';
  if (sides.some(slot => slot?.loading === true)) return 'reading';
  return sides.some(slot => slot?.error !== undefined) ? 'failed' : 'stopped';
}

function isAnswered(slot: Answer<unknown> | undefined): boolean {
  return slot !== undefined && !slot.loading && (slot.data !== undefined || slot.error !== undefined);
}

function sidesOf(slots: readonly Series[], periods: WhyPeriods | undefined): SeriesSides | undefined {
  return (
    periods &&
    seriesSides(
      slots.map(slot => slot?.data),
      periods,
    )
  );
}

function seriesSlots(state: State, websiteId: string, question: WhyQuestion, name: SeriesName): Series[] {
  const { span, apart } = whySeriesPeriods(question, state.today());
  return [span, ...(apart === undefined ? [] : [apart])].map(period =>
    state.answers.get(websiteId, ask.series(name, period)),
  );
}

/** What a group is of: the days, or a statistic. */
export type WhyPart = 'days' | StatisticName;

export interface ShownWhyRow extends Pick<
  WhyRow,
  'value' | 'now' | 'before' | 'change' | 'isAtLeast' | 'kind' | 'share' | 'isCause'
> {
  /** Of the days: the day itself, and the one of its weekday that it is compared with. */
  readonly days?: { readonly now: Day; readonly before: Day } | undefined;
}

export interface ShownWhyGroup {
  readonly part: WhyPart;
  readonly state: WhyGroupState;
  /** What goes the way of the total first; without what goes the other way, where only that is asked for. */
  readonly rows: readonly ShownWhyRow[];
  /** How many changed, of days also those without one to compare with, and what all of them come to. */
  readonly changed: number;
  readonly change: number;
  readonly verdict: WhyGroup['verdict'];
  readonly lack: WhyGroup['lack'];
}

interface ShownWhy {
  readonly read: WhyRead;
  /** In their order on screen. */
  readonly groups: readonly ShownWhyGroup[];
}

/** What the user has chosen to see. */
export interface WhyView {
  readonly onlyAlong: boolean;
  /** Groups that keep their place while better ones come: those up to the cursor. */
  readonly pinned: readonly WhyPart[];
}

const lastRanked = lastResult<readonly ShownWhyGroup[]>();
const lastShown = lastResult<ShownWhy>();

/** What explains the change, the best known so far on top. A move of the cursor keeps the objects of the groups. */
export function shownWhy(state: State, subject: WhySubject): ShownWhy {
  const read = whyRead(state, subject);
  const { onlyAlong, pinned } = state.why;
  const ranked = lastRanked([read, onlyAlong], () =>
    rankedGroups(read).map(group => (onlyAlong ? along(group, read.facts) : group)),
  );
  return lastShown([read, ranked, pinned], () => {
    const kept = pinned.flatMap(part => ranked.filter(group => group.part === part));
    return { read, groups: [...kept, ...ranked.filter(group => !kept.includes(group))] };
  });
}

/** Those that explain best first, then what is not read yet or could not be, then what cannot be compared. */
function rankedGroups({ facts, groups, periods, loading }: WhyRead): ShownWhyGroup[] {
  const found = facts?.groups ?? [];
  const hasDays = periods !== undefined && periods.now.from !== periods.now.to;
  const days = hasDays
    ? [facts === undefined ? unread('days', loading ? 'reading' : 'stopped') : daysOf(facts)]
    : [];
  const places = { strong: 0, unread: 1, lacking: 2 } as const;
  return [
    ...days,
    ...groups.flatMap(({ name, state }) => {
      const group = found.find(each => each.name === name);
      if (group !== undefined) return [{ ...shown(group), strength: group.strength }];
      // What was read and has no rows on either side is left out.
      return state === 'read' && facts !== undefined
        ? []
        : [unread(name, state === 'read' ? 'reading' : state)];
    }),
  ]
    .map(group => ({
      group,
      place:
        group.state !== 'read' ? places.unread : group.lack === undefined ? places.strong : places.lacking,
    }))
    .sort((a, b) => a.place - b.place || byStrength(a.group, b.group))
    .map(({ group }) => group);
}

interface Ranked extends ShownWhyGroup {
  readonly strength: number;
}

function unread(part: WhyPart, state: WhyGroupState): Ranked {
  return { part, state, rows: [], changed: 0, change: 0, verdict: 'quiet', lack: undefined, strength: 0 };
}

function shown(group: WhyGroup): ShownWhyGroup {
  const { name, rows, change, verdict, lack } = group;
  return {
    part: name,
    state: 'read',
    rows,
    changed: rows.length,
    change,
    verdict,
    lack,
  };
}

function daysOf({ days, total, alone }: WhyFacts): Ranked {
  const moved = days.reduce((sum, { change }) => sum + Math.abs(change), 0);
  return {
    part: 'days',
    state: 'read',
    rows: days.map(day => dayRow(day, moved)),
    changed: days.length + alone,
    change: total.change,
    verdict: days.some(({ isCause }) => isCause) ? 'explains' : 'quiet',
    lack: undefined,
    strength: days.reduce((most, { score }) => Math.max(most, Math.abs(score)), 0),
  };
}

function dayRow(day: WhyDay, moved: number): ShownWhyRow {
  const { now, before, change, isCause } = day;
  return {
    value: day.day,
    days: { now: day.day, before: day.dayBefore },
    now,
    before,
    change,
    isAtLeast: false,
    kind: 'changed',
    share: Math.abs(change) / moved,
    isCause,
  };
}

function along(group: ShownWhyGroup, facts: WhyFacts | undefined): ShownWhyGroup {
  const way = Math.sign(facts?.total.change ?? 0);
  return { ...group, rows: group.rows.filter(({ change }) => way === 0 || Math.sign(change) === way) };
}
