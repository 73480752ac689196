import { isInOverlay, topRoute } from '#store/navigation/navigation.ts';
import type { Services } from '#store/services.ts';
import type { State } from '#store/state.ts';
import type { TextValue } from '#text/textField.ts';

/** A key as the terminal layer names it: "a", "S", "^S", "Enter", "Shift-Tab", "PgDn" ... */
export type KeyName = string;

export type DisabledReason = (state: State) => string | undefined;

export interface CommandContext {
  /** The current state at each access: what an action has changed shows at once. */
  readonly state: State;
  readonly services: Services;
}

/**
 * Something the user can do. One list of these per screen, and a global one, drives the keys, the footer, the help,
 * the palette and the key tables of docs/keys.md.
 */
export interface Command {
  readonly id: string;
  /** The first one is shown in the footer. */
  readonly keys: readonly KeyName[];
  /** What it does, as the palette and the help say it. */
  readonly title: string;
  /** One or two words for the footer; a command without them is not in the footer. */
  readonly short?: string;
  /** What the footer says in place of its first key: for one of a pair or of a row of keys, all of them. */
  readonly footerKey?: string;
  /** Its place in the footer: what a newcomer wants first has a low one, what can be missed a high one. */
  readonly footerPlace?: 1 | 2 | 3 | 4;
  /** It serves to change something on the service: a read-only profile disables it. */
  readonly changes?: true;
  /** It leads out of what is shown, to a browser, the shell or another profile: a kiosk disables it. */
  readonly leaves?: true;
  /** Whether the screen on top has this command at all; without it, yes. */
  isHere?(state: State): boolean;
  /** Why it does nothing now, in one line that says what to press or do. Undefined: it works. */
  readonly disabledReason?: DisabledReason | undefined;
  run(context: CommandContext): void;
}

/** The text field that has the focus, as the keyboard needs it. */
export interface FocusedField {
  readonly text: TextValue;
  readonly manyLines: boolean;
  /** Keys that belong to commands even while the field has the focus, beyond those that always do. */
  readonly passes: readonly KeyName[];
  change(text: TextValue): void;
}

/** The commands and the focused field of a screen. */
export interface ScreenKeys {
  readonly commands: readonly Command[];
  focusedField?(state: State): FocusedField | undefined;
}

/** Keys that no text field keeps for itself. */
export const passedByEveryField: readonly KeyName[] = ['^S', '^C', '^Z', '^L', 'Esc', 'Tab', 'Shift-Tab'];

export const topScreen = (state: State) => topRoute(state.navigation.stack).screen;
export const inOverlay = isInOverlay;
export const isForm = (state: State) => state.screenOf(topScreen(state)).isForm === true;

/** Other words that people look for a command by, by its id or, where screens have their own of a kind, its last part. */
const synonyms: Readonly<Record<string, string>> = {
  'period.menu': 'dates days range week month year when calendar',
  compare: 'against versus before last year baseline',
  why: 'fell fall drop rose grew cause reason changed explain movers',
  now: 'live realtime real time current minutes tail',
  refresh: 'reload update again',
  autoRefresh: 'live watch realtime',
  undo: 'revert restore',
  profiles: 'profile account connect api key logs demo switch',
  export: 'download save file csv json markdown',
  'copy.value': 'clipboard yank',
  'copy.url': 'clipboard link',
  open: 'visit web',
  help: 'shortcuts manual',
  quit: 'exit leave',
  heatMap: 'week weekday hour grid heat map',
  measure: 'visitors page views chart',
  logScale: 'logarithmic',
  add: 'new create',
  edit: 'change settings privacy email bots',
  delete: 'remove',
  record: 'details settings',
  tags: 'label group client',
  attention: 'problems broken trouble',
  overview: 'numbers sparklines',
  sort: 'order',
  search: 'find filter',
};

export function synonymsOf(commandId: string): string | undefined {
  return synonyms[commandId] ?? synonyms[commandId.slice(commandId.lastIndexOf('.') + 1)];
}

export const synonymKeys: readonly string[] = Object.keys(synonyms);
