import { isInOverlay, topRoute } from '#store/navigation/navigation.ts';
import { shellQuote } from '#text/words.ts';
import type { ExportChoice, ExportSource } from './exporting.ts';
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

/** The command line that prints what the view exports so, quoted for a shell; undefined where no subcommand does. */
export function viewCommand(state: State, choice: ExportChoice): string | undefined {
  const { commandWords, commandPrints } = viewRules(state);
  const words = commandWords?.(state, state.navigation.view);
  const format = formatWords(choice, commandPrints);
  // What a terminal would take for keys is not pasted into a shell.
  if (words === undefined || format === undefined || words.some(word => /\p{Cc}/u.test(word)))
    return undefined;
  // Behind it nothing is an option.
  const end = words.indexOf('--');
  const at = end === -1 ? words.length : end;
  return commandOf(state, [...words.slice(0, at), ...format, ...words.slice(at)]);
}

function formatWords(
  { kind, hides }: ExportChoice,
  prints: ScreenRules['commandPrints'],
): readonly string[] | undefined {
  if (kind !== 'picture') return prints === 'text' ? [] : ['--format', kind];
  return prints === 'picture' ? ['--format', 'svg', ...(hides ? ['--hide-names'] : [])] : undefined;
}

/** A command line for the service in use, quoted for a shell. */
export function commandOf({ profile }: Pick<State, 'profile'>, words: readonly string[]): string {
  const service = profile.fromEnvironment === true ? [] : ['--profile', profile.name];
  return ['sitedeck', ...service, ...words].map(shellQuote).join(' ');
}
