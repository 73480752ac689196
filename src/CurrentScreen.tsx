import type { ReactNode } from 'react';
import { screens } from '#commands/registry.ts';
import type { ScreenDefinition } from '#screens/definition.ts';
import { useAppState } from '#screens/useAppState.ts';
import { topRoute } from '#store/navigation/navigation.ts';
import type { Route, ScreenName } from '#store/navigation/route.ts';

const views = new Map<ScreenName, (route: Route) => ReactNode>();

/** Loads the views of all screens: to be called before the first frame. */
export async function loadViews(): Promise<void> {
  const load = async ({ screen, view }: ScreenDefinition) => {
    const View = await view();
    views.set(screen, route => <View {...route} />);
  };
  await Promise.all(screens.map(load));
}

/** The view on top of the stack; with `overlay`, the menu or dialog drawn over it, if there is one. */
export function CurrentScreen({ overlay = false }: { readonly overlay?: boolean }) {
  const { stack, view } = useAppState(state => state.navigation);
  const route = overlay ? topRoute(stack) : view;
  return overlay && route === view ? null : views.get(route.screen)?.(route);
}
