import { topRoute, topView } from '#store/navigation/navigation.ts';
import { overlays } from '#store/navigation/route.ts';
import type { State } from '#store/core/state.ts';

export const topScreen = (state: State) => topRoute(state.navigation.stack).screen;
/** Beneath dialogs and menus. */
export const viewScreen = (state: State) => topView(state.navigation.stack).screen;
export const inOverlay = (state: State) => overlays.has(topScreen(state));
export const isForm = (state: State) => topScreen(state) === 'editor' || topScreen(state) === 'bulkEdit';
