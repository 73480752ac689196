import type { PeriodChoice } from '#model/period/period.ts';
import { type Filter, noFilter } from '#model/service/filter.ts';
import type { ChartPosition } from '#model/statistics/cursor.ts';
import type { SliceContext } from '#store/slice.ts';
import { emptyText, type TextValue } from '#text/textField.ts';
import {
  type OpenedDays,
  type Route,
  routeKey,
  type RouteOf,
  type ScreenName,
  websiteIdOf,
} from './route.ts';

export function cycle<T>(all: readonly T[], now: T, step: -1 | 1): T {
  return all[(all.indexOf(now) + step + all.length) % all.length] ?? now;
}

export interface ListPosition {
  readonly selected: number;
  readonly top: number;
}

export const listStart: ListPosition = { selected: 0, top: 0 };

export type Move = 'up' | 'down' | 'halfUp' | 'halfDown' | 'first' | 'last';

/** At the edge the list moves by half a page: scrolling by one line would redraw the whole screen for every key. */
export function moveInList(list: ListPosition, move: Move, count: number, height: number): ListPosition {
  const half = Math.max(1, Math.floor(height / 2));
  const target = {
    up: list.selected - 1,
    down: list.selected + 1,
    halfUp: list.selected - half,
    halfDown: list.selected + half,
    first: 0,
    last: count - 1,
  }[move];
  return selectInList(list, target, count, height);
}

/** Selects a row and brings it into view, moving what is drawn by whole half pages. */
export function selectInList(
  list: ListPosition,
  target: number,
  count: number,
  height: number,
): ListPosition {
  const selected = clamp(target, 0, Math.max(0, count - 1));
  const rows = Math.max(1, height);
  const half = Math.max(1, Math.floor(rows / 2));
  const lastTop = Math.max(0, count - rows);
  let top = clamp(list.top, 0, lastTop);
  if (selected < top) top -= Math.ceil((top - selected) / half) * half;
  if (selected >= top + rows) top += Math.ceil((selected - top - rows + 1) / half) * half;
  return { selected, top: clamp(top, 0, lastTop) };
}

/** In a list that only scrolls, a step of one line would redraw the whole screen: it moves by half a page. */
export const scrolled: Readonly<Record<Move, Move>> = {
  up: 'halfUp',
  down: 'halfDown',
  halfUp: 'halfUp',
  halfDown: 'halfDown',
  first: 'first',
  last: 'last',
};

function clamp(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), high);
}

export interface MenuSlice {
  readonly position: ListPosition;
  readonly text: TextValue;
  reset(selected?: number): void;
  /** For the help over a menu: begins again, and `uncover` is as before it. */
  cover(): void;
  uncover(): void;
  move(move: Move, count: number, height: number): void;
  select(row: number): void;
  /** @param selected the item that what is typed selects */
  edit(text: TextValue, selected?: number): void;
}

export function createMenu({ get, patch }: SliceContext<{ menu: MenuSlice }>): MenuSlice {
  let covered: Pick<MenuSlice, 'position' | 'text'> | undefined;
  return {
    position: listStart,
    text: emptyText,
    cover() {
      const { position, text, reset } = get().menu;
      covered = { position, text };
      reset();
    },
    uncover: () => patch('menu', covered ?? {}),
    reset: (selected = 0) => patch('menu', { position: { selected, top: 0 }, text: emptyText }),
    move: (move, count, height) =>
      patch('menu', { position: moveInList(get().menu.position, move, count, height) }),
    select: row => patch('menu', { position: { selected: row, top: 0 } }),
    edit: (text, selected = 0) => patch('menu', { text, position: { selected, top: 0 } }),
  };
}

/** What comes back when these routes are left, of the lowest; undefined where none was opened for its days. */
function openedDays(routes: readonly Route[]): OpenedDays | undefined {
  for (const route of routes) if (route.screen === 'dashboard' && route.days !== undefined) return route.days;
  return undefined;
}

/** One for all screens. */
export interface ShownPeriod {
  readonly choice: PeriodChoice;
  /** The last days of logs that end before what was chosen, which is what the next start has. */
  readonly ofLogs?: { readonly shown: PeriodChoice; readonly chosen: PeriodChoice } | undefined;
}

/** The period as it was chosen: days that were opened from a chart, and the last ones of logs, are looked at, not chosen. */
export function chosenPeriod({ navigation, period }: Pick<Navigated, 'navigation' | 'period'>): PeriodChoice {
  const choice = openedDays(navigation.stack)?.leftPeriod ?? period.choice;
  return choice === period.ofLogs?.shown ? period.ofLogs.chosen : choice;
}

export interface NavigationSlice {
  /** Never empty; the last one is on top. */
  readonly stack: readonly Route[];
  /** The topmost route that fills the screen: what lies beneath menus and dialogs. */
  readonly view: Route;
  push(route: Route): void;
  /** One level back. The view beneath shows its cached data at once and reads it again in the background. */
  pop(): void;
  replace(route: Route): void;
  /** Moves the cursor of the chart of the view, undefined takes it away; what has no chart stays as it is. */
  pointAt(cursor: ChartPosition | undefined): void;
  switchWebsite(websiteId: string): void;
  /** Leaves every view above this depth; 1 is the root. */
  popTo(depth: number): void;
  /** Leaves the lowest matching view and all above it, if there is one; never the root. */
  leave(isLeft: (route: Route) => boolean): void;
}

const home: Route = { screen: 'websites' };

interface Navigated {
  readonly navigation: NavigationSlice;
  readonly period: ShownPeriod;
  readonly filter: { readonly where: Filter };
}

interface Needs {
  readonly menu: Pick<MenuSlice, 'reset' | 'cover' | 'uncover'>;
  readonly websites: { select(id: string): void };
}

interface NavigationContext extends SliceContext<Navigated, Needs> {
  screenOf(name: ScreenName): { readonly overlay?: true };
}

export function createNavigation(context: NavigationContext): NavigationSlice {
  const { get, patch, load, loader, screenOf } = context;
  const stackNow = () => get().navigation.stack;
  const show = (stack: readonly Route[]) => {
    const view = stack.findLast(({ screen }) => screenOf(screen).overlay !== true) ?? home;
    patch('navigation', { stack, view });
    if (view.screen === 'websites') patch('filter', { where: noFilter });
  };
  const abort = (routes: readonly Route[]) => {
    for (const route of routes) loader.abortOwner(routeKey(route));
  };
  const popTo = (depth: number) => {
    const left = stackNow().slice(depth);
    if (depth < 1 || left.length === 0) return;
    abort(left);
    const opened = openedDays(left);
    if (opened !== undefined) patch('period', { choice: opened.leftPeriod });
    const filters = left.flatMap(route =>
      route.screen === 'dashboard' ? (route.days?.filters ?? []) : [],
    )[0];
    if (filters !== undefined) patch('filter', { where: filters.left });
    const before = get().navigation.view;
    show(stackNow().slice(0, depth));
    if (left[0]?.screen === 'help') get().menu.uncover();
    const { view } = get().navigation;
    if (view !== before) load(view);
  };

  return {
    stack: [home],
    view: home,
    push(route) {
      if (route.screen === 'help') get().menu.cover();
      else get().menu.reset();
      show([...stackNow(), route]);
      if (route.screen === 'dashboard' && route.days !== undefined) {
        const { from, to, filters } = route.days;
        patch('period', { choice: { kind: 'range', from, to } });
        if (filters !== undefined) patch('filter', { where: filters.shown });
      }
      load(route);
    },
    pop: () => popTo(stackNow().length - 1),
    replace(route) {
      abort(stackNow().slice(-1));
      show([...stackNow().slice(0, -1), route]);
      load(route);
    },
    pointAt(cursor) {
      const { view } = get().navigation;
      if (!hasChart(view)) return;
      const next = { ...view, cursor };
      show(stackNow().map(route => (route === view ? next : route)));
    },
    switchWebsite(websiteId) {
      const stack = stackNow();
      const next = stack.map(route => (canShow(route, websiteId) ? { ...route, websiteId } : route));
      abort(stack.filter((route, index) => routeKey(route) !== routeKey(next[index] ?? route)));
      show(next);
      get().websites.select(websiteId);
      load(get().navigation.view);
    },
    popTo,
    leave: isLeft => popTo(stackNow().findIndex(isLeft)),
  };
}

type RouteWithCursor = {
  [S in ScreenName]: 'cursor' extends keyof RouteOf<S> ? RouteOf<S> : never;
}[ScreenName];

const screensWithCursor: Readonly<Record<RouteWithCursor['screen'], true>> = {
  dashboard: true,
  statistic: true,
  heatMap: true,
  year: true,
  history: true,
  sideBySide: true,
};

function canShow(route: Route, websiteId: string): boolean {
  return 'websiteIds' in route ? route.websiteIds.includes(websiteId) : 'websiteId' in route;
}

function hasChart(route: Route): route is RouteWithCursor {
  return Object.hasOwn(screensWithCursor, route.screen);
}

export function topRoute(stack: readonly Route[]): Route {
  return stack.at(-1) ?? home;
}

export function isInOverlay({ navigation }: Pick<Navigated, 'navigation'>): boolean {
  return topRoute(navigation.stack) !== navigation.view;
}

/** Goes through the websites by itself, for a screen on a wall: the list, then each website's statistics. */
export interface RotationSlice {
  /** Seconds that each is shown; undefined where nothing goes on by itself. */
  readonly every: number | undefined;
  begin(): void;
  /** Somebody uses the keyboard: what is shown stays for a minute at least. */
  hold(): void;
  end(): void;
}

const heldForMs = 60_000;

interface RotationContext extends SliceContext<{ rotation: RotationSlice }, Rotated> {
  screenOf(name: ScreenName): { readonly autoRefreshes?: true };
}

interface Rotated {
  readonly navigation: NavigationSlice;
  readonly websites: { readonly arranged: readonly { readonly id: string }[] };
}

export function createRotation({ get, services, screenOf }: RotationContext): RotationSlice {
  const every = services.rotateEvery;
  let timer: NodeJS.Timeout | undefined;
  const wait = (milliseconds: number) => {
    clearTimeout(timer);
    timer = setTimeout(goOn, milliseconds).unref();
  };
  const goOn = () => {
    if (every === undefined) return;
    const state = get();
    // Not away from a form, a menu, or what is shown live.
    const { autoRefreshes } = screenOf(state.navigation.view.screen);
    if (!isInOverlay(state) && autoRefreshes === true) showNext(state);
    wait(every * 1000);
  };
  return {
    every,
    begin() {
      if (every !== undefined) wait(every * 1000);
    },
    hold() {
      if (timer !== undefined && every !== undefined) wait(Math.max(heldForMs, every * 1000));
    },
    end() {
      clearTimeout(timer);
      timer = undefined;
    },
  };
}

/** In the order of the list, of which more is read towards its end; behind the last one is the list itself. */
function showNext({ navigation, websites }: Rotated): void {
  const { view } = navigation;
  const rows = websites.arranged;
  const shown = websiteIdOf(view);
  const next = rows[shown === undefined ? 0 : rows.findIndex(({ id }) => id === shown) + 1];
  if (next === undefined) return navigation.popTo(1);
  if (shown === undefined) navigation.push({ screen: 'dashboard', websiteId: next.id });
  else navigation.switchWebsite(next.id);
}
