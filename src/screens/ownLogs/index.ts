import type { Command } from '#commands/command.ts';
import type { ScreenDefinition } from '#screens/definition.ts';
import type { AskedKey } from '#screens/emptyMessages.ts';
import { menuCommands } from '#screens/menuCommands.ts';
import type { State } from '#store/core/state.ts';
import type { LogPlace } from '#store/profiles/logsService.ts';
import { label, type SafeText } from '#terminal/safeText.ts';
import { logsLayout } from './logsLayout.ts';

const whyNotNow = ({ logs: { places, asks } }: State) =>
  places === undefined && asks === undefined ? 'Looking for logs: wait a moment.' : undefined;
const whyNoLog = (state: State) => {
  const place = state.logs.places?.[state.menu.position.selected];
  return place === undefined ? 'No log is selected: Up goes to one.' : place.problem;
};
const isListed = ({ logs }: State) => logs.asks === undefined;

/** The logs, and the line that names another one. */
const lineCount = ({ logs }: State) => (logs.places?.length ?? -1) + 1;

const inList: readonly Command[] = menuCommands({
  screen: 'ownLogs',
  typing: false,
  count: lineCount,
  height: state => logsLayout(state).list,
  disabledReason: whyNotNow,
  choose: ({ logs }) => logs.choose(),
}).map(command => ({
  ...command,
  isHere: isListed,
  run(context) {
    // What was wrong was wrong with the log that was selected.
    context.state.logs.ask(undefined);
    command.run(context);
  },
}));

const typed: readonly Command[] = [
  {
    id: 'ownLogs.website',
    keys: ['e'],
    title: 'Name the website that all lines of the log are of',
    short: 'other website',
    isHere: isListed,
    disabledReason: whyNoLog,
    run: ({ state }) => state.logs.ask('website'),
  },
  {
    id: 'ownLogs.enter',
    keys: ['Enter'],
    title: 'Take what is typed',
    isHere: ({ logs }) => logs.asks !== undefined,
    run: ({ state }) => state.logs.enter(),
  },
  {
    id: 'ownLogs.list',
    keys: ['Esc'],
    title: 'Back to the logs',
    isHere: ({ logs }) => logs.asks !== undefined,
    run: ({ state }) => state.logs.ask(undefined),
  },
];

export const ownLogsScreen: ScreenDefinition<'ownLogs'> = {
  screen: 'ownLogs',
  overlay: true,
  view: async () => (await import('./Screen.tsx')).OwnLogsPopup,
  commands: [...inList, ...typed],
  escapeTarget: ({ logs }) => (logs.asks === undefined ? undefined : 'field'),
  asks,
  focusedField: ({ logs }) =>
    logs.asks === undefined || logs.isBusy
      ? undefined
      : { text: logs.typed, manyLines: false, passes: ['Enter'], change: logs.type },
};

function asks({ logs, menu }: State): readonly AskedKey[] {
  const back: AskedKey = { key: 'Esc', does: label`back` };
  if (logs.problem !== undefined) return [{ key: 'Enter', does: label`try again` }, back];
  if (logs.asks !== undefined)
    return [{ key: 'Enter', does: logs.asks === 'file' ? label`look` : label`add` }, back];
  if (logs.places === undefined) return [back];
  const place = logs.places[menu.position.selected];
  return [{ key: 'Enter', does: enterDoes(place) }, back];
}

function enterDoes(place: LogPlace | undefined): SafeText {
  if (place === undefined) return label`name it`;
  if (place.problem !== undefined) return label`look again`;
  return place.isAdded ? label`show` : label`add`;
}
