import { domainInView } from '#screens/sharing.ts';
import type { Command } from '#commands/command.ts';
import type { Part } from '#components/parts.ts';
import { whyNoSettings } from '#model/service/capabilities.ts';
import { oneLine, type RecordField, recordFields } from '#model/export/websiteTables.ts';
import type { ScreenDefinition } from '#screens/definition.ts';
import { moveCommands } from '#screens/listCommands.ts';
import { unreadWebsite } from '#screens/messages.ts';
import { titleOfWebsite, editWords } from '#screens/words.ts';
import { topRoute } from '#store/navigation/navigation.ts';
import { routeKey } from '#store/navigation/route.ts';
import type { State } from '#store/state.ts';
import { selectedField, websiteOf } from '#store/websites/records.ts';
import { label, safeText, type SafeText } from '#text/safeText.ts';
import { keyOf } from '#text/words.ts';

export function valueText(field: RecordField): SafeText {
  return field.raw === '' ? label`(empty)` : safeText(oneLine(field));
}

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
    keys: ['Enter', 'e'],
    title: 'Edit the website',
    about: 'Privacy, password, email reports, and what is not counted.',
    section: 'Edit',
    words: editWords,
    short: 'edit',
    changes: true,
    disabledReason: state =>
      whyNoSettings(state.capabilities) ??
      (websiteIn(state) === undefined
        ? `Website not loaded yet. Press ${keyOf('refresh')} to retry.`
        : undefined),
    run({ state }) {
      const website = websiteIn(state);
      if (website !== undefined) state.editor.edit(website.id);
    },
  },
];

export const recordScreen: ScreenDefinition<'record'> = {
  screen: 'record',
  view: async () => (await import('./Screen.tsx')).RecordScreen,
  commands: own,
  title: (state, { websiteId }) => [titleOfWebsite(state, websiteId), label`Record`],
  detail,
  keyHints: (state, { websiteId }) =>
    websiteOf(state, websiteId) === undefined
      ? unreadWebsite(state, state.records.byId.get(websiteId)?.error).keyHints
      : [],
  load: (state, route) => void state.records.load(route.websiteId, routeKey(route)),
  undoes: true,
  selected(state, route) {
    const field = selectedField(state);
    return field && { value: oneLine(field), url: domainInView(state, route)?.url };
  },
};

function detail(state: State): Part {
  const field = selectedField(state);
  if (field === undefined) return { text: label`` };
  return { text: label`${safeText(field.name)}   ${valueText(field)}` };
}
