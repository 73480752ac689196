import type { Command } from '#commands/command.ts';
import { whySearching } from '#screens/tableCommands.ts';
import { escapeTarget } from '#store/navigation/escape.ts';
import type { State } from '#store/core/state.ts';
import { hasMarks } from '#store/websites/marks.ts';
import { whyNoNumbers, whyNoWebsite } from '#store/websites/whyNoWebsite.ts';

/** Marks, which are for editing and deleting, and the filter of websites that need attention. */
export const markCommands: readonly Command[] = [
  {
    id: 'websites.mark',
    keys: ['Space'],
    title: 'Mark the website, or take its mark away',
    changes: true,
    disabledReason: whyNoWebsite,
    run: ({ state }) => state.marks.toggle(),
  },
  {
    id: 'websites.range',
    keys: ['v'],
    title: 'Mark a range: begin here, end with v or Space',
    changes: true,
    disabledReason: whyNoWebsite,
    run: ({ state }) => state.marks.range(),
  },
  {
    id: 'websites.markAll',
    keys: ['*'],
    title: 'Mark all rows shown, or none',
    changes: true,
    disabledReason: whyNoWebsite,
    run: ({ state }) => state.marks.all(),
  },
  {
    id: 'websites.clearMarks',
    keys: ['Esc'],
    title: 'Take all marks away',
    short: 'clear marks',
    changes: true,
    disabledReason: state =>
      hasMarks(state) ? whySearching(state.websites) : 'Nothing is marked: Space marks a website.',
    run: ({ state }) => state.marks.clear(),
  },
  {
    id: 'websites.attention',
    keys: ['!'],
    title: 'Only websites that need attention, or all',
    run: ({ state }) => state.websites.toggleAttention(),
  },
  {
    id: 'websites.leaveAttention',
    keys: ['Esc'],
    title: 'Show all websites again',
    short: 'show all',
    disabledReason: whyNotLeaveAttention,
    run: ({ state }) => state.websites.toggleAttention(),
  },
  {
    id: 'websites.overview',
    keys: ['n'],
    title: 'Numbers beside the websites: on or off',
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
    disabledReason: state =>
      whyNoNumbers(state, 'N') ??
      (state.overview.progress.asks === undefined
        ? 'Not needed: the numbers of all websites are read by themselves.'
        : undefined),
    run: ({ state }) => state.overview.readAll(),
  },
];

function whyNotLeaveAttention(state: State): string | undefined {
  if (escapeTarget(state) === 'attention') return undefined;
  return state.websites.attentionOnly
    ? 'Esc takes the marks away first.'
    : 'All websites are shown: ! shows those that need attention.';
}
