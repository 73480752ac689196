import type { Command } from '#commands/command.ts';
import type { ScreenDefinition } from '#screens/definition.ts';
import type { AskedKey } from '#screens/messages.ts';
import { bodyRows } from '#store/display.ts';
import type { Asked, LogPlace } from '#store/services.ts';
import type { State } from '#store/state.ts';
import { wrapSafe } from '#text/fit.ts';
import { label, type SafeText, safeText } from '#text/safeText.ts';
import { logsLayout } from './logsLayout.ts';
import { menuCommands } from './menu.ts';

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
  view: async () => (await import('./MenuPopup.tsx')).OwnLogsPopup,
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

/** Longer lists scroll. */
const listRows = 10;

interface ProfileItem {
  readonly title: SafeText;
  readonly note?: SafeText | undefined;
  readonly isChosen?: boolean;
  choose(): void;
}

/** All profiles, then the items that connect a service and replace the key of the current one. */
export function profileItems({ profiles, profile, logs }: State): ProfileItem[] {
  const isListed = profiles.entries.some(({ name }) => name === profile.name);
  return [
    ...profiles.entries.map(({ name, kind, url }) => ({
      title: safeText(name, 40),
      note: noteOf(kind, url),
      isChosen: name === profile.name,
      choose: () => profiles.use(name),
    })),
    ...(isListed
      ? []
      : [
          {
            title: safeText(profile.name, 40),
            note: label`from the environment`,
            isChosen: true,
            choose: () => profiles.use(profile.name),
          },
        ]),
    { title: label`Connect a service ...`, choose: profiles.connect },
    ...(profile.kind === 'service' ? [{ title: newKeyTitle(profiles.asks()), choose: profiles.newKey }] : []),
    ...(logs.canAdd ? [{ title: label`Read my access logs ...`, choose: logs.open }] : []),
  ];
}

function newKeyTitle(asks: Asked): SafeText {
  return asks === 'password' ? label`Sign in again ...` : label`New key for this service ...`;
}

function noteOf(kind: State['profile']['kind'], url: string | undefined): SafeText {
  if (kind === 'demo') return label`made-up websites`;
  if (kind === 'logs') return label`your own access logs`;
  return safeText((url ?? '').replace(/^https:\/\//, ''), 60);
}

/** Columns inside the frame. */
export function profileColumns({ columns }: State['viewport']): number {
  return Math.min(62, columns - 4);
}

/** Rows of the list on this terminal, beside the frame, what is wrong in full, and the title where there is room for it too. */
export function profileRows(state: State): { readonly list: number; readonly hasTitle: boolean } {
  const { viewport, profiles } = state;
  const told =
    profiles.problem === undefined
      ? 0
      : wrapSafe(safeText(profiles.problem), profileColumns(viewport) - 2).length;
  const room = bodyRows(viewport) - 2 - told;
  const hasTitle = room > 1;
  const rows = Math.min(profileItems(state).length, listRows, room - (hasTitle ? 1 : 0));
  return { list: Math.max(1, rows), hasTitle };
}

export const profilesScreen: ScreenDefinition<'profiles'> = {
  screen: 'profiles',
  overlay: true,
  view: async () => (await import('./MenuPopup.tsx')).ProfilesPopup,
  asks: ({ profiles: { problem } }) =>
    problem === undefined
      ? []
      : [
          { key: 'Enter', does: label`try again` },
          { key: 'a', does: label`connect` },
          { key: 'Esc', does: label`back` },
        ],
  commands: [
    ...menuCommands({
      screen: 'profiles',
      typing: false,
      count: state => profileItems(state).length,
      height: state => profileRows(state).list,
      choose: state => profileItems(state)[state.menu.position.selected]?.choose(),
    }),
    {
      id: 'profiles.connect',
      keys: ['a'],
      title: 'Connect another service',
      short: 'connect',
      run: ({ state }) => state.profiles.connect(),
    },
  ],
};
