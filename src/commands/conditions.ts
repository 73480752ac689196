import { isInOverlay, topRoute } from '#store/navigation/navigation.ts';
import type { State } from '#store/core/state.ts';

export const topScreen = (state: State) => topRoute(state.navigation.stack).screen;
export const inOverlay = isInOverlay;
export const isForm = (state: State) => state.screenOf(topScreen(state)).isForm === true;
