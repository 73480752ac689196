import type { ChartPlace } from '#model/period/chartPlace.ts';
import type { StoreContext } from '#store/core/context.ts';
import type { State } from '#store/core/state.ts';
import { periodToKeep } from './openedDays.ts';
import { routeKey, type Route, type RouteOf } from './route.ts';

export interface NavigationSlice {
  /** Never empty; the last one is on top. */
  readonly stack: readonly Route[];
  /** The topmost route that fills the screen: what lies beneath menus and dialogs. */
  readonly view: Route;
  /** Opens a view and reads what it shows. */
  push(route: Route): void;
  /** One level back. The view beneath shows its cached data at once and reads it again in the background. */
  pop(): void;
  /** Replaces the view on top. */
  replace(route: Route): void;
  /** Moves the cursor of the chart of the view, undefined takes it away; what has no chart stays as it is. */
  pointAt(cursor: ChartPlace | undefined): void;
  /** Switches all views on the stack to another website. */
  switchWebsite(websiteId: string): void;
  /** Leaves every view above this depth; 1 is the root. */
  popTo(depth: number): void;
  /** Leaves the lowest matching view and all above it, if there is one; never the root. */
  leave(isLeft: (route: Route) => boolean): void;
}

const home: Route = { screen: 'websites' };

export function createNavigation({ get, patch, load, loader, screenOf }: StoreContext): NavigationSlice {
  const stackNow = () => get().navigation.stack;
  const show = (stack: readonly Route[]) => {
    const view = stack.findLast(({ screen }) => screenOf(screen).overlay !== true) ?? home;
    patch('navigation', { stack, view });
  };
  const abort = (routes: readonly Route[]) => {
    for (const route of routes) loader.abortOwner(routeKey(route));
  };
  const popTo = (depth: number) => {
    const left = stackNow().slice(depth);
    if (depth < 1 || left.length === 0) return;
    abort(left);
    const period = periodToKeep(left);
    if (period !== undefined) patch('period', { choice: period });
    const before = get().navigation.view;
    show(stackNow().slice(0, depth));
    const { view } = get().navigation;
    if (view !== before) load(view);
  };

  return {
    stack: [home],
    view: home,
    push(route) {
      get().menu.reset();
      show([...stackNow(), route]);
      if (route.screen === 'dashboard' && route.days !== undefined) {
        const { from, to } = route.days;
        patch('period', { choice: { kind: 'range', from, to } });
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
      const next = stack.map(route => ('websiteId' in route ? { ...route, websiteId } : route));
      abort(stack.filter((route, place) => routeKey(route) !== routeKey(next[place] ?? route)));
      show(next);
      get().websites.select(websiteId);
      load(get().navigation.view);
    },
    popTo,
    leave: isLeft => popTo(stackNow().findIndex(isLeft)),
  };
}

function hasChart(route: Route): route is RouteOf<'dashboard' | 'statistic' | 'heatMap' | 'history'> {
  return ['dashboard', 'statistic', 'heatMap', 'history'].includes(route.screen);
}

/** The route on top of the stack, which may be a menu or dialog. */
export function topRoute(stack: readonly Route[]): Route {
  return stack.at(-1) ?? home;
}

/** Whether a menu or a dialog lies over the view. */
export function isInOverlay({ navigation }: Pick<State, 'navigation'>): boolean {
  return topRoute(navigation.stack) !== navigation.view;
}
