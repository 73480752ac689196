import { isInOverlay, topRoute } from '#store/navigation/navigation.ts';
import type { Services } from '#store/profile/services.ts';
import type { State } from '#store/state.ts';
import type { TextValue } from '#text/textField.ts';
import type { Reason } from '#text/words.ts';

/** A key as the terminal layer names it: "a", "S", "^S", "Enter", "Shift-Tab", "PgDn" ... */
export type KeyName = string;

export type DisabledReason = (state: State) => Reason | undefined;

/** 0 is before all others. */
type FooterPlace = 0 | 1 | 2 | 3 | 4 | 5;

export interface CommandContext {
  /** The current state at each access: what an action has changed shows at once. */
  readonly state: State;
  readonly services: Services;
}

export const keySections = [
  'This menu',
  'This website',
  'Edit',
  'Move',
  'Period',
  'Copy and export',
  'Yours',
  'Everywhere',
] as const;

/** Something the user can do: drives the keys, the footer, the help, the palette and docs/keys.md. */
export interface Command {
  readonly id: string;
  /** The first one is shown in the footer. */
  readonly keys: readonly KeyName[];
  /** What it does, as the palette and the help say it: a verb and what it is about, in at most six words. */
  readonly title: string;
  /** What that means, in one line of at most 68 characters: said of the selected one in the palette and the help. */
  readonly about?: string | undefined;
  /** The same title where it names what the service counts. */
  titleIn?(state: State): string;
  /** What the help says in place of it: commands that say the same share one line of it. */
  readonly inHelp?: string;
  /** Where the help lists it; without it with this website, a global one with what works everywhere. */
  readonly section?: (typeof keySections)[number];
  readonly words?: string | undefined;
  /** The palette leaves it out: it only moves the selection, or explains itself. */
  readonly inPalette?: false;
  /** One or two words for the footer; a command without them is not in the footer. */
  readonly short?: string;
  /** What the footer says in place of its first key: for one of a pair or of a row of keys, all of them, with a blank between them. */
  readonly footerKey?: string;
  /** Its place in the footer: what a newcomer wants first has a low one, what can be missed a high one. */
  readonly footerPlace?: FooterPlace | ((state: State) => FooterPlace);
  /** It serves to change something on the service: a read-only profile disables it. */
  readonly changes?: true;
  /** It leads out of what is shown, to a browser, the shell, another profile or a file of this account: a kiosk disables it. */
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

/** What the keyboard does on a screen. */
export interface ScreenKeys {
  readonly commands: readonly Command[];
  focusedField?(state: State): FocusedField | undefined;
}

/** Keys that no text field keeps for itself. */
export const passedByEveryField: readonly KeyName[] = [
  '^S',
  '^C',
  '^Z',
  '^L',
  'Esc',
  'Tab',
  'Shift-Tab',
  'F1',
];

export const topScreen = (state: State) => topRoute(state.navigation.stack).screen;
export const inOverlay = isInOverlay;
export const isForm = (state: State) => state.screenOf(topScreen(state)).isForm === true;
