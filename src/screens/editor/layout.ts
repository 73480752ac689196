import { fieldsOf, isManyLines, type EditorField, type FieldErrors } from '#store/editorFields.ts';
import type { EditorSession } from '#store/editorSession.ts';

/** A field's rows on the form, and the line below it for its error. */
export interface PlacedField {
  readonly field: EditorField;
  /** Its first row in the form, from 0. */
  readonly row: number;
  readonly height: number;
  readonly error?: string | undefined;
}

/** The fields one below the other; in a form too high for the screen those around the focused one are shown. */
export function placeFields(form: EditorSession, rows: number): PlacedField[] {
  const fields = fieldsOf(form);
  const spare = rows - fields.length - errorCount(form.errors, fields);
  const many = fields.filter(isManyLines).length;
  const lines = Math.max(1, Math.min(4, 1 + Math.floor(spare / Math.max(1, many))));
  const heights = fields.map(field => (isManyLines(field) ? lines : 1));
  const placed: PlacedField[] = [];
  let row = 0;
  for (const [index, field] of fields.entries()) {
    const error = form.errors[field];
    const height = heights[index] ?? 1;
    placed.push({ field, row, height, error });
    row += height + (error === undefined ? 0 : 1);
  }
  const focused = placed.find(({ field }) => field === form.focused);
  const last =
    focused === undefined ? 0 : focused.row + focused.height + (focused.error === undefined ? 0 : 1);
  const hidden = Math.max(0, last - rows);
  return placed
    .map(field => ({ ...field, row: field.row - hidden }))
    .filter(
      field => field.row >= 0 && field.row + field.height + (field.error === undefined ? 0 : 1) <= rows,
    );
}

function errorCount(errors: FieldErrors, fields: readonly EditorField[]): number {
  return fields.filter(field => errors[field] !== undefined).length;
}
