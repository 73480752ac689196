import type { Part } from '#components/style.ts';
import { topView } from '#store/navigation.ts';
import type { State } from '#store/state.ts';
import { fieldPosition, websiteOf } from '#store/records.ts';
import { label, safeText } from '#terminal/safeText.ts';
import { recordFields, valueText, type RecordField } from './fields.ts';

/** The field under the selection. */
export function selectedField(state: State): RecordField | undefined {
  const route = topView(state.navigation.stack);
  if (route.screen !== 'record') return undefined;
  const website = websiteOf(state, route.websiteId);
  return website && recordFields(website)[fieldPosition(state, route.websiteId).selected];
}

/** The selected field in full. */
export function recordDetail(state: State): Part {
  const field = selectedField(state);
  if (field === undefined) return { text: label`` };
  return { text: label`${safeText(field.name)}   ${valueText(field)}` };
}
