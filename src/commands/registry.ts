import { bulkDeleteKeys } from '#screens/bulkDelete/commands.ts';
import { bulkEditKeys } from '#screens/bulkEdit/commands.ts';
import { bulkReviewKeys } from '#screens/bulkReview/commands.ts';
import { bulkRunKeys } from '#screens/bulkRun/commands.ts';
import { compareKeys } from '#screens/compare/commands.ts';
import { confirmKeys } from '#screens/confirm/commands.ts';
import { connectKeys } from '#screens/connect/commands.ts';
import { dashboardKeys } from '#screens/dashboard/commands.ts';
import { deleteKeys } from '#screens/delete/commands.ts';
import { editorKeys } from '#screens/editor/commands.ts';
import { exportKeys } from '#screens/export/commands.ts';
import { heatMapKeys } from '#screens/heatMap/commands.ts';
import { historyKeys } from '#screens/history/commands.ts';
import { moversKeys } from '#screens/movers/commands.ts';
import { periodKeys } from '#screens/period/commands.ts';
import { profilesKeys } from '#screens/profiles/commands.ts';
import { recordKeys } from '#screens/record/commands.ts';
import { sortKeys } from '#screens/sort/commands.ts';
import { statisticKeys } from '#screens/statistic/commands.ts';
import { websitesKeys } from '#screens/websites/commands.ts';
import { topRoute } from '#store/navigation/navigation.ts';
import { overlays, type Route, type ScreenName } from '#store/navigation/route.ts';
import type { State } from '#store/core/state.ts';
import type { Command, FocusedField, KeyName, ScreenKeys } from './command.ts';
import { globalCommands } from './global.ts';
import { helpKeys } from './helpKeys.ts';
import { keyTable, type KeyRow } from './keyTable.ts';
import { paletteItems, type PaletteItem } from './palette.ts';
import { paletteKeys } from './paletteKeys.ts';

/** Every screen's keys. The palette and the help list the other ones' commands, and so are given the way to find them. */
const keysOfScreen: Readonly<Record<ScreenName, ScreenKeys>> = {
  websites: websitesKeys,
  dashboard: dashboardKeys,
  statistic: statisticKeys,
  movers: moversKeys,
  history: historyKeys,
  export: exportKeys,
  editor: editorKeys,
  delete: deleteKeys,
  record: recordKeys,
  bulkEdit: bulkEditKeys,
  bulkReview: bulkReviewKeys,
  bulkRun: bulkRunKeys,
  bulkDelete: bulkDeleteKeys,
  sort: sortKeys,
  period: periodKeys,
  compare: compareKeys,
  heatMap: heatMapKeys,
  palette: paletteKeys(paletteOf),
  help: helpKeys(helpOf),
  profiles: profilesKeys,
  connect: connectKeys,
  confirm: confirmKeys,
};

/** The commands that work now, those of the screen on top before the global ones. */
export function liveCommands(state: State): Command[] {
  return commandsOf(topRoute(state.navigation.stack).screen).filter(isLive(state));
}

/** The command that a key means now. Only those of that key are asked whether they work: asking all costs more than to run one. */
export function commandOfKey(state: State, key: KeyName): Command | undefined {
  const { screen } = topRoute(state.navigation.stack);
  let byKey = commandsByKey.get(screen);
  if (byKey === undefined) commandsByKey.set(screen, (byKey = withKeys(commandsOf(screen))));
  return byKey.get(key)?.find(isLive(state));
}

const commandsByKey = new Map<ScreenName, ReadonlyMap<KeyName, readonly Command[]>>();

function withKeys(commands: readonly Command[]): Map<KeyName, Command[]> {
  const found = new Map<KeyName, Command[]>();
  for (const command of commands)
    for (const key of command.keys) found.set(key, [...(found.get(key) ?? []), command]);
  return found;
}

/** All commands of a screen and the global ones, whether they work now or not. */
export function commandsOf(screen: ScreenName): Command[] {
  return [...keysOfScreen[screen].commands, ...globalCommands];
}

export function focusedField(state: State): FocusedField | undefined {
  return keysOfScreen[topRoute(state.navigation.stack).screen].focusedField?.(state);
}

/** What the palette offers: what would work were it not open. */
export function paletteOf(state: State): PaletteItem[] {
  const stack = state.navigation.stack.slice(0, -1);
  const beneath = { ...state, navigation: { ...state.navigation, stack } };
  return paletteItems(state, commandsOf(topRoute(stack).screen).filter(isLive(beneath)));
}

/** The keys of the view the help was opened from. */
export function helpOf(state: State): KeyRow[] {
  const view = state.navigation.stack.findLast(fillsScreen) ?? { screen: 'websites' };
  const isThere = isAllowed(state);
  return keyTable(keysOfScreen[view.screen].commands.filter(isThere), globalCommands.filter(isThere));
}

function fillsScreen({ screen }: Route): boolean {
  return screen !== 'help' && !overlays.has(screen);
}

function isLive(state: State): (command: Command) => boolean {
  const isThere = isAllowed(state);
  return command => isThere(command) && (command.when?.(state) ?? true);
}

function isAllowed({ profile }: State): (command: Command) => boolean {
  return ({ changes }) => changes !== true || !profile.readOnly;
}
