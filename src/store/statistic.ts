import { includesToday, resolvePeriod } from '#model/period.ts';
import { seriesSpan } from '#model/seriesSpan.ts';
import type { StatisticQuery } from '#model/query.ts';
import type { StatisticName, StatisticRow } from '#model/statistics.ts';
import type { StoreContext } from './context.ts';
import { isHours, isSeries } from './dashboard.ts';
import { createTableActions, newTable, type PagedTable, type PagedTableActions } from './pagedTable.ts';
import { routeKey } from './route.ts';
import { rowsKey, type Force } from './stats.ts';
import { statisticRows } from './viewport.ts';

export type StatisticSort = 'count' | 'value';

/** One statistic of one website, opened whole. */
export interface StatisticSlice
  extends PagedTable<StatisticRow, StatisticSort>, PagedTableActions<StatisticSort> {
  readonly websiteId: string;
  readonly name: StatisticName;
  /** Bars on a logarithmic scale, for when one row dwarfs the rest. */
  readonly logScale: boolean;
  /** Opens another statistic: its table starts anew; the same one goes on as it was. */
  open(websiteId: string, name: StatisticName, force?: Force): void;
  toggleLogScale(): void;
}

export function createStatistic({ get, patch, loader, services }: StoreContext): StatisticSlice {
  const slice = () => get().statistic;
  const period = () => resolvePeriod(get().period.choice, services.today());
  const owner = () => routeKey({ screen: 'statistic', websiteId: slice().websiteId, name: slice().name });
  const query = (): StatisticQuery => {
    const { name, search, sortBy, sort, perPage, page } = slice();
    const searched = search === '' ? {} : { search };
    return { name, period: period(), ...searched, sortBy, sort, perPage, page };
  };

  const actions = createTableActions<StatisticRow, StatisticSort>({
    loader,
    table: slice,
    patch: change => patch('statistic', change),
    slot: () => ({ key: 'statistic', owner: owner() }),
    read: signal => services.api.readStatistic(slice().websiteId, query(), signal),
    idOf: row => row.value,
    height: () => statisticRows(get().viewport),
  });

  return {
    ...newTable<StatisticRow, StatisticSort>('count', 'desc'),
    ...actions,
    websiteId: '',
    name: 'page',
    logScale: false,
    open(websiteId, name, force: Force = false) {
      const isSame = slice().websiteId === websiteId && slice().name === name;
      if (!isSame) {
        const fresh = newTable<StatisticRow, StatisticSort>('count', 'desc');
        patch('statistic', { ...fresh, perPage: slice().perPage, websiteId, name, searchField: undefined });
      }
      const { stats } = get();
      const options = { owner: owner(), force };
      if (isSeries(name))
        return void stats.readSeries(websiteId, name, seriesSpan(period(), services.today()), options);
      if (isHours(name)) return void stats.readHours(websiteId, name, period(), options);
      if (force === 'today' && slice().list.data !== undefined && !includesToday(period(), services.today()))
        return;
      // What the dashboard already has is on screen at once, and read again behind that.
      const known = stats.rows[rowsKey(websiteId, { ...query(), perPage: 10 })]?.data;
      if (!isSame && known !== undefined) patch('statistic', { list: { loading: true, data: known } });
      void actions.load();
    },
    toggleLogScale: () => patch('statistic', { logScale: !slice().logScale }),
  };
}
