import type { Command } from '#commands/command.ts';
import { escapeTarget } from '#store/navigation/escape.ts';
import { isOnTop } from '#store/navigation/navigation.ts';
import type { State } from '#store/core/state.ts';

const isOn = isOnTop('websites');
const isBrowsing = (state: State) => isOn(state) && state.websites.searchField === undefined;
/** Marks are for editing and deleting. */
const hasRows = (state: State) => isBrowsing(state) && state.websites.rows.length > 0;

/** Marks and the filter of websites that need attention. */
export const markCommands: readonly Command[] = [
  {
    id: 'websites.mark',
    keys: ['Space'],
    title: 'Mark the website, or take its mark away',
    changes: true,
    when: hasRows,
    run: ({ state }) => state.marks.toggle(),
  },
  {
    id: 'websites.range',
    keys: ['v'],
    title: 'Mark a range: begin here, end with v or Space',
    changes: true,
    when: hasRows,
    run: ({ state }) => state.marks.range(),
  },
  {
    id: 'websites.markAll',
    keys: ['*'],
    title: 'Mark all rows shown, or none',
    changes: true,
    when: hasRows,
    run: ({ state }) => state.marks.all(),
  },
  {
    id: 'websites.clearMarks',
    keys: ['Esc'],
    title: 'Take all marks away',
    short: 'clear marks',
    changes: true,
    when: state => isOn(state) && escapeTarget(state) === 'marks',
    run: ({ state }) => state.marks.clear(),
  },
  {
    id: 'websites.attention',
    keys: ['!'],
    title: 'Only websites that need attention, or all',
    when: isBrowsing,
    run: ({ state }) => state.websites.toggleAttention(),
  },
  {
    id: 'websites.leaveAttention',
    keys: ['Esc'],
    title: 'Show all websites again',
    short: 'show all',
    when: state => isOn(state) && escapeTarget(state) === 'attention',
    run: ({ state }) => state.websites.toggleAttention(),
  },
  {
    id: 'websites.overview',
    keys: ['n'],
    title: 'Numbers beside the websites: on or off',
    when: isBrowsing,
    run({ state }) {
      const wasOn = state.overview.on;
      state.overview.toggle();
      state.notices.say(
        wasOn ? 'Numbers off: no statistics are read for this list. Press n for them.' : 'Numbers on.',
      );
    },
  },
  {
    id: 'websites.readAll',
    keys: ['N'],
    title: 'Numbers of all websites, however many requests they take',
    when: state => isBrowsing(state) && state.overview.progress.asks !== undefined,
    run: ({ state }) => state.overview.readAll(),
  },
];
