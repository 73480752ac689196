import type { Command, DisabledReason } from '#commands/command.ts';
import type { Move } from '#store/core/list.ts';
import type { ScreenName } from '#store/navigation/route.ts';
import type { State } from '#store/core/state.ts';

const moveKeys: readonly { move: Move; keys: readonly string[]; title: string }[] = [
  { move: 'up', keys: ['Up', 'k'], title: 'Up' },
  { move: 'down', keys: ['Down', 'j'], title: 'Down' },
  { move: 'halfUp', keys: ['PgUp', '^U'], title: 'Half a page up' },
  { move: 'halfDown', keys: ['PgDn', '^D'], title: 'Half a page down' },
  { move: 'first', keys: ['g', 'Home'], title: 'First row' },
  { move: 'last', keys: ['G', 'End'], title: 'Last row' },
];

/** The same commands, but Home and End are left to the chart where there is one. */
export function withoutEnds(commands: readonly Command[], hasChart: (state: State) => boolean): Command[] {
  const isEnd = (key: string) => key === 'Home' || key === 'End';
  return commands.flatMap(command => {
    const ends = command.keys.filter(isEnd);
    if (ends.length === 0 || command.id.includes('.chart.')) return [command];
    return [
      { ...command, keys: command.keys.filter(key => !isEnd(key)) },
      { ...command, id: `${command.id}Row`, keys: ends, isHere: (state: State) => !hasChart(state) },
    ];
  });
}

/** Moving in a list: the same keys in every one. */
export function moveCommands(
  screen: ScreenName,
  run: (state: State, move: Move) => void,
  disabledReason?: DisabledReason,
): Command[] {
  return moveKeys.map(({ move, keys, title }) => ({
    id: `${screen}.${move}`,
    keys,
    title,
    disabledReason,
    run: ({ state }) => run(state, move),
  }));
}
