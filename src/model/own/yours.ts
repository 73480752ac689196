import { panelNames } from '#model/service/capabilities.ts';
import type { StatisticName } from '#model/statistics/statistics.ts';
import { didYouMean } from '#text/match.ts';
import type { OwnCommand } from './command.ts';

export interface Yours {
  readonly commands: readonly OwnCommand[];
  readonly keys: OwnKeys;
  /** Of a dashboard. */
  readonly panels: OwnLists<StatisticName>;
  /** Of the list of websites. */
  readonly columns: OwnLists<ColumnName>;
}

/** The columns that the list of websites may have; the mark of what needs attention stands behind the domain by itself. */
export const columnNames = [
  'domain',
  'name',
  'days',
  'visitors',
  'change',
  'pageviews',
  'tags',
  'privacy',
  'bots',
  'email',
  'added',
  'id',
] as const;
export type ColumnName = (typeof columnNames)[number];

/** What is shown, in its order: for all websites, and in place of that for those with a tag. */
export interface OwnLists<T> {
  readonly all?: readonly T[] | undefined;
  /** In the order of the file. */
  readonly tags: readonly { readonly tag: string; readonly names: readonly T[] }[];
}

export const noLists: OwnLists<never> = { tags: [] };

export const nothingYours: Yours = { commands: [], keys: {}, panels: noLists, columns: noLists };

/** Of several tags with a list the first one in the file counts; undefined where nothing was chosen. */
export function listFor<T>({ all, tags }: OwnLists<T>, own: readonly string[]): readonly T[] | undefined {
  return tags.find(({ tag }) => own.includes(tag))?.names ?? all;
}

export type PanelChange = 'earlier' | 'later' | 'hide' | 'showHidden' | 'reset';

/** A list of config.yaml as it is to be: that of a tag or that for all; without names it is taken out. */
export interface ChangedList {
  readonly tag?: string | undefined;
  readonly names: readonly StatisticName[] | undefined;
}

/**
 * The list that a change of the panels of a website with these tags makes; undefined where it changes nothing. Panels that the
 * service lacks keep their places in it.
 * @param shown those on the dashboard
 * @param offered all those of the service in view
 */
export function changedPanels(
  lists: OwnLists<StatisticName>,
  own: readonly string[],
  {
    change,
    panel,
    shown,
    offered,
  }: {
    change: PanelChange;
    panel?: StatisticName | undefined;
    shown: readonly StatisticName[];
    offered: readonly StatisticName[];
  },
): ChangedList | undefined {
  const tag = lists.tags.find(each => own.includes(each.tag))?.tag;
  const now = listFor(lists, own);
  // Where the service has none of a list all that it has are shown.
  const listed =
    now === undefined ? panelNames : now.some(name => shown.includes(name)) ? now : [...now, ...shown];
  if (change === 'reset') return now === undefined ? undefined : { tag, names: undefined };
  if (change === 'showHidden') {
    const hidden = panelNames.filter(name => !listed.includes(name));
    return !hidden.some(name => offered.includes(name)) ? undefined : { tag, names: [...listed, ...hidden] };
  }
  const index = panel === undefined ? -1 : shown.indexOf(panel);
  if (panel === undefined || index === -1) return undefined;
  const others = listed.filter(name => name !== panel);
  if (change === 'hide') return shown.length === 1 ? undefined : { tag, names: others };
  const neighbour = shown[index + (change === 'earlier' ? -1 : 1)];
  if (neighbour === undefined) return undefined;
  const at = others.indexOf(neighbour) + (change === 'earlier' ? 0 : 1);
  return { tag, names: others.toSpliced(at, 0, panel) };
}

/** A command of the program, for what has to know which keys are taken. */
interface KnownCommand {
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

/** Enter, Esc, Tab, arrows and their like stay what they are. */
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
const isFixed = (key: string) => notOwn[key] !== undefined || (key.length > 1 && !key.startsWith('^'));

/** The keys of a command where some are chosen for it: those, and of its own ones Enter, Esc, F5 and their like. */
export function boundKeys({ id, keys }: Pick<KnownCommand, 'id' | 'keys'>, own: OwnKeys): readonly string[] {
  const chosen = Object.hasOwn(own, id) ? own[id] : undefined;
  return chosen === undefined ? keys : [...new Set([...chosen, ...keys.filter(isFixed)])];
}

/** Why no command can have this key, whatever else has it. */
function whyNoKey(key: string): string | undefined {
  if (notOwn[key] !== undefined) return `"${key}" ${notOwn[key]} everywhere: take another key`;
  return /^(?:[\p{L}\p{N}\p{P}\p{S}]|\^[A-Z]|F(?:[1-9]|1[0-2]))$/u.test(key)
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
  readonly before: readonly OwnCommand[];
}

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
export function wrongKeys(chosen: OwnKeys): ReadonlyMap<string, string> {
  const wrong = new Map<string, string>();
  const left = new Map<string, readonly string[]>();
  for (const [id, keys] of Object.entries(chosen)) {
    const why = whyFixed(id);
    if (why === undefined) left.set(id, keys);
    else wrong.set(id, why);
  }
  for (;;) {
    const own = Object.fromEntries(left);
    // From the last one on: of two that want one key the first has it.
    let found: string | undefined;
    for (const [id, keys] of [...left].toReversed()) {
      const why = whyNotBound(id, keys, own);
      if (why === undefined) continue;
      wrong.set((found = id), why);
      break;
    }
    if (found === undefined) return wrong;
    left.delete(found);
  }
}

/** Why no keys can be chosen for a command, whichever they are. */
function whyFixed(id: string): string | undefined {
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
