import type { Command, ScreenKeys } from '#commands/command.ts';
import { compareCommand } from '#screens/statsCommands.ts';
import { searchField, tableCommands } from '#screens/tableCommands.ts';
import { hasMarks, markedWebsites } from '#store/websites/marks.ts';
import { isOnTop } from '#store/navigation/navigation.ts';
import type { State } from '#store/core/state.ts';
import { selectedWebsite } from '#store/websites/websites.ts';
import { markCommands } from './markCommands.ts';

const isBrowsing = (state: State) => isOnTop('websites')(state) && state.websites.searchField === undefined;
const hasSelection = (state: State) => isBrowsing(state) && selectedWebsite(state.websites) !== undefined;
const mayEdit = (state: State) => hasSelection(state) || (isBrowsing(state) && hasMarks(state));

const own: readonly Command[] = [
  {
    id: 'websites.open',
    keys: ['Enter'],
    title: 'Open the statistics of the website',
    short: 'open',
    footerPlace: 1,
    when: hasSelection,
    run({ state }) {
      const website = selectedWebsite(state.websites);
      if (website !== undefined) state.navigation.push({ screen: 'dashboard', websiteId: website.id });
    },
  },
  {
    id: 'websites.sort',
    keys: ['s'],
    title: 'Sort',
    short: 'sort',
    when: isBrowsing,
    run: ({ state }) => state.navigation.push({ screen: 'sort' }),
  },
  {
    id: 'websites.add',
    keys: ['a'],
    title: 'Add a website',
    short: 'add',
    changes: true,
    when: isBrowsing,
    run: ({ state }) => state.editor.add(),
  },
  {
    id: 'websites.edit',
    keys: ['e'],
    title: 'Edit the website, or all that are marked',
    short: 'edit',
    changes: true,
    when: mayEdit,
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
    when: mayEdit,
    run({ state }) {
      const marked = markedWebsites(state);
      const website = selectedWebsite(state.websites);
      if (marked.length > 0) state.bulkDeletion.open(marked);
      else if (website !== undefined) state.deletion.open(website);
    },
  },
  {
    id: 'websites.record',
    keys: ['i'],
    title: 'The record: every field of the website',
    when: hasSelection,
    run({ state }) {
      const website = selectedWebsite(state.websites);
      if (website !== undefined) state.navigation.push({ screen: 'record', websiteId: website.id });
    },
  },
];

export const websitesKeys: ScreenKeys = {
  commands: [
    ...own,
    compareCommand('websites', state => isBrowsing(state) && state.overview.on),
    ...markCommands,
    ...tableCommands('websites', state => state.websites),
  ],
  focusedField: state => searchField(state.websites),
};
