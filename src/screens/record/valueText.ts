import { oneLine, type RecordField } from '#model/website/recordFields.ts';
import { label, safeText, type SafeText } from '#terminal/safeText.ts';

/** A value on one line; an empty one is said to be empty. */
export function valueText(field: RecordField): SafeText {
  return field.raw === '' ? label`(empty)` : safeText(oneLine(field));
}
