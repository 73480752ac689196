import { isInOverlay, topRoute } from '#store/navigation/navigation.ts';
import type { State } from '#store/core/state.ts';

export const topScreen = (state: State) => topRoute(state.navigation.stack).screen;
/** Beneath dialogs and menus. */
export const viewScreen = ({ navigation }: State) => navigation.view.screen;
export const inOverlay = isInOverlay;
export const isForm = (state: State) => state.screenOf(topScreen(state)).isForm === true;
