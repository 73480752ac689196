import type { Part } from '#components/style.ts';
import { oneLine, type RecordField } from '#model/website/recordFields.ts';
import type { State } from '#store/core/state.ts';
import { selectedField } from '#store/websites/records.ts';
import { label, safeText, type SafeText } from '#terminal/safeText.ts';

/** A value on one line; an empty one is said to be empty. */
export function valueText(field: RecordField): SafeText {
  return field.raw === '' ? label`(empty)` : safeText(oneLine(field));
}

/** The selected field in full. */
export function recordDetail(state: State): Part {
  const field = selectedField(state);
  if (field === undefined) return { text: label`` };
  return { text: label`${safeText(field.name)}   ${valueText(field)}` };
}
