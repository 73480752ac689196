import { didYouMean } from '#text/match.ts';
import type { OwnCommand } from './command.ts';

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

/** Keys by the ids of their commands: in place of what these have. */
export type OwnKeys = Readonly<Record<string, readonly string[]>>;

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

/** Keys that stay with their command, whichever is chosen beside them. */
const stays = (key: string) => notOwn[key] !== undefined || (key.length > 1 && !key.startsWith('^'));

/** The keys of a command where some are chosen for it: those, and of its own ones Enter, Esc, F5 and their like. */
export function boundKeys({ id, keys }: Pick<KnownCommand, 'id' | 'keys'>, own: OwnKeys): readonly string[] {
  const chosen = Object.hasOwn(own, id) ? own[id] : undefined;
  return chosen === undefined ? keys : [...new Set([...chosen, ...keys.filter(stays)])];
}

/** Why no command can have this key, whatever else has it. */
function whyNoKey(key: string): string | undefined {
  if (notOwn[key] !== undefined) return `"${key}" ${notOwn[key]} everywhere: take another key`;
  return keyPattern.test(key)
    ? undefined
    : `"${key}" is no key: write one such as X, ^T or F6, a sign in quotes`;
}

const suggested = [...'XZKJQBEDHGVSTUWMNYI'.split(''), '^T', '^E', '^X', 'F6', 'F7'];

const overlap = (screens: readonly string[] | undefined, screen: string | undefined) =>
  screens === undefined || screen === undefined || screens.includes(screen);

interface Asking {
  /** Views; undefined for all. */
  readonly screens: readonly string[] | undefined;
  /** Of a command of the program, that one: two that share a key anyway may share another. */
  readonly command?: KnownCommand;
  readonly own: OwnKeys;
  /** The own commands that have theirs already. */
  readonly before: readonly OwnCommand[];
}

/** Whose a key is: a command of the program, or an own one. */
function takenBy(key: string, { screens, command, own, before }: Asking): string | undefined {
  const shares = (other: KnownCommand) => command?.keys.some(each => other.keys.includes(each)) === true;
  const found = known.find(
    other =>
      other.isOver !== true &&
      other.id !== command?.id &&
      overlap(screens, other.screen) &&
      boundKeys(other, own).includes(key) &&
      !shares(other),
  );
  if (found !== undefined) return `"${found.title}" (${found.id})`;
  const another = before.find(
    ({ key: other, on }) =>
      other === key && (on === undefined || on.some(screen => overlap(screens, screen))),
  );
  return another && `"${another.name}"`;
}

function whyTaken(name: string, key: string, asking: Asking): string | undefined {
  const why = whyNoKey(key);
  if (why !== undefined) return why;
  const owner = takenBy(key, asking);
  if (owner === undefined) return undefined;
  const free = suggested.filter(other => takenBy(other, asking) === undefined).slice(0, 5);
  return `"${name}" cannot have ${key}, the key of ${owner}. Free there are ${free.join(' ')}`;
}

/** Why an own command cannot have its key; `before`: the own commands above it in the file. */
export function whyKeyTaken(
  { name, key, on }: OwnCommand,
  before: readonly OwnCommand[],
  own: OwnKeys,
): string | undefined {
  return key === undefined ? undefined : whyTaken(name, key, { screens: on, own, before });
}

/** What is wrong with keys chosen for the program's commands, by their ids: one that is taken out leaves its own keys. */
export function wrongKeys(chosen: OwnKeys): Readonly<Record<string, string>> {
  const wrong: Record<string, string> = {};
  const left = new Map<string, readonly string[]>();
  for (const [id, keys] of Object.entries(chosen)) {
    const why = whyStays(id);
    if (why === undefined) left.set(id, keys);
    else wrong[id] = why;
  }
  for (;;) {
    const own = Object.fromEntries(left);
    // From the last one on: of two that want one key the first has it.
    let found: string | undefined;
    for (const [id, keys] of [...left].toReversed()) {
      const why = whyNotBound(id, keys, own);
      if (why === undefined) continue;
      wrong[(found = id)] = why;
      break;
    }
    if (found === undefined) return wrong;
    left.delete(found);
  }
}

/** Why no keys can be chosen for a command, whichever they are. */
function whyStays(id: string): string | undefined {
  const command = known.find(each => each.id === id);
  if (command === undefined)
    return `is no command.${didYouMean(
      id,
      known.filter(({ isOver }) => isOver !== true).map(each => each.id),
    )} Press ? in Sitedeck: the last line says the id of the selected key`;
  if (/^\d$/.test(command.keys[0] ?? ''))
    return `"${command.title}" has the number of its place, which stays`;
  return command.isOver === true ? `"${command.title}" is of a menu or a form, whose keys stay` : undefined;
}

function whyNotBound(id: string, keys: readonly string[], own: OwnKeys): string | undefined {
  const found = known.filter(command => command.id === id);
  const [command] = found;
  if (command === undefined) return undefined;
  const screens = found.some(({ screen }) => screen === undefined)
    ? undefined
    : found.flatMap(({ screen }) => screen ?? []);
  return keys
    .map(key => whyTaken(command.title, key, { screens, command, own, before: [] }))
    .find(why => why !== undefined);
}
