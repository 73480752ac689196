import { Failure } from '#model/failure.ts';

import {
  hasStatistic,
  whyNoStatistic,
  whyNoWebsiteOrder,
  whyNoWebsiteSearch,
} from '#model/service/capabilities.ts';
import { conditionText, type Filter, noFilter } from '#model/service/filter.ts';
import { whyNoFilter } from '#model/service/filterText.ts';
import { isListedSort } from '#model/service/query.ts';
import {
  asViewName,
  filterOfView,
  noViews,
  periodSaid,
  type SavedView,
  type SavedViews,
  saidPeriod,
  viewCalled,
  type ViewedWebsite,
  viewNameRule,
  viewNames,
  type ViewPlace,
  websitesOfView,
  withoutViews,
  withViews,
} from '#model/savedView.ts';
import type { Website } from '#model/website/website.ts';
import { normaliseDomain } from '#model/website/domain.ts';
import { didYouMean } from '#text/match.ts';
import { emptyText, textAtEnd, type TextValue } from '#text/textField.ts';
import { givenOf, type GivenState } from './given.ts';
import { cycle } from './navigation/list.ts';
import type { Route } from './navigation/route.ts';
import { newTable } from './navigation/table.ts';
import type { State, StoreContext } from './state.ts';
import { websiteOf } from './websites/records.ts';

/** The views of the person, and the box that saves what is on the screen as one. */
export interface SavedViewsSlice extends GivenState<SavedViews> {
  /** What the box saves. */
  readonly view?: SavedView | undefined;
  readonly typed: TextValue;
  /** The view of the list that was chosen, whose name is typed in the field. */
  readonly chosen?: string | undefined;
  /** The name that is taken, and is replaced once it is confirmed. */
  readonly taken?: string | undefined;
  readonly error?: string | undefined;
  /** Another Sitedeck may have changed them. */
  read(): void;
  open(): void;
  edit(typed: TextValue): void;
  choose(step: 1 | -1): void;
  /** Keeps the view under the name that is typed; a taken one is asked about, a chosen one that is emptied is removed. */
  save(): void;
  /** Keeps the view at once, in the place of one with that name. */
  saveAs(name: string): void;
  /** Opens a view, or what is left of it: with `here` on this service, whichever it was saved on. */
  show(name: string, options?: { readonly here: boolean }): Promise<void>;
}

export function createSavedViews(context: StoreContext): SavedViewsSlice {
  const { get, patch, services } = context;
  const { atStart, read, keep } = givenOf(services.savedViews, noViews, change =>
    patch('savedViews', change),
  );
  const keepView = (name: string, view: SavedView) => {
    const isNew = viewCalled(get().savedViews.all, name) === undefined;
    if (keep(all => withViews(all, { [name]: view })) === undefined) return false;
    const said = `${isNew ? 'Saved' : 'Replaced'}: ${name}. It opens by its name in : and as sitedeck @${name}.`;
    get().notices.say(said, 'good', `${isNew ? 'Saved' : 'Replaced'}: ${name}.`);
    return true;
  };
  return {
    ...atStart,
    typed: emptyText,
    read,
    open() {
      read();
      const view = viewOf(get());
      if (typeof view === 'string') return get().notices.say(view);
      const name = proposedName(view, viewNames(get().savedViews.all));
      patch('savedViews', {
        view,
        typed: textAtEnd(name),
        chosen: undefined,
        taken: undefined,
        error: undefined,
      });
      get().navigation.push({ screen: 'saveView' });
    },
    edit: typed => patch('savedViews', { typed, taken: undefined, error: undefined }),
    choose(step) {
      const { all, chosen } = get().savedViews;
      const names = viewNames(all);
      const name = chosen === undefined ? names.at(step === 1 ? 0 : -1) : cycle(names, chosen, step);
      if (name === undefined) return;
      patch('savedViews', { chosen: name, typed: textAtEnd(name), taken: undefined, error: undefined });
    },
    save() {
      const { view, typed, chosen, taken, all } = get().savedViews;
      if (view === undefined) return;
      if (typed.value.trim() === '' && chosen !== undefined) {
        if (keep(now => withoutViews(now, [chosen])) === undefined) return;
        get().navigation.pop();
        return get().notices.say(`The view ${chosen} is removed.`, 'good');
      }
      const name = asViewName(typed.value);
      if (name === undefined) return patch('savedViews', { error: `A name for a view is ${viewNameRule}.` });
      if (viewCalled(all, name) !== undefined && taken !== name)
        return patch('savedViews', { taken: name, error: `${name} is taken: Enter again replaces it.` });
      if (keepView(name, view)) get().navigation.pop();
    },
    saveAs(name) {
      read();
      const view = viewOf(get());
      if (typeof view === 'string') return get().notices.say(view);
      if (!keepView(name, view)) get().notices.say(get().savedViews.error ?? '', 'bad');
    },
    async show(name, { here } = { here: false }) {
      read();
      const { all, problem } = get().savedViews;
      const { notices, profile } = get();
      if (problem !== undefined) return notices.say(problem, 'bad');
      const view = viewCalled(all, name);
      if (view === undefined)
        return notices.say(`There is no view "${name}".${didYouMean(name, viewNames(all))}`, 'bad');
      if (view.profile === profile.name || here) return await showView(context, name, view);
      const used = services.profiles?.use(view.profile, { isNew: false, view: name });
      const why = services.profiles === undefined ? `It is of the profile ${view.profile}.` : used?.problem;
      if (why !== undefined) notices.say(`View ${name}: ${why}`, 'bad');
    },
  };
}

async function showView(
  { get, patch, services }: StoreContext,
  name: string,
  view: SavedView,
): Promise<void> {
  const before = get().navigation.stack;
  const { websites, problems } = await websitesNow({ get, services }, view);
  // The user has gone elsewhere since.
  if (get().navigation.stack !== before) return;
  const { capabilities } = services.api;
  const period = periodSaid(view, services.today());
  if (typeof period === 'object' && 'problem' in period) problems.push(period.problem);
  const { where, lacking } = possibleFilter(filterOfView(view), state => whyNoFilter(capabilities, state));
  if (view.screen !== 'websites' && websites.length > 0) problems.push(...lacking);

  get().navigation.popTo(1);
  if (typeof period === 'object' && 'kind' in period) patch('period', { choice: period });
  patch('comparison', { baseline: view.compare === 'none' ? undefined : view.compare });
  const found = view.screen === 'websites' ? listProblems(get(), view) : routeOf(get(), view, websites);
  problems.push(...found.problems);
  if (view.screen === 'websites') showList(get(), view, problems.length === 0);
  if ('route' in found && found.route !== undefined) {
    if (view.screen === 'dashboard') patch('dashboard', { measure: view.measure });
    if (view.screen === 'statistic' && found.route.screen === 'statistic') {
      const { search, sortBy, sort, logScale = false, map = false } = view;
      const table = { ...newTable<never, typeof sortBy>(sortBy, sort), search, searchField: undefined };
      const { websiteId, name: of } = found.route;
      const shown = { perPage: get().statistic.perPage, asked: undefined, logScale, showsMap: map };
      patch('statistic', { ...table, ...shown, websiteId, name: of });
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
  const lacking = where.flatMap(condition => whyNot([condition]) ?? []);
  return { where: possible.length === 0 ? noFilter : possible, lacking: [...new Set(lacking)] };
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
  const lacking = 'statistic' in view ? whyNoStatistic(state.capabilities, view.statistic) : undefined;
  if (lacking !== undefined) return { route: dashboard, problems: [lacking] };
  switch (view.screen) {
    case 'statistic':
      return { route: { screen: 'statistic', websiteId, name: view.statistic }, problems: [] };
    case 'heatMap':
      return { route: { screen: 'heatMap', websiteId, name: view.statistic }, problems: [] };
    case 'history': {
      const { statistic: name, value } = view;
      return { route: { screen: 'history', websiteId, name, value }, problems: [] };
    }
    case 'why': {
      const { day, group } = view;
      return {
        route: { screen: 'why', websiteId, ...(day && { day }), ...(group && { group }) },
        problems: [],
      };
    }
    case 'now':
      return state.now.canOpen
        ? { route: { screen: 'now', websiteId }, problems: [] }
        : { route: dashboard, problems: ['The last minutes are known of your own logs only.'] };
    case 'sideBySide':
      if (others.length === 0) return { route: dashboard, problems: [] };
      return {
        route: { screen: 'sideBySide', websiteId, websiteIds: websites.map(({ id }) => id) },
        problems: [],
      };
    default:
      return { route: { screen: view.screen, websiteId }, problems: [] };
  }
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

/** What is on the screen; a sentence where that is no view. */
export function viewOf(state: State): SavedView | string {
  const { view } = state.navigation;
  const ids = 'websiteIds' in view ? view.websiteIds : 'websiteId' in view ? [view.websiteId ?? ''] : [];
  // Without its domain it would be another one, or none, later.
  if (ids.some(id => id !== '' && websiteOf(state, id) === undefined))
    return 'The website is still being read: wait a moment, or press r.';
  const place = placeOf(state);
  if (typeof place === 'string') return place;
  const { profile, period, comparison, filter } = state;
  return {
    ...place,
    profile: profile.name,
    ...saidPeriod(period.choice),
    compare: comparison.baseline ?? 'none',
    ...(filter.where.length > 0 && { where: filter.where.map(conditionText) }),
  };
}

const noPlace = 'This is no view of numbers: Esc back to one.';

function placeOf(state: State): ViewPlace | string {
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

/** "shop-page", "clients", "websites": one that is not taken. */
function proposedName(view: SavedView, taken: readonly string[]): string {
  const [website] = websitesOfView(view);
  const domain = website?.domain.replace(/^www\./, '').split('.')[0] ?? '';
  const what = view.screen === 'websites' ? view.search.replace(/\btag:/g, '') : '';
  const statistic = 'statistic' in view ? view.statistic : view.screen === 'dashboard' ? '' : view.screen;
  const words = [domain, what, what === '' ? statistic : ''].filter(word => word !== '').join('-');
  const name =
    asViewName(
      words
        .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
        .replaceAll(/^-|-$/g, '')
        .slice(0, 36),
    ) ?? 'view';
  for (let number = 1; ; number += 1) {
    const candidate = number === 1 ? name : `${name}-${number}`;
    if (!taken.includes(candidate)) return candidate;
  }
}
