import type { KeptAnswer, KeptList, KeptWebsite } from '#config/lastSeen/kept.ts';
import { daysFrom } from '#model/period/day.ts';
import type { Remote } from '#store/core/remote.ts';
import type { Services } from '#store/core/services.ts';
import type { State } from '#store/core/state.ts';
import { isPast, keptRequestTime } from '#store/refreshing/freshness.ts';
import { spanKey } from '#store/statistics/statsQueries.ts';

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
  const slot = <T>(at: number, data: T): Remote<T> => ({
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
