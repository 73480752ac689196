import type { Command, ScreenKeys } from '#commands/command.ts';
import { recordFields } from '#model/website/recordFields.ts';
import { moveCommands } from '#screens/moveCommands.ts';
import { topRoute } from '#store/navigation/navigation.ts';
import { websiteOf } from '#store/websites/records.ts';
import type { State } from '#store/core/state.ts';

const websiteIn = (state: State) => {
  const route = topRoute(state.navigation.stack);
  return route.screen === 'record' ? websiteOf(state, route.websiteId) : undefined;
};

const own: readonly Command[] = [
  ...moveCommands('record', (state, move) => {
    const website = websiteIn(state);
    if (website !== undefined) state.records.move(website.id, move, recordFields(website).length);
  }),
  {
    id: 'record.edit',
    keys: ['e'],
    title: 'Edit the website',
    short: 'edit',
    changes: true,
    disabledReason: state =>
      websiteIn(state) === undefined ? 'The website is not read yet: r reads it.' : undefined,
    run({ state }) {
      const website = websiteIn(state);
      if (website !== undefined) state.editor.edit(website.id);
    },
  },
];

export const recordKeys: ScreenKeys = { commands: own };
