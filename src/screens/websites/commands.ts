import type { Command, ScreenKeys } from '#commands/command.ts';
import { searchField, tableCommands } from '#screens/tableCommands.ts';
import { topRoute } from '#store/navigation.ts';
import type { State } from '#store/state.ts';
import { selectedWebsite } from '#store/websites.ts';

const isBrowsing = (state: State) =>
  topRoute(state.navigation.stack).screen === 'websites' && state.websites.searchField === undefined;
const hasSelection = (state: State) => isBrowsing(state) && selectedWebsite(state.websites) !== undefined;
const mayEdit = (state: State) => hasSelection(state) && !state.profile.readOnly;

const own: readonly Command[] = [
  {
    id: 'websites.open',
    keys: ['Enter'],
    title: 'Open the statistics of the website',
    short: 'open',
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
    when: state => isBrowsing(state) && !state.profile.readOnly,
    run: ({ state }) => state.editor.add(),
  },
  {
    id: 'websites.edit',
    keys: ['e'],
    title: 'Edit the website',
    short: 'edit',
    when: mayEdit,
    run({ state }) {
      const website = selectedWebsite(state.websites);
      if (website !== undefined) state.editor.edit(website.id);
    },
  },
  {
    id: 'websites.delete',
    keys: ['d', 'Delete'],
    title: 'Delete the website with all its statistics',
    short: 'delete',
    when: mayEdit,
    run({ state }) {
      const website = selectedWebsite(state.websites);
      if (website !== undefined) state.deletion.open(website);
    },
  },
];

export const websitesKeys: ScreenKeys = {
  commands: [...own, ...tableCommands('websites', state => state.websites)],
  focusedField: state => searchField(state.websites),
};
