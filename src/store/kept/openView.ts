import { Failure } from '#model/failure.ts';
import { isHours, isSeries } from '#model/statistics/statistics.ts';
import {
  type Capabilities,
  hasStatistic,
  whyNoRowOrder,
  whyNoRowSearch,
  whyNoStatistic,
  whyNoWebsiteOrder,
  whyNoWebsiteSearch,
} from '#model/service/capabilities.ts';
import { conditionText, type Filter, noFilter } from '#model/service/filter.ts';
import { whyNoFilter } from '#model/service/filterText.ts';
import { isListedSort } from '#model/own/choices.ts';
import {
  filterOfView,
  chosenPeriodOf,
  savedPeriod,
  type SavedView,
  type ViewedWebsite,
  type ViewTarget,
  websitesOfView,
} from '#model/savedView.ts';
import { normaliseDomain, type Website } from '#model/website/website.ts';
import { textAtEnd } from '#text/textField.ts';
import type { Route } from '#store/navigation/route.ts';
import { newTable } from '#store/navigation/table.ts';
import type { State, StoreContext } from '#store/state.ts';
import { websiteOf } from '#store/websites/records.ts';

/** What is on the screen; a sentence where that is no view. */
export function viewOf(state: State): SavedView | string {
  const { view } = state.navigation;
  const ids = 'websiteIds' in view ? view.websiteIds : 'websiteId' in view ? [view.websiteId ?? ''] : [];
  // Without its domain it would be another one, or none, later.
  if (ids.some(id => id !== '' && websiteOf(state, id) === undefined))
    return 'The website is still being read: wait a moment.';
  const target = viewTargetOf(state);
  if (typeof target === 'string') return target;
  const { profile, period, comparison, filter } = state;
  return {
    ...target,
    profile: profile.name,
    ...savedPeriod(period.choice),
    compare: comparison.baseline ?? 'none',
    ...(filter.where.length > 0 && { where: filter.where.map(conditionText) }),
  };
}

const noPlace = 'This is no view of numbers: Esc back to one.';

function viewTargetOf(state: State): ViewTarget | string {
  const { view } = state.navigation;
  const viewed = (id: string): ViewedWebsite => ({ id, domain: websiteOf(state, id)?.domain ?? '' });
  switch (view.screen) {
    case 'websites': {
      const { search, sortBy, sort, attentionOnly } = state.websites;
      return { screen: 'websites', search, sortBy, sort, ...(attentionOnly && { onlyAttention: true }) };
    }
    case 'dashboard':
      return { screen: 'dashboard', website: viewed(view.websiteId), measure: state.dashboard.measure };
    case 'statistic': {
      const { search, sortBy, sort, logScale, showsMap } = state.statistic;
      return {
        screen: 'statistic',
        website: viewed(view.websiteId),
        statistic: view.name,
        search,
        sortBy,
        sort,
        ...(logScale && { logScale }),
        ...(showsMap && { map: true }),
      };
    }
    case 'heatMap':
      return { screen: 'heatMap', website: viewed(view.websiteId), statistic: view.name };
    case 'history':
      return { screen: 'history', website: viewed(view.websiteId), statistic: view.name, value: view.value };
    case 'why': {
      const { websiteId, day, group } = view;
      return { screen: 'why', website: viewed(websiteId), ...(day && { day }), ...(group && { group }) };
    }
    case 'year':
    case 'now':
    case 'record':
      return { screen: view.screen, website: viewed(view.websiteId) };
    case 'sideBySide':
      return { screen: 'sideBySide', websites: view.websiteIds.map(viewed) };
    case 'lines':
      return 'Lines of logs are no view: Esc back to what they are of.';
    default:
      return noPlace;
  }
}

/** Opens a view on this service, or what is left of it, which a notice then says. */
export async function showView(
  { get, patch, services }: StoreContext,
  name: string,
  view: SavedView,
): Promise<void> {
  const before = get().navigation.stack;
  const { websites, problems } = await websitesNow({ get, services }, view);
  // The user has gone elsewhere since.
  if (get().navigation.stack !== before) return;
  const { capabilities } = services.api;
  const period = chosenPeriodOf(view, services.today());
  if (typeof period === 'object' && 'problem' in period) problems.push(period.problem);
  const { where, unsupported } = possibleFilter(filterOfView(view), state =>
    whyNoFilter(capabilities, state),
  );
  if (view.screen !== 'websites' && websites.length > 0) problems.push(...unsupported);

  get().navigation.popTo(1);
  if (typeof period === 'object' && 'kind' in period) patch('period', { choice: period });
  patch('comparison', { baseline: view.compare === 'none' ? undefined : view.compare });
  const found = view.screen === 'websites' ? listProblems(get(), view) : routeOf(get(), view, websites);
  problems.push(...found.problems);
  if (view.screen === 'websites') showList(get(), view, problems.length === 0);
  if ('route' in found && found.route !== undefined) {
    if (view.screen === 'dashboard') patch('dashboard', { measure: view.measure });
    if (view.screen === 'statistic' && found.route.screen === 'statistic') {
      const { logScale = false, map = false } = view;
      const { sortBy, sort, search } = possibleTable(capabilities, view);
      const table = { ...newTable<never, typeof sortBy>(sortBy, sort), search, searchField: undefined };
      const { websiteId, name } = found.route;
      const shown = { perPage: get().statistic.perPage, asked: undefined, logScale, showsMap: map };
      patch('statistic', { ...table, ...shown, websiteId, name });
    }
    get().filter.open(where, found.route);
  }
  if (period === 'all') await get().period.chooseAll();
  const [first, ...others] = problems;
  if (first !== undefined) get().notices.say([`View ${name}: ${first}`, ...others].join(' '), 'bad');
}

/** The websites of a view as they are now. Those at hand are asked about only where the view may have more than is known yet. */
async function websitesNow(
  { get, services }: Pick<StoreContext, 'get' | 'services'>,
  view: SavedView,
): Promise<{ readonly websites: Website[]; readonly problems: string[] }> {
  const websites: Website[] = [];
  const problems: string[] = [];
  const isKnown = view.screen !== 'statistic' || hasStatistic(services.api.capabilities, view.statistic);
  for (const each of websitesOfView(view)) {
    const atHand = websiteOf(get(), each.id);
    if (isKnown && atHand !== undefined && isSame(each, atHand)) {
      websites.push(atHand);
      continue;
    }
    try {
      const found = await services.savedViews?.find(each);
      if (found === undefined) continue;
      get().records.put(found);
      websites.push(found);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      problems.push(error.message);
    }
  }
  return { websites, problems };
}

function isSame(viewed: ViewedWebsite, { id, domain = '' }: Website): boolean {
  return viewed.id === id && normaliseDomain(viewed.domain) === normaliseDomain(domain);
}

/** The conditions that the service can apply, and why not the others. */
function possibleFilter(where: Filter, whyNot: (filter: Filter) => string | undefined) {
  const possible = where.filter(condition => whyNot([condition]) === undefined);
  const unsupported = where.flatMap(condition => whyNot([condition]) ?? []);
  const whole = whyNot(possible);
  if (whole !== undefined) return { where: noFilter, unsupported: [...new Set([...unsupported, whole])] };
  return { where: possible.length === 0 ? noFilter : possible, unsupported: [...new Set(unsupported)] };
}

interface Found {
  readonly route?: Route | undefined;
  readonly problems: readonly string[];
}

/** Where it leads now: to the dashboard where the service lacks the rest, nowhere without its website. */
function routeOf(
  state: State,
  view: Exclude<SavedView, { screen: 'websites' }>,
  websites: readonly Website[],
): Found {
  const [first, ...others] = websites;
  if (first === undefined) return { problems: [] };
  const { id: websiteId } = first;
  const dashboard = { screen: 'dashboard', websiteId } as const;
  const unsupported = 'statistic' in view ? whyNoStatistic(state.capabilities, view.statistic) : undefined;
  if (unsupported !== undefined) return { route: dashboard, problems: [unsupported] };
  const found = (route: Route, ...problems: readonly string[]): Found => ({ route, problems });
  switch (view.screen) {
    case 'statistic':
      return found(
        { screen: 'statistic', websiteId, name: view.statistic },
        ...possibleTable(state.capabilities, view).unsupported,
      );
    case 'heatMap':
      return found({ screen: 'heatMap', websiteId, name: view.statistic });
    case 'history':
      return found({ screen: 'history', websiteId, name: view.statistic, value: view.value });
    case 'why':
      return found({ screen: 'why', websiteId, day: view.day, group: view.group });
    case 'now':
      return state.now.canOpen
        ? found({ screen: 'now', websiteId })
        : found(dashboard, 'The last minutes are known of your own logs only.');
    case 'sideBySide':
      return others.length === 0
        ? found(dashboard)
        : found({ screen: 'sideBySide', websiteId, websiteIds: websites.map(({ id }) => id) });
    default:
      return found({ screen: view.screen, websiteId });
  }
}

type StatisticView = Extract<SavedView, { screen: 'statistic' }>;

/** Its search and order as far as the service has them, and why not the rest. */
function possibleTable(
  capabilities: Capabilities,
  { statistic, search, sortBy, sort }: StatisticView,
): Pick<StatisticView, 'search' | 'sortBy' | 'sort'> & { readonly unsupported: readonly string[] } {
  const isRows = !isSeries(statistic) && !isHours(statistic);
  const noSearch = search === '' ? undefined : whyNoRowSearch(capabilities);
  const noOrder = isRows && sortBy !== 'change' ? whyNoRowOrder(capabilities, sortBy) : undefined;
  return {
    search: noSearch === undefined ? search : '',
    ...(noOrder === undefined ? { sortBy, sort } : { sortBy: 'count', sort: 'desc' }),
    unsupported: [noSearch, noOrder].filter(reason => reason !== undefined),
  };
}

type ListView = Extract<SavedView, { screen: 'websites' }>;

function listProblems({ capabilities }: State, { search, sortBy }: ListView): Found {
  const order = isListedSort(sortBy) ? whyNoWebsiteOrder(capabilities, sortBy) : undefined;
  const text = search === '' ? undefined : whyNoWebsiteSearch(capabilities);
  return { problems: [order, text].filter(reason => reason !== undefined) };
}

function showList({ websites }: State, view: ListView, canAll: boolean): void {
  const { sortBy, sort, search } = view;
  if (websites.attentionOnly !== (view.onlyAttention ?? false)) websites.toggleAttention();
  if (!canAll) return;
  if (websites.sortBy !== sortBy || websites.sort !== sort) websites.sortRows(sortBy, sort);
  websites.editSearch(textAtEnd(search));
  websites.leaveSearch();
}
