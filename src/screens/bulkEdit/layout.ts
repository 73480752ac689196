import type { BulkEditSlice } from '#store/bulkEdit.ts';
import { bulkFields, isBulkText, type BulkField } from '#store/bulkForm.ts';

/** A field's rows on the form, and the line below it for its error. */
export interface PlacedBulkField {
  readonly field: BulkField;
  /** Its first row in the form, from 0. */
  readonly row: number;
  readonly height: number;
  readonly error?: string | undefined;
}

const mostLines = 4;

/** The fields one below the other; where they do not all fit, those up to the focused one. */
export function placeBulkFields(
  { form, focused, errors }: Pick<BulkEditSlice, 'form' | 'focused' | 'errors'>,
  rows: number,
): { placed: PlacedBulkField[]; filled: number } {
  const fields = bulkFields(form);
  const lists = fields.filter(isList).length;
  const spare = rows - fields.length - fields.filter(field => errors[field] !== undefined).length;
  const lines = Math.max(1, Math.min(mostLines, 1 + Math.floor(spare / Math.max(1, lists))));
  const heights = fields.map(field => (isList(field) ? lines : 1) + (errors[field] === undefined ? 0 : 1));
  const heightOf = (from: number, to: number) =>
    heights.slice(from, to).reduce((sum, height) => sum + height, 0);
  const last = fields.indexOf(focused) + 1;
  let first = 0;
  while (first < last - 1 && heightOf(first, last) > rows) first += 1;
  let end = Math.max(last, first + 1);
  while (end < fields.length && heightOf(first, end + 1) <= rows) end += 1;
  const placed = fields.slice(first, end).map((field, index) => ({
    field,
    row: heightOf(first, first + index),
    height: isList(field) ? lines : 1,
    error: errors[field],
  }));
  return { placed, filled: heightOf(first, end) };
}

function isList(field: BulkField): boolean {
  return isBulkText(field) && field !== 'password';
}
