import type { Command, ScreenKeys } from '#commands/command.ts';
import { topRoute } from '#store/navigation.ts';
import type { State } from '#store/state.ts';

const isOn = (state: State) => topRoute(state.navigation.stack).screen === 'export';
const isChoosing = (state: State) => isOn(state) && state.exporting.focused !== 'path';

const moves: readonly Command[] = [
  {
    id: 'export.next',
    keys: ['Tab', 'Down'],
    title: 'Next field',
    short: 'next',
    when: isOn,
    run: ({ state }) => state.exporting.focus(1),
  },
  {
    id: 'export.previous',
    keys: ['Shift-Tab', 'Up'],
    title: 'Previous field',
    when: isOn,
    run: ({ state }) => state.exporting.focus(-1),
  },
  {
    id: 'export.right',
    keys: ['Right', 'l', 'Space'],
    title: 'Next choice',
    short: 'change',
    when: isChoosing,
    run: ({ state }) => state.exporting.choose(1),
  },
  {
    id: 'export.left',
    keys: ['Left', 'h'],
    title: 'Previous choice',
    when: isChoosing,
    run: ({ state }) => state.exporting.choose(-1),
  },
];

export const exportKeys: ScreenKeys = {
  commands: [
    {
      id: 'export.finish',
      keys: ['Enter', '^S'],
      title: 'Export',
      short: 'export',
      when: isOn,
      run: ({ state }) => void state.exporting.finish(),
    },
    ...moves,
  ],
  focusedField: state =>
    state.exporting.focused === 'path'
      ? {
          text: state.exporting.path,
          manyLines: false,
          passes: ['Enter', 'Up', 'Down'],
          change: state.exporting.editPath,
        }
      : undefined,
};
