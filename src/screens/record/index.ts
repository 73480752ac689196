import { oneLine } from '#model/website/recordFields.ts';
import type { Part } from '#components/style.ts';
import type { ScreenDefinition } from '#screens/definition.ts';
import { titleOfWebsite } from '#screens/websiteTitle.ts';
import type { State } from '#store/core/state.ts';
import { routeKey } from '#store/navigation/route.ts';
import { domainInView } from '#store/navigation/selected.ts';
import { selectedField } from '#store/websites/records.ts';
import { label, safeText } from '#terminal/safeText.ts';
import { recordKeys } from './commands.ts';
import { valueText } from './valueText.ts';

export const recordScreen: ScreenDefinition<'record'> = {
  screen: 'record',
  view: async () => (await import('./Screen.tsx')).RecordScreen,
  ...recordKeys,
  title: (state, { websiteId }) => [titleOfWebsite(state, websiteId), label`Record`],
  detail,
  load: (state, route) => void state.records.load(route.websiteId, routeKey(route)),
  undoes: true,
  selected(state, route) {
    const field = selectedField(state);
    return field && { value: oneLine(field), url: domainInView(state, route)?.url };
  },
};

/** The selected field in full. */
function detail(state: State): Part {
  const field = selectedField(state);
  if (field === undefined) return { text: label`` };
  return { text: label`${safeText(field.name)}   ${valueText(field)}` };
}
