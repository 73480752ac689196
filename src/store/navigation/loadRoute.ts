import type { StoreContext } from '#store/core/context.ts';
import { routeKey, type Route } from './route.ts';
import type { Force } from '#store/statistics/stats.ts';

/**
 * Reads what a view shows. With `force` also what is cached, or of that only today; without, going back to a view costs
 * nothing while its numbers are fresh.
 */
export function loadRoute({ get }: StoreContext, route: Route, force: Force = false): void {
  const state = get();
  switch (route.screen) {
    case 'websites':
      state.overview.restart(force);
      // The list has no numbers that change by the minute.
      return force === 'today' ? undefined : void state.websites.load(force);
    case 'dashboard':
      nameWebsite();
      return state.dashboard.load(route.websiteId, force);
    case 'statistic':
      nameWebsite();
      return state.statistic.open(route.websiteId, route.name, force);
    case 'heatMap':
      nameWebsite();
      return state.heatMap.load(route.websiteId, route.name, force);
    case 'movers':
      nameWebsite();
      return state.movers.open(route.websiteId, force);
    case 'history':
      nameWebsite();
      return state.history.open(route, force);
    case 'record':
      return void state.records.load(route.websiteId, routeKey(route));
    default:
      return undefined;
  }

  /** A view opened by id alone still needs the domain for its title. */
  function nameWebsite() {
    if (!('websiteId' in route) || route.websiteId === undefined) return;
    const listed = state.websites.list.data?.rows.some(website => website.id === route.websiteId) ?? false;
    const known = state.records.byId[route.websiteId]?.data !== undefined;
    if (!listed && !known) void state.records.load(route.websiteId, routeKey(route));
  }
}
