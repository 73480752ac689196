import { topRoute, topView } from '#store/navigation.ts';
import { overlays } from '#store/route.ts';
import type { State } from '#store/state.ts';

export const topScreen = (state: State) => topRoute(state.navigation.stack).screen;
/** Beneath dialogs and menus. */
export const viewScreen = (state: State) => topView(state.navigation.stack).screen;
export const inOverlay = (state: State) => overlays.has(topScreen(state));
export const isForm = (state: State) => topScreen(state) === 'editor' || topScreen(state) === 'bulkEdit';
