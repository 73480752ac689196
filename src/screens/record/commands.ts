import type { Command, ScreenKeys } from '#commands/command.ts';
import { moveKeys } from '#screens/tableCommands.ts';
import { topRoute } from '#store/navigation.ts';
import { websiteOf } from '#store/records.ts';
import type { State } from '#store/state.ts';
import { selectedField } from './detail.ts';
import { recordFields } from './fields.ts';

const isOn = (state: State) => topRoute(state.navigation.stack).screen === 'record';
const websiteIn = (state: State) => {
  const route = topRoute(state.navigation.stack);
  return route.screen === 'record' ? websiteOf(state, route.websiteId) : undefined;
};

const own: readonly Command[] = [
  ...moveKeys.map(({ move, keys, title }): Command => ({
    id: `record.${move}`,
    keys,
    title,
    when: isOn,
    run({ state }) {
      const website = websiteIn(state);
      if (website !== undefined) state.records.move(website.id, move, recordFields(website).length);
    },
  })),
  {
    id: 'record.copy',
    keys: ['y'],
    title: 'Copy the value of the field',
    short: 'copy',
    when: state => isOn(state) && selectedField(state) !== undefined,
    run({ state, services }) {
      const field = selectedField(state);
      if (field === undefined) return;
      const { problem } = services.copy(field.raw);
      if (problem === undefined) state.notices.say(`Copied ${field.name}.`, 'good');
      else state.notices.say(problem, 'bad');
    },
  },
  {
    id: 'record.copyAll',
    keys: ['Y'],
    title: 'Copy the whole record as JSON',
    short: 'copy all',
    when: state => isOn(state) && websiteIn(state) !== undefined,
    run({ state, services }) {
      const website = websiteIn(state);
      if (website === undefined) return;
      const { problem } = services.copy(JSON.stringify(website.fields, null, 2));
      if (problem === undefined) state.notices.say('Copied the record as JSON.', 'good');
      else state.notices.say(problem, 'bad');
    },
  },
  {
    id: 'record.edit',
    keys: ['e'],
    title: 'Edit the website',
    short: 'edit',
    when: state => isOn(state) && !state.profile.readOnly && websiteIn(state) !== undefined,
    run({ state }) {
      const website = websiteIn(state);
      if (website !== undefined) state.editor.edit(website.id);
    },
  },
];

export const recordKeys: ScreenKeys = { commands: own };
