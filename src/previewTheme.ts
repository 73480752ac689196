import { topScreen } from '#commands/conditions.ts';
import { paletteOf } from '#commands/registry.ts';
import type { State } from '#store/core/state.ts';

/** Shows the theme that is selected in the palette, and the chosen one again as soon as none is. */
export function previewTheme(state: State): void {
  const selected =
    topScreen(state) === 'palette' ? paletteOf(state)[state.menu.position.selected] : undefined;
  state.look.preview(selected?.theme);
}
