import type { PaletteItem } from '#commands/palette.ts';
import type { ScreenDefinition } from '#screens/definition.ts';
import type { State } from '#store/core/state.ts';
import { paletteKeys } from './commands.ts';

/** The palette lists the commands of the other screens, and so is given the way to find them. */
export function paletteScreen(itemsOf: (state: State) => PaletteItem[]): ScreenDefinition<'palette'> {
  return {
    screen: 'palette',
    overlay: true,
    view: async () => (await import('./Screen.tsx')).palettePopup(itemsOf),
    ...paletteKeys(itemsOf),
  };
}
