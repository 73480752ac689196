import type { KeptList, KeptNumbers } from '#config/lastSeen/kept.ts';
import type { Period } from '#model/statistics/statistics.ts';
import type { Services } from '#store/core/services.ts';
import type { State } from '#store/core/state.ts';
import type { CachedName } from '#store/websites/numbersCache.ts';
import { earlierDays, type NumberDays } from '#store/websites/numberDays.ts';

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
  const read = ({ days }: { days: NumberDays }) =>
    ids.filter(id => state.overview.numbers.get(days.span, id, 'visitors') !== undefined).length;
  return read(now) >= read(before) ? now : before;
}

function numbersOf(state: State, ids: readonly string[], days: NumberDays): KeptNumbers[] {
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
