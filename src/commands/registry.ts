import { boundKeys, knowCommands, type OwnKeys } from '#model/own/yours.ts';
import { dashboardScreen } from '#screens/dashboard/index.ts';
import { everyScreen, type ScreenDefinition } from '#screens/definition.ts';
import {
  confirmScreen,
  connectScreen,
  deleteScreen,
  exportScreen,
  goalScreen,
  noteScreen,
  saveViewScreen,
  tagsScreen,
} from '#screens/dialogs/index.ts';
import { bulkReviewScreen, bulkRunScreen, editorScreen } from '#screens/editing/editor.ts';
import { heatMapScreen } from '#screens/heatMap/index.ts';
import { foundRows, helpScreen, helpSections, type KeyRow } from '#screens/help/index.ts';
import { historyScreen } from '#screens/history/index.ts';
import { linesScreen, outputScreen } from '#screens/lines/index.ts';
import { compareScreen, paletteScreen, periodScreen } from '#screens/menus/choices.ts';
import { profilesScreen } from '#screens/menus/profiles.ts';
import { sortScreen } from '#screens/menus/sort.ts';
import { filterScreen } from '#screens/menus/filter.ts';
import { ownLogsScreen } from '#screens/menus/ownLogs.ts';
import { type KeyHint, outageKeys } from '#screens/messages.ts';
import { nowScreen } from '#screens/now/index.ts';
import { recordScreen } from '#screens/record/index.ts';
import { sideBySideScreen } from '#screens/sideBySide/index.ts';
import { statisticScreen } from '#screens/statistic/index.ts';
import { websitesScreen } from '#screens/websites/index.ts';
import { whyScreen } from '#screens/why/index.ts';
import { yearScreen } from '#screens/year/index.ts';
import type { Store } from '#store/createStore.ts';
import { isInOverlay, topRoute } from '#store/navigation/navigation.ts';
import type { ScreenName } from '#store/navigation/route.ts';
import type { Services } from '#store/profile/services.ts';
import { isOffline } from '#store/reading/lastSeen.ts';
import { isOutage } from '#store/reading/refreshing.ts';
import { failureOf } from '#store/websites/listLayout.ts';
import type { State } from '#store/state.ts';
import { memoizeLast } from '#text/memo.ts';
import { keyOf, nameKeys, type Reason, longReason, capitalised } from '#text/words.ts';
import {
  type Command,
  type CommandContext,
  type FocusedField,
  type KeyName,
  keySections,
  passedByEveryField,
} from './command.ts';
import { globalCommands } from './global.ts';
import { ownCommands } from './own.ts';
import { type FoundCommand, type PaletteItem, paletteItems } from './palette.ts';

export const screens = everyScreen([
  websitesScreen,
  dashboardScreen,
  statisticScreen,
  heatMapScreen,
  historyScreen,
  whyScreen,
  yearScreen,
  sideBySideScreen,
  nowScreen,
  linesScreen,
  outputScreen,
  recordScreen,
  editorScreen,
  bulkReviewScreen,
  bulkRunScreen,
  deleteScreen,
  goalScreen,
  noteScreen,
  saveViewScreen,
  tagsScreen,
  sortScreen,
  periodScreen,
  compareScreen,
  filterScreen,
  exportScreen,
  profilesScreen,
  connectScreen,
  ownLogsScreen,
  confirmScreen,
  paletteScreen(paletteOf),
  helpScreen({ rowsOf: helpOf, found: foundOfHelp }),
]);

const allCommands = [...screens.flatMap(({ commands }) => commands), ...globalCommands];

knowCommands([
  ...screens.flatMap(({ screen, commands, overlay, isForm }) =>
    commands.map(command => ({ ...command, screen, isOver: overlay === true || isForm === true })),
  ),
  ...globalCommands,
]);

const byName = new Map(screens.map(definition => [definition.screen, definition]));

/** The definition of a screen: every name has one, as `everyScreen` checks. */
export function screenOf(name: ScreenName): ScreenDefinition {
  const found = byName.get(name);
  if (found === undefined) throw new Error(`There is no screen ${name}.`);
  return found;
}

/** The commands that work now, those of the screen on top before the global ones. To ask only some of them is quicker. */
export function liveCommands(state: State, isAsked?: (command: Command) => boolean): Command[] {
  const commands = [...commandsOf(topRoute(state.navigation.stack).screen), ...ownCommands(state)];
  const works = isLive(state);
  return commands.filter(command => isAsked?.(command) !== false && works(command));
}

/** Where none works, why the one nearest to the screen does not; undefined for no command. Only those of that key are asked. */
export function commandOfKey(state: State, key: KeyName): Command | string | undefined {
  const { screen } = topRoute(state.navigation.stack);
  let byKey = commandsByKey.get(screen);
  if (byKey === undefined) commandsByKey.set(screen, (byKey = withKeys(commandsOf(screen))));
  let reason: string | undefined;
  const own = ownCommands(state).filter(({ keys }) => keys.includes(key));
  for (const command of [...(byKey.get(key) ?? []), ...own]) {
    if (command.isHere?.(state) === false) continue;
    const why = disabledReason(command, state);
    if (why === undefined) return command;
    reason ??= longReason(why);
  }
  const [first] = key === 'Enter' && !isInOverlay(state) ? keyHintsOf(state) : [];
  const asked = first === undefined || first.key === key ? undefined : commandOfKey(state, first.key);
  return typeof asked === 'object' ? asked : reason;
}

/** The keys that the text on screen asks for. Where Enter does nothing else it does what is asked first. */
export function keyHintsOf(state: State): readonly KeyHint[] {
  const route = topRoute(state.navigation.stack);
  const error = failureOf(state);
  const isOfList = state.navigation.view.screen === 'websites';
  const isSaid = error !== undefined && !isOfList && isOutage(state) && !isInOverlay(state);
  return isSaid ? outageKeys(state, error) : (screenOf(route.screen).keyHints?.(state, route) ?? []);
}

/** Views, the nearest to the list first, and how one gets there. */
const reachableViews = (): readonly (readonly [screen: ScreenName, where: string])[] => [
  ['websites', 'in the list of websites: Esc back'],
  ['dashboard', 'on a dashboard: Enter opens one'],
  ['statistic', `on a statistic: ${keyOf('dashboard.whole')} opens one`],
  ['why', `in why: ${keyOf('why')} opens it`],
  ['year', `in the year: ${keyOf('year')} opens it`],
  ['heatMap', `on weekdays: ${keyOf('dashboard.week')} opens them`],
];

/** Where a key works that the view does not have: "m works on a dashboard: Enter opens one."; undefined where no view has it. */
function whereKeyWorks(state: State, key: KeyName): string | undefined {
  const { view } = state.navigation;
  const isOf = (command: Command) => boundKeys(command, ownKeys).includes(key);
  const global = globalCommands.find(isOf);
  if (isInOverlay(state)) return undefined;
  // Filters are of one website.
  if (global !== undefined && (view.screen !== 'websites' || !ofFilters.includes(global))) return undefined;
  const has = (screen: ScreenName) =>
    global !== undefined ? screen === 'dashboard' : screenOf(screen).commands.some(isOf);
  // Some keys of the list are those of the card at the start alone.
  const isListed =
    view.screen !== 'websites' ||
    commandsOf('websites').some(one => isOf(one) && one.isHere?.(state) !== false);
  const found =
    isListed && has(view.screen)
      ? undefined
      : reachableViews().find(([screen]) => screen !== view.screen && has(screen));
  return found && `${key} works ${found[1]}.`;
}

const commandsByKey = new Map<ScreenName, ReadonlyMap<KeyName, readonly Command[]>>();
const commandsOfScreens = new Map<ScreenName, Command[]>();
/** Of the whole process, as the keyboard is. */
let ownKeys: OwnKeys = {};

/** From now on commands have these keys: those of config.yaml. */
export function useKeys(keys: OwnKeys): void {
  ownKeys = keys;
  commandsByKey.clear();
  commandsOfScreens.clear();
  nameKeys(allCommands.map(command => [command.id, boundKeys(command, ownKeys)[0] ?? '']));
}

function bound(command: Command): Command {
  const keys = boundKeys(command, ownKeys);
  const { footerKey: _, ...rest } = command;
  return keys === command.keys ? command : { ...rest, keys };
}

useKeys({});

function withKeys(commands: readonly Command[]): Map<KeyName, Command[]> {
  const found = new Map<KeyName, Command[]>();
  for (const command of commands)
    for (const key of command.keys) found.set(key, [...(found.get(key) ?? []), command]);
  return found;
}

export function commandsOf(screen: ScreenName): Command[] {
  let found = commandsOfScreens.get(screen);
  if (found === undefined) {
    found = [...screenOf(screen).commands, ...globalCommands].map(bound);
    commandsOfScreens.set(screen, found);
  }
  return found;
}

export function focusedField(state: State): FocusedField | undefined {
  return screenOf(topRoute(state.navigation.stack).screen).focusedField?.(state);
}

// Asked several times a key, with the same state.
const palette = memoizeLast<PaletteItem[]>();

export function paletteOf(state: State): PaletteItem[] {
  return palette([state], () => {
    const { navigation } = state;
    const index = navigation.stack.findIndex(({ screen }) => screen === 'palette');
    const stack = index === -1 ? navigation.stack : navigation.stack.slice(0, index);
    const beneath = { ...state, navigation: { ...navigation, stack } };
    return paletteItems(state, commandsBeneath(beneath), commandsOfOthers(beneath));
  });
}

const ofFilters = globalCommands.filter(({ id }) => /^filter\.(?!less)/.test(id));

/** Those of the views that what is in view leads to, or back to, each with how one gets there. */
function commandsOfOthers({ navigation: { view } }: State): FoundCommand[] {
  return reachableViews().flatMap(([screen, where]) =>
    screen === view.screen
      ? []
      : [...screenOf(screen).commands, ...(screen === 'dashboard' ? ofFilters : [])].flatMap(command =>
          command.keys.length === 0
            ? []
            : {
                command: bound(command),
                section: command.section ?? 'This website',
                reason: `${capitalised(where)}.`,
              },
        ),
  );
}

/** The keys of the view the help was opened from: what has none is found by its name. What does nothing there now stands behind the rest of its section. */
export function helpOf(state: State): KeyRow[] {
  const found = commandsBeneath(state);
  const reasons = new Map(found.map(({ command, reason }) => [command, reason]));
  return keySections.flatMap(section => {
    const ranked = found.filter(each => each.section === section).map(({ command }) => command);
    const placeOf = ({ action }: { readonly action: string }) =>
      ranked.findIndex(command => helpTitle(command) === action);
    // The first of a pair stands first, whichever of both the footer names.
    const listed = ranked.toSorted((a, b) => orderOf(a) - orderOf(b));
    return keyTable(listed, command => longReason(reasons.get(command)))
      .filter(({ keys }) => keys.length > 0)
      .toSorted((a, b) => placeOf(a) - placeOf(b))
      .toSorted((a, b) => Number(a.reason !== undefined) - Number(b.reason !== undefined))
      .map(row => ({ ...row, section }));
  });
}

/** What of the help is found by what is typed into it. */
export function foundOfHelp(state: State): readonly KeyRow[] {
  return foundRows(helpOf(state), othersOfHelp(state), state.menu.text.value);
}

/** What has no key and is found by name as well, where that is offered; where nothing is found, what helps. */
function othersOfHelp(state: State): KeyRow[] {
  const canOpen = commandsBeneath(state).some(({ command }) => command.id === 'palette');
  if (!canOpen || state.menu.text.value.trim() === '') return [];
  return paletteOf(state).flatMap(({ group, title, alias, about, reason, command, run }) => {
    const helping =
      group === 'Nearest' ? helpSections.nearest : group === 'Instead' ? helpSections.instead : undefined;
    if (helping === undefined && command !== undefined && command.keys.length > 0) return [];
    const keys = [command?.keys[0] ?? keyOf('palette')];
    return {
      keys,
      allKeys: keys,
      action: title,
      section: helping ?? 'By name',
      reason: longReason(reason),
      command: command ?? { id: '', keys, title, about, words: alias, run },
    };
  });
}

const order = new Map(allCommands.map(({ id }, index) => [id, index]));
const orderOf = ({ id }: Command) => order.get(id) ?? order.size;

/** The commands of what the help and the palette stand over, by what one does, with why those do nothing that do not work there now. */
function commandsBeneath(state: State): FoundCommand[] {
  const { stack } = state.navigation;
  const last = stack.findLastIndex(({ screen }) => screen !== 'help');
  const viewStack = stack.slice(0, last + 1);
  const top = topRoute(viewStack);
  const { overlay, isForm } = screenOf(top.screen);
  const isMenu = overlay === true && isForm !== true;
  const view = isMenu ? state.navigation.view : top;
  const beneath = { ...state, navigation: { ...state.navigation, stack: viewStack, view } };
  const isGlobal = new Set(globalCommands.map(({ id }) => id));
  const sectionOf = (command: Command) =>
    command.section ?? (isGlobal.has(command.id) ? 'Everywhere' : isMenu ? 'This menu' : 'This website');
  return [...commandsOf(top.screen), ...ownCommands(state)]
    .filter(({ isHere }) => isHere?.(beneath) !== false)
    .map(command => ({
      command: command.titleIn === undefined ? command : { ...command, title: command.titleIn(state) },
      section: sectionOf(command),
      reason: disabledReason(command, beneath),
    }))
    .toSorted(
      (a, b) =>
        keySections.indexOf(a.section) - keySections.indexOf(b.section) || rank(a.command) - rank(b.command),
    );
}

function helpTitle({ inHelp, title }: Command): string {
  return inHelp ?? title;
}

/** The commonest first: those that the footer names, in its order. */
function rank({ short, footerPlace = 3 }: Command): number {
  if (short === undefined) return 5;
  return typeof footerPlace === 'number' ? footerPlace : 1;
}

function isLive(state: State): (command: Command) => boolean {
  return command => command.isHere?.(state) !== false && disabledReason(command, state) === undefined;
}

function disabledReason(command: Command, state: State): Reason | undefined {
  if (command.leaves === true && state.profile.isKiosk === true)
    return 'This is a kiosk: it only shows numbers.';
  if (command.changes === true && state.profile.readOnly) return 'Read-only profile.';
  if (command.changes === true && isOffline(state))
    return state.websites.list.error?.kind === 'auth'
      ? `Nothing can be changed: the API key could not be read, ${keyOf('refresh')} tries again.`
      : `Nothing can be changed: the service does not answer, ${keyOf('refresh')} tries again.`;
  return command.disabledReason?.(state);
}

/** The keys of commands in their order. Commands that say the same stand together, once: they work where one of them does. */
export function keyTable(
  commands: readonly Command[],
  reasonOf: (command: Command) => string | undefined = () => undefined,
): Omit<KeyRow, 'section'>[] {
  const rows = new Map<string, Omit<KeyRow, 'section'>>();
  for (const command of commands) {
    const action = helpTitle(command);
    const reason = reasonOf(command);
    const [first] = command.keys;
    const row = rows.get(action) ?? { keys: [], allKeys: [], action, reason, command };
    const isFirst = row.reason !== undefined && reason === undefined;
    rows.set(action, {
      action,
      keys: [...new Set([...row.keys, ...(first === undefined ? [] : [first])])],
      allKeys: [...new Set([...row.allKeys, ...command.keys])],
      reason: row.reason === undefined ? undefined : reason,
      command: isFirst ? command : row.command,
    });
  }
  return [...rows.values()];
}

/** Runs the command that a key means now. Where none works, a notice says why, unless `isSilent`. False where nothing was run. */
export function dispatchKey(key: KeyName, store: Store, services: Services, isSilent = false): boolean {
  const state = store.getState();
  const found = commandOfKey(state, key);
  const isCommand = typeof found === 'object';
  const reason = isCommand || isSilent ? undefined : whyDead(state, key, found);
  if (reason !== undefined) {
    state.notices.say(reason);
    if (reason === found) takeBackLater(key, store);
  }
  // Drawing the screen again shows what was on it.
  else if (key !== '^L' && state.notices.current !== undefined) state.notices.clear();
  if (isCommand) found.run(new Context(store, services));
  return isCommand;
}

/** What is said of a key goes as soon as the key does something: what it waited for was read. */
function takeBackLater(key: KeyName, store: Store): void {
  const message = store.getState().notices.current;
  const stop = store.subscribe(state => {
    const isSaid = state.notices.current === message;
    if (isSaid && typeof commandOfKey(state, key) === 'string') return;
    stop();
    if (isSaid) state.notices.clear();
  });
}

/** Often no key press: Esc and a key in a row read as Alt, a terminal's reply as a key with modifiers, noise as a control. */
const noise = /^(Alt-|Ctrl-|Shift-|\^[^A-Z])/;

/** What to say of a key that does nothing now. Nothing of Esc: people press it until they are at the first view. */
function whyDead(state: State, key: KeyName, reason: string | undefined): string | undefined {
  if (key === 'Esc') return undefined;
  if (reason !== undefined) return reason;
  if (noise.test(key) || focusedField(state) !== undefined) return undefined;
  const elsewhere = whereKeyWorks(state, key);
  if (elsewhere !== undefined) return elsewhere;
  return `${keyOf('help')} shows the keys.`;
}

/** A class, because creating an object with a getter costs more than most commands. */
class Context implements CommandContext {
  readonly services: Services;
  readonly #store: Store;

  constructor(store: Store, services: Services) {
    this.#store = store;
    this.services = services;
  }

  get state(): State {
    return this.#store.getState();
  }
}

/** The commands that a key reaches now, of those asked about, each with the first of its keys that does. */
export function reachableCommands(
  state: State,
  isAsked?: (command: Command) => boolean,
): { command: Command; key: KeyName }[] {
  const field = focusedField(state);
  return liveCommands(state, isAsked).flatMap(command => {
    const key = command.keys.find(name => field === undefined || passesField(name, field));
    return key === undefined ? [] : [{ command, key }];
  });
}

export function passesField(key: KeyName, field: FocusedField): boolean {
  return passedByEveryField.includes(key) || field.passes.includes(key);
}
