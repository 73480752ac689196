import type { ScreenDefinition } from '#screens/definition.ts';
import { menuCommands, passedByMenu } from '#screens/menuCommands.ts';
import type { State } from '#store/core/state.ts';
import { bodyRows } from '#store/core/viewport.ts';

/** Title, text field, and the lines that say what it is for. */
const otherRows = 6;
const mostRows = 10;

export function placeRows({ logs, viewport }: State): number {
  return Math.max(1, Math.min(logs.places?.length ?? 1, mostRows, bodyRows(viewport) - otherRows));
}

function whyNotNow({ logs }: State): string | undefined {
  if (logs.places === undefined) return 'Looking for logs: wait a moment.';
  return logs.places.length === 0 ? 'No log was found: add one in the shell.' : undefined;
}

export const ownLogsScreen: ScreenDefinition<'ownLogs'> = {
  screen: 'ownLogs',
  overlay: true,
  view: async () => (await import('./Screen.tsx')).OwnLogsPopup,
  commands: menuCommands({
    screen: 'ownLogs',
    typing: true,
    count: ({ logs }) => logs.places?.length ?? 0,
    height: placeRows,
    disabledReason: whyNotNow,
    choose: ({ logs }) => void logs.add(),
  }),
  focusedField: ({ logs }) => ({
    text: logs.domain,
    manyLines: false,
    passes: passedByMenu,
    change: logs.type,
  }),
};
