import { type OwnCommand } from './command.ts';

/** A command of the program, for what has to know which keys are taken. */
export interface KnownCommand {
  readonly id: string;
  readonly title: string;
  readonly keys: readonly string[];
  /** The screen that it is of; without it, it works on all views. */
  readonly screen?: string | undefined;
  /** Of a menu, a dialog or a form, which no own command is offered on. */
  readonly isOver?: boolean | undefined;
}

/** Module-level: the list of all screens, which is above what asks, says them as it is loaded. */
let known: readonly KnownCommand[] = [];

export function knowCommands(commands: readonly KnownCommand[]): void {
  known = commands;
}

/** What one key press can be called in the file. Enter, Esc, Tab, arrows and their like stay what they are. */
const keyPattern = /^(?:[\p{L}\p{N}\p{P}\p{S}]|\^[A-Z]|F(?:[1-9]|1[0-2]))$/u;
const notOwn: Readonly<Record<string, string>> = {
  '^C': 'quits',
  '^Z': 'leads to the shell',
  '^L': 'redraws the screen',
  '^H': 'is Backspace',
  '^I': 'is Tab',
  '^J': 'is Enter',
  '^M': 'is Enter',
};

/** Why no command can have this key, whatever else has it. */
function whyNoKey(key: string): string | undefined {
  if (notOwn[key] !== undefined) return `"${key}" ${notOwn[key]} everywhere: take another key`;
  return keyPattern.test(key) ? undefined : `"${key}" is no key: write one such as X, ^T or F6`;
}

const suggested = [...'XZKJQBEDHGVSTUWMNYI'.split(''), '^T', '^E', '^X', 'F6', 'F7'];

const overlap = (screens: readonly string[] | undefined, screen: string | undefined) =>
  screens === undefined || screen === undefined || screens.includes(screen);

/** Whose a key is on these views, or on all: the program's command, or an own one before. */
function takenBy(
  key: string,
  screens: readonly string[] | undefined,
  before: readonly OwnCommand[],
): string | undefined {
  const command = known.find(
    ({ keys, screen, isOver }) => isOver !== true && keys.includes(key) && overlap(screens, screen),
  );
  if (command !== undefined) return `"${command.title}" (${command.id})`;
  const own = before.find(
    ({ key: other, on }) =>
      other === key && (on === undefined || on.some(screen => overlap(screens, screen))),
  );
  return own && `"${own.name}"`;
}

/** Why an own command cannot have its key; `before`: the own commands above it in the file. */
export function whyKeyTaken(
  { name, key, on }: OwnCommand,
  before: readonly OwnCommand[],
): string | undefined {
  if (key === undefined) return undefined;
  const why = whyNoKey(key);
  if (why !== undefined) return why;
  const owner = takenBy(key, on, before);
  if (owner === undefined) return undefined;
  const free = suggested.filter(other => takenBy(other, on, before) === undefined).slice(0, 5);
  return `"${name}" cannot have ${key}, the key of ${owner}. Free there are ${free.join(' ')}`;
}
