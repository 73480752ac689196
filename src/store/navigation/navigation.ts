import type { StoreContext } from '#store/core/context.ts';
import { loadRoute } from './loadRoute.ts';
import { overlays, routeKey, type Route } from './route.ts';

export interface NavigationSlice {
  /** Never empty; the last one is on top. */
  readonly stack: readonly Route[];
  /** Opens a view and reads what it shows. */
  push(route: Route): void;
  /** One level back. The view beneath shows its cached data at once and reads it again in the background. */
  pop(): void;
  /** Replaces the view on top. */
  replace(route: Route): void;
  /** Switches all views on the stack to another website. */
  switchWebsite(websiteId: string): void;
  /** Leaves every view above this depth; 1 is the root. */
  popTo(depth: number): void;
  /** Leaves the lowest matching view and all above it, if there is one; never the root. */
  leave(isLeft: (route: Route) => boolean): void;
}

export function createNavigation(context: StoreContext): NavigationSlice {
  const { get, patch, loader } = context;
  const abort = (routes: readonly Route[]) => {
    for (const route of routes) loader.abortOwner(routeKey(route));
  };
  const popTo = (depth: number) => {
    const { stack } = get().navigation;
    const left = stack.slice(depth);
    if (depth < 1 || left.length === 0) return;
    abort(left);
    patch('navigation', { stack: stack.slice(0, depth) });
    const uncovered = left.some(route => !overlays.has(route.screen));
    if (uncovered) loadRoute(context, topView(get().navigation.stack));
  };

  return {
    stack: [{ screen: 'websites' }],
    push(route) {
      if (overlays.has(route.screen) || route.screen === 'help') get().menu.reset();
      patch('navigation', { stack: [...get().navigation.stack, route] });
      loadRoute(context, route);
    },
    pop: () => popTo(get().navigation.stack.length - 1),
    replace(route) {
      const { stack } = get().navigation;
      abort(stack.slice(-1));
      patch('navigation', { stack: [...stack.slice(0, -1), route] });
      loadRoute(context, route);
    },
    switchWebsite(websiteId) {
      const { stack } = get().navigation;
      const next = stack.map(route => ('websiteId' in route ? { ...route, websiteId } : route));
      abort(stack.filter((route, place) => routeKey(route) !== routeKey(next[place] ?? route)));
      patch('navigation', { stack: next });
      get().websites.select(websiteId);
      loadRoute(context, topView(next));
    },
    popTo,
    leave: isLeft => popTo(get().navigation.stack.findIndex(isLeft)),
  };
}

/** The route on top of the stack, which may be a menu or dialog. */
export function topRoute(stack: readonly Route[]): Route {
  return stack.at(-1) ?? { screen: 'websites' };
}

/** The topmost route that fills the screen: what lies under menus and dialogs. */
export function topView(stack: readonly Route[]): Route {
  return stack.findLast(route => !overlays.has(route.screen)) ?? { screen: 'websites' };
}
