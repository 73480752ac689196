import { isInOverlay, topRoute } from '#store/navigation/navigation.ts';
import { shellQuote } from '#text/words.ts';
import type { ExportSource } from './exporting.ts';
import type { EscapeTarget, ScreenRules, Selected, State } from './state.ts';

export function viewRules({ screenOf, navigation }: Pick<State, 'screenOf' | 'navigation'>): ScreenRules {
  return screenOf(navigation.view.screen);
}

export function escapeTarget(state: State): EscapeTarget {
  if (isInOverlay(state))
    return state.screenOf(topRoute(state.navigation.stack).screen).escapeTarget?.(state) ?? 'dialog';
  if (hasCursor(state)) return 'cursor';
  return viewRules(state).escapeTarget?.(state) ?? (state.navigation.stack.length > 1 ? 'view' : 'root');
}

/** Whether a cursor is seen: that of a chart without the focus is not. */
function hasCursor(state: State): boolean {
  const { view } = state.navigation;
  if (!('cursor' in view) || view.cursor === undefined) return false;
  const { chart } = viewRules(state);
  return chart === undefined || chart(state, view)?.index !== undefined;
}

export function selected(state: State): Selected | undefined {
  return viewRules(state).selected?.(state, state.navigation.view);
}

/** What the view shows, as data; undefined where it has no numbers, or none yet. */
export function exportSource(state: State): ExportSource | undefined {
  const found = viewRules(state).exported?.(state, state.navigation.view);
  return typeof found === 'function' ? found() : undefined;
}

/** The command line that prints what the view shows, quoted for a shell; undefined where no subcommand does. */
export function viewCommand(state: State): string | undefined {
  const words = viewRules(state).commandWords?.(state, state.navigation.view);
  // What a terminal would take for keys is not pasted into a shell.
  return words === undefined || words.some(word => /\p{Cc}/u.test(word))
    ? undefined
    : commandOf(state, words);
}

/** A command line for the service in use, quoted for a shell. */
export function commandOf({ profile }: Pick<State, 'profile'>, words: readonly string[]): string {
  const service = profile.fromEnvironment === true ? [] : ['--profile', profile.name];
  return ['sitedeck', ...service, ...words].map(shellQuote).join(' ');
}
