import type { KeptAnswer, KeptList, KeptNumbers, KeptWebsite } from '#config/kept.ts';
import { daysFrom } from '#model/period/day.ts';
import type { Period } from '#model/statistics/statistics.ts';
import type { Services } from '#store/services.ts';
import type { State } from '#store/state.ts';
import type { CachedName } from '#store/websites/numbersCache.ts';
import type { Answer } from '#queries/ask.ts';
import { isPast, keptRequestTime } from './freshness.ts';
import type { QuestionDays } from '#queries/question.ts';
import { earlierDays, spanKey } from './question.ts';

type List = State['websites']['list'];

/** Of more websites than this the first are kept. */
const mostRows = 2_000;
/** Counts that are kept in all: they take three or four bytes each. */
const mostCounts = 600_000;

/** The list as it is to be kept: its rows without a search, and their numbers. */
export function keptList(state: State, { data, requested }: List, services: Services): KeptList | undefined {
  if (data === undefined || requested === undefined) return undefined;
  const { sortBy, sort } = state.websites.listedBy;
  const { total, next } = data;
  const rows = data.rows.slice(0, mostRows);
  const ids = rows.map(({ id }) => id);
  const { day, days } = daysToKeep(state, ids, services);
  const isWhole = rows.length === data.rows.length;
  return {
    at: requested.at,
    day,
    sortBy,
    sort,
    rows,
    total,
    next: isWhole ? next : 'maybe',
    numbers: numbersOf(state, ids, days),
  };
}

/** Those of today, but as long as most of them are not read, those of the day before it that was kept. */
function daysToKeep(state: State, ids: readonly string[], services: Services) {
  const today = services.today();
  const now = { day: today, days: earlierDays(state, today) };
  const { earlierDay } = state.overview;
  if (earlierDay === undefined) return now;
  const before = { day: earlierDay, days: earlierDays(state, earlierDay) };
  const read = ({ days }: { days: QuestionDays }) =>
    ids.filter(id => state.overview.numbers.get(days.span, id, 'visitors') !== undefined).length;
  return read(now) >= read(before) ? now : before;
}

function numbersOf(state: State, ids: readonly string[], days: QuestionDays): KeptNumbers[] {
  const { span, apart, period } = days;
  const wanted: readonly (readonly [Period, CachedName])[] = [
    [span, 'visitors'],
    [span, 'pageviews'],
    ...(apart === undefined
      ? []
      : ([
          [apart, 'visitors'],
          [apart, 'pageviews'],
        ] as const)),
    [period, 'exact'],
  ];
  let room = mostCounts;
  return wanted.flatMap(([{ from, to }, name]) => {
    const found = ids.flatMap(id => {
      const counts = state.overview.numbers.get({ from, to }, id, name);
      const at = state.overview.numbers.readAt({ from, to }, id, name);
      if (counts === undefined || at === undefined || counts.length > room) return [];
      room -= counts.length;
      return [[id, { at, counts }] as const];
    });
    return found.length === 0 ? [] : [{ from, to, name, of: Object.fromEntries(found) }];
  });
}

export type KeptKind = KeptAnswer['kind'];
type Stats = Pick<State['stats'], KeptKind>;

/** Of the JSON of one website: the last answers that fit are kept. Many more would take long to read at the next start. */
export const mostCharacters = 600_000;

/** The statistics of a website as they are to be kept: the answers of these keys. */
export function keptWebsite(
  stats: Stats,
  id: string,
  day: KeptWebsite['day'],
  keys: Iterable<readonly [KeptKind, string]>,
): KeptWebsite | undefined {
  const answers = [...keys].flatMap(([kind, key]) => answerOf(stats, kind, key) ?? []);
  let room = mostCharacters;
  const last = answers
    .sort((a, b) => b.at - a.at)
    // What has a name of megabytes is not written out to learn that it does not fit.
    .filter(answer => answer.key.length < room && (room -= JSON.stringify(answer).length) >= 0);
  return last.length === 0 ? undefined : { id, day, answers: last };
}

function answerOf(stats: Stats, kind: KeptKind, key: string): KeptAnswer | undefined {
  const at = stats[kind][key]?.requested?.at;
  if (at === undefined) return undefined;
  if (kind === 'series') {
    const points = stats.series[key]?.data;
    const from = points?.[0]?.day;
    return points && from && { kind, key, at, data: { from, counts: points.map(({ count }) => count) } };
  }
  if (kind === 'rows') {
    const data = stats.rows[key]?.data;
    return data && { kind, key, at, data };
  }
  if (kind === 'hours') {
    const data = stats.hours[key]?.data;
    return data && { kind, key, at, data };
  }
  if (kind === 'counts') {
    const data = stats.counts[key]?.data;
    return data === undefined ? undefined : { kind, key, at, data };
  }
  if (kind === 'since') {
    const data = stats.since[key]?.data;
    return data && { kind, key, at, data };
  }
  const data = stats.visitors[key]?.data;
  return data === undefined ? undefined : { kind, key, at, data };
}

/** What the kept list has of a website that was never opened: the days of its measures. */
export function websiteOfList({ day, numbers }: KeptList, id: string): KeptWebsite {
  const answers = numbers.flatMap(({ from, to, name, of }): KeptAnswer[] => {
    const found = Object.hasOwn(of, id) ? of[id] : undefined;
    if (found === undefined) return [];
    const { at, counts } = found;
    const key = spanKey(id, name === 'exact' ? 'visitors' : name, { from, to });
    if (name !== 'exact') return [{ kind: 'series', key, at, data: { from, counts } }];
    const [visitors] = counts;
    return visitors === undefined ? [] : [{ kind: 'visitors', key, at, data: visitors }];
  });
  return { id, day, answers };
}

/** The slots of a website's statistics as they were kept, those left out that this session has read. */
export function restoredStats(
  stats: Stats,
  { answers }: KeptWebsite,
  { timeZone, now }: Pick<Services, 'timeZone' | 'now'>,
): Stats {
  const slot = <T>(at: number, data: T): Answer<T> => ({
    loading: false,
    data,
    requested: keptRequestTime(at, timeZone),
    isKept: true,
  });
  const rows = new Map<string, Stats['rows'][string]>();
  const series = new Map<string, Stats['series'][string]>();
  const hours = new Map<string, Stats['hours'][string]>();
  const visitors = new Map<string, Stats['visitors'][string]>();
  const counts = new Map<string, Stats['counts'][string]>();
  const since = new Map<string, Stats['since'][string]>();
  for (const answer of answers) {
    const { key, at, kind } = answer;
    if (!isPast(at, { now })) continue;
    if (kind === 'rows') rows.set(key, slot(at, answer.data));
    else if (kind === 'hours') hours.set(key, slot(at, answer.data));
    else if (kind === 'visitors') visitors.set(key, slot(at, answer.data));
    else if (kind === 'counts') counts.set(key, slot(at, answer.data));
    else if (kind === 'since') since.set(key, slot(at, answer.data));
    else {
      const { from, counts: ofDays } = answer.data;
      const days = daysFrom(from, ofDays.length);
      const points = days.map((day, place) => ({ day, count: ofDays[place] ?? 0 }));
      series.set(key, slot(at, points));
    }
  }
  return {
    rows: { ...Object.fromEntries(rows), ...stats.rows },
    series: { ...Object.fromEntries(series), ...stats.series },
    hours: { ...Object.fromEntries(hours), ...stats.hours },
    visitors: { ...Object.fromEntries(visitors), ...stats.visitors },
    counts: { ...Object.fromEntries(counts), ...stats.counts },
    since: { ...Object.fromEntries(since), ...stats.since },
  };
}
