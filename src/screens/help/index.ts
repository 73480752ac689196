import type { KeyRow } from '#model/text/keyLines.ts';
import type { ScreenDefinition } from '#screens/definition.ts';
import type { State } from '#store/core/state.ts';
import { label } from '#terminal/safeText.ts';
import { helpKeys } from './commands.ts';

/** The help lists the keys of the other screens, and so is given the way to find them. */
export function helpScreen(rowsOf: (state: State) => readonly KeyRow[]): ScreenDefinition<'help'> {
  return {
    screen: 'help',
    view: async () => (await import('./Screen.tsx')).helpView(rowsOf),
    ...helpKeys(rowsOf),
    title: () => [label`Help`],
  };
}
