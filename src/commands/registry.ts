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
import type { KeyRow } from '#model/text/keyLines.ts';
import type { State } from '#store/core/state.ts';
import type { Command, FocusedField, KeyName, ScreenKeys } from './command.ts';
import { globalCommands } from './global.ts';
import { helpKeys } from './helpKeys.ts';
import { keyTable } from './keyTable.ts';
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

/**
 * The command that a key means now; where none of its commands works, why the one nearest to the screen does not; undefined
 * where the screen has none. Only the commands of that key are asked: asking all costs more than to run one.
 */
export function commandOfKey(state: State, key: KeyName): Command | string | undefined {
  const { screen } = topRoute(state.navigation.stack);
  let byKey = commandsByKey.get(screen);
  if (byKey === undefined) commandsByKey.set(screen, (byKey = withKeys(commandsOf(screen))));
  let reason: string | undefined;
  for (const command of byKey.get(key) ?? []) {
    if (command.isHere?.(state) === false) continue;
    const why = disabledReason(command, state);
    if (why === undefined) return command;
    reason ??= why;
  }
  return reason;
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

/** The keys of the view the help was opened from, with why those do nothing there that do not work now. */
export function helpOf(state: State): KeyRow[] {
  const { stack } = state.navigation;
  const view = { ...state, navigation: { ...state.navigation, stack: viewStack(stack) } };
  const commands = commandsOf(topRoute(view.navigation.stack).screen);
  return keyTable(
    commands.filter(({ isHere }) => isHere?.(view) !== false),
    command => disabledReason(command, view),
  );
}

/** Without the help and what lies over it. */
function viewStack(stack: readonly Route[]): readonly Route[] {
  return stack.slice(0, 1 + stack.findLastIndex(({ screen }) => screen !== 'help' && !overlays.has(screen)));
}

function isLive(state: State): (command: Command) => boolean {
  return command => command.isHere?.(state) !== false && disabledReason(command, state) === undefined;
}

function disabledReason(command: Command, state: State): string | undefined {
  if (command.changes === true && state.profile.readOnly) return 'This profile is read-only.';
  return command.disabledReason?.(state);
}
