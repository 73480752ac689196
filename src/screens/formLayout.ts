import type { SafeText } from '#terminal/safeText.ts';

/** A field's rows on a form, and the lines of its error below it. */
interface PlacedField<F extends string> {
  readonly field: F;
  /** Its first row in the form, from 0. */
  readonly row: number;
  /** Lines of its value. */
  readonly height: number;
  /** Its value stands in a box: two more rows. */
  readonly boxed: boolean;
  readonly error: readonly SafeText[];
}

const mostLines = 4;
/** The rows of a box around its value. */
export const boxRows = 2;

/** Whether there is room for all fields with boxes around those that are typed into. */
export function hasBoxes<F extends string>(
  fields: readonly F[],
  isTypedInto: (field: F) => boolean,
  rows: number,
): boolean {
  return fields.length + boxRows * fields.filter(isTypedInto).length <= rows;
}

/** The fields one below the other; where they do not all fit, those up to the focused one. `filled`: rows they take. */
export function placeFields<F extends string>(
  form: {
    readonly fields: readonly F[];
    readonly focused: F;
    readonly errors: Partial<Record<F, readonly SafeText[]>>;
    isManyLines(field: F): boolean;
    isBoxed(field: F): boolean;
  },
  rows: number,
): { placed: PlacedField<F>[]; filled: number } {
  const { fields, focused, isManyLines, isBoxed } = form;
  const errorOf = (field: F) => form.errors[field] ?? [];
  const lists = fields.filter(isManyLines).length;
  const boxes = boxRows * fields.filter(isBoxed).length;
  const spare = rows - fields.length - boxes - fields.flatMap(errorOf).length;
  const lines = Math.max(1, Math.min(mostLines, 1 + Math.floor(spare / Math.max(1, lists))));
  const linesOf = (field: F) => (isManyLines(field) ? lines : 1);
  const heights = fields.map(
    field => linesOf(field) + (isBoxed(field) ? boxRows : 0) + errorOf(field).length,
  );
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
    height: linesOf(field),
    boxed: isBoxed(field),
    error: errorOf(field),
  }));
  return { placed, filled: heightOf(first, end) };
}
