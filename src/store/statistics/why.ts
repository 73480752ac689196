import { lastResult } from '#model/cachedResult.ts';
import type { ComparedPeriods } from '#model/period/comparedPeriods.ts';
import {
  moverNames,
  rankMovers,
  type Mover,
  type MoverName,
  type MoverSides,
} from '#model/statistics/movers.ts';
import { hasStatistic, type Capabilities } from '#model/service/capabilities.ts';
import type { Page, StatisticQuery } from '#model/paging/query.ts';
import type { ReadRows } from '#model/statistics/rowComparison.ts';
import type { Period, StatisticRow } from '#model/statistics/statistics.ts';
import { shownComparison } from './comparison.ts';
import type { StoreContext } from '#store/core/context.ts';
import { listStart, moveInList, type ListPosition, type Move } from '#store/core/list.ts';
import type { Remote } from '#store/core/remote.ts';
import { routeKey } from '#store/navigation/route.ts';
import { earlierReach } from './shownReach.ts';
import { readSeries } from './shownSeries.ts';
import type { State } from '#store/core/state.ts';
import { rowsKey, type Force } from './stats.ts';
import { moversRows } from '#store/core/viewport.ts';

/** The rows that grew, fell, appeared and disappeared between two periods. */
export interface MoversSlice {
  readonly websiteId: string;
  readonly position: ListPosition;
  open(websiteId: string, force?: Force): void;
  move(move: Move): void;
}

export function createMovers({ get, patch }: StoreContext): MoversSlice {
  return {
    websiteId: '',
    position: listStart,
    open(websiteId, force = false) {
      if (get().movers.websiteId !== websiteId) patch('movers', { websiteId, position: listStart });
      const options = { owner: routeKey({ screen: 'movers', websiteId }), force };
      for (const query of moverQueries(get())) void get().stats.readRows(websiteId, query, options);
      if (shownComparison(get()) !== undefined)
        readSeries(get(), websiteId, ['visitors', 'pageviews'], options);
    },
    move(move) {
      const { movers } = moversRead(get());
      const height = moversRows(get().viewport);
      patch('movers', { position: moveInList(get().movers.position, move, movers.length, height) });
    },
  };
}

export interface MoversRead {
  /** Undefined where nothing is compared: by choice, or because the period is today alone. */
  readonly periods: ComparedPeriods | undefined;
  /** Empty until every statistic was read or has failed. */
  readonly movers: readonly Mover[];
  /** Requests sent, and those answered. */
  readonly asked: number;
  readonly read: number;
  readonly loading: boolean;
  /** Statistics of which only the first rows are read. */
  readonly cut: readonly MoverName[];
  readonly failed: readonly MoverName[];
  /** Statistics whose earlier rows do not cover all the earlier days: they cannot be compared. */
  readonly unknown: readonly MoverName[];
  readonly error: Remote<unknown>['error'];
}

type Known = Pick<State, 'period' | 'comparison' | 'today' | 'stats' | 'movers' | 'capabilities'>;

/** The statistics that are ranked, of those the service has. */
export function rankedNames({ capabilities }: { readonly capabilities: Capabilities }): MoverName[] {
  return moverNames.filter(name => hasStatistic(capabilities, name));
}

/** The ranked rows of the open movers screen, and how far their reading is. */
export function moversRead(state: Known): MoversRead {
  const periods = shownComparison(state);
  const names = rankedNames(state);
  const slotOf = (name: MoverName, period: Period) =>
    state.stats.rows[rowsKey(state.movers.websiteId, moverQuery(name, period))];
  const slots =
    periods === undefined
      ? []
      : names.map(name => ({
          name,
          now: slotOf(name, periods.now),
          before: slotOf(name, periods.before),
        }));
  const each = slots.flatMap(({ now, before }) => [now, before]);
  const reaches = names.map(name => earlierReach(state, state.movers.websiteId, name));
  const isRead = [...each, ...reaches].every(
    known => typeof known === 'boolean' || known?.data !== undefined || known?.error !== undefined,
  );
  const cut = slots.filter(({ now, before }) => isCut(now) || isCut(before)).map(({ name }) => name);
  const failed = slots
    .filter(({ now, before }) => now?.data === undefined || before?.data === undefined)
    .map(({ name }) => name);
  return {
    periods,
    movers: isRead
      ? ranked(
          names,
          each.map((slot, at) => (reaches[Math.floor(at / 2)] === false ? undefined : slot?.data)),
          state.capabilities,
        )
      : [],
    asked: each.length,
    read: each.filter(slot => slot?.data !== undefined).length,
    loading: each.some(slot => slot?.loading === true),
    cut,
    failed: isRead ? failed : [],
    unknown: periods === undefined ? [] : names.filter((_, at) => reaches[at] === false),
    error: each.find(slot => slot?.error !== undefined)?.error,
  };
}

type Rows = Page<StatisticRow> | undefined;

const lastRanked = lastResult<readonly Mover[]>();

/**
 * Cached for the same pages, since screen, keys and detail line all read it. Pages are present and earlier rows by
 * name.
 */
function ranked(
  names: readonly MoverName[],
  pages: readonly Rows[],
  capabilities: Capabilities,
): readonly Mover[] {
  return lastRanked(pages, () => {
    const sides = names.flatMap((name, at): MoverSides[] => {
      const [now, before] = [pages[at * 2], pages[at * 2 + 1]];
      return now === undefined || before === undefined
        ? []
        : [{ name, now: readRows(now), before: readRows(before) }];
    });
    return rankMovers(sides, capabilities);
  });
}

function readRows({ rows, next }: Page<StatisticRow>): ReadRows {
  return { rows, readToEnd: next === 'no' };
}

function isCut(slot: Remote<Page<StatisticRow>> | undefined): boolean {
  return slot?.data !== undefined && slot.data.next !== 'no';
}

function moverQueries(state: Known): StatisticQuery[] {
  const periods = shownComparison(state);
  if (periods === undefined) return [];
  return rankedNames(state).flatMap(name => [
    moverQuery(name, periods.now),
    moverQuery(name, periods.before),
  ]);
}

function moverQuery(name: MoverName, period: Period): StatisticQuery {
  return { name, period, perPage: 100 };
}

/** The selected row. */
export function selectedMover(state: Known): Mover | undefined {
  return moversRead(state).movers[state.movers.position.selected];
}
