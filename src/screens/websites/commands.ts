import type { Command, ScreenKeys } from '#commands/command.ts';
import { whyNoField, whyNoSettings, whyNoWebsiteSearch } from '#model/service/whyLacking.ts';
import { compareCommand } from '#screens/statsCommands.ts';
import { searchField, tableCommands, whySearching } from '#screens/tableCommands.ts';
import { isInOverlay } from '#store/navigation/navigation.ts';
import { hasMarks, markedWebsites } from '#store/websites/marks.ts';
import type { State } from '#store/core/state.ts';
import { showsRowsOfBefore } from '#store/statistics/pagedTable.ts';
import { selectedWebsite } from '#store/websites/websites.ts';
import { markCommands } from './markCommands.ts';
import { isListCovered, wayCard } from '#store/websites/listLayout.ts';
import { whyNoNumbers, whyNoWebsite } from '#store/websites/whyNoWebsite.ts';

const whyNoneChosen = (state: State) => (hasMarks(state) ? undefined : whyNoWebsite(state));
const whyCovered = (state: State) => (isListCovered(state) ? whyNoWebsite(state) : undefined);
const whyNotOpen = (state: State) => whySearching(state.websites) ?? whyNoWebsite(state);

const own: readonly Command[] = [
  {
    id: 'websites.open',
    keys: ['Enter'],
    title: 'Open the statistics of the website',
    short: 'open',
    footerPlace: 1,
    disabledReason: whyNotOpen,
    run({ state }) {
      const website = selectedWebsite(state.websites);
      if (website === undefined) return;
      // Not disabled meanwhile: the footer would lose its first key at each search.
      if (showsRowsOfBefore(state.websites))
        return state.notices.say('Not opened: the search or order is not answered yet.');
      state.introduction.choose();
      state.navigation.push({ screen: 'dashboard', websiteId: website.id });
    },
  },
  {
    id: 'websites.sort',
    keys: ['s'],
    title: 'Sort',
    short: 'sort',
    run: ({ state }) => state.navigation.push({ screen: 'sort' }),
  },
  {
    id: 'websites.add',
    keys: ['a'],
    title: 'Add a website',
    short: 'add',
    changes: true,
    disabledReason: ({ capabilities }) => whyNoField(capabilities, 'domain'),
    run: ({ state }) => state.editor.add(),
  },
  {
    id: 'websites.edit',
    keys: ['e'],
    title: 'Edit the website, or all that are marked',
    short: 'edit',
    changes: true,
    disabledReason: state => whyNoSettings(state.capabilities) ?? whyNoneChosen(state),
    run({ state }) {
      const marked = markedWebsites(state);
      const website = selectedWebsite(state.websites);
      if (marked.length > 0) state.bulkEdit.open(marked);
      else if (website !== undefined) state.editor.edit(website.id);
    },
  },
  {
    id: 'websites.delete',
    keys: ['d', 'Delete'],
    title: 'Delete the website, or all that are marked',
    short: 'delete',
    changes: true,
    disabledReason: whyNoneChosen,
    run({ state }) {
      const marked = markedWebsites(state);
      const website = selectedWebsite(state.websites);
      if (marked.length > 0) state.bulkDeletion.open(marked);
      else if (website !== undefined) state.deletion.open(website);
    },
  },
  {
    id: 'websites.tags',
    keys: ['T'],
    title: 'Tags of the website, or of all that are marked',
    isHere: ({ tags }) => tags.isKept,
    disabledReason: state => state.tags.problem ?? whyNoneChosen(state),
    run({ state }) {
      const marked = markedWebsites(state);
      const website = selectedWebsite(state.websites);
      if (marked.length > 0) state.tags.open(marked);
      else if (website !== undefined) state.tags.open([website]);
    },
  },
  {
    id: 'websites.record',
    keys: ['i'],
    title: 'The record: every field of the website',
    disabledReason: whyNoWebsite,
    run({ state }) {
      const website = selectedWebsite(state.websites);
      if (website !== undefined) state.navigation.push({ screen: 'record', websiteId: website.id });
    },
  },
];

/** The ways to begin, by the keys on their card, wherever that is. */
const ways: readonly Command[] = [
  {
    id: 'websites.wayService',
    keys: ['1'],
    title: 'At the first start: connect a service',
    isHere: isCardShown,
    run: ({ state }) => state.profiles.connect(),
  },
  {
    id: 'websites.wayLogs',
    keys: ['2'],
    title: 'At the first start: read access logs of this machine',
    isHere: state => isCardShown(state) || hasNoLogs(state),
    run: ({ state }) => state.logs.open(),
  },
  {
    id: 'websites.wayDemo',
    keys: ['3'],
    title: 'At the first start: look around in the demo',
    isHere: isCardShown,
    run: ({ state }) => state.introduction.choose(),
  },
  {
    id: 'websites.wayList',
    keys: ['Enter'],
    title: 'At the first start: the list behind the ways to begin',
    isHere: state => isListCovered(state) && !isInOverlay(state),
    run: ({ state }) => state.introduction.choose(),
  },
];

function isCardShown(state: State): boolean {
  return wayCard(state) !== undefined && !isInOverlay(state);
}

/** Of the user's own logs: none is counted yet. */
function hasNoLogs(state: State): boolean {
  const { profile, logs, websites } = state;
  const isEmpty = websites.list.data?.rows.length === 0 && websites.search === '';
  return profile.kind === 'logs' && logs.canAdd && isEmpty && !isInOverlay(state);
}

export const websitesKeys: ScreenKeys = {
  commands: [
    ...own,
    ...ways,
    compareCommand('websites', state => whyNoNumbers(state, 'c')),
    ...markCommands,
    ...tableCommands('websites', state => state.websites, whyNoWebsiteSearch, whyCovered),
  ],
  focusedField: state => searchField(state.websites),
};
