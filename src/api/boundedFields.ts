/** Limits for the fields of a website: unknown fields, values within one field, and levels of nesting. */
const mostFields = 200;
const mostValues = 5_000;
const deepest = 20;

interface BoundedFields {
  readonly fields: Readonly<Record<string, unknown>>;
  /** The number of fields left out; undefined for none. */
  readonly leftOut?: number;
}

/**
 * The fields of a website within the limits: all known fields and the first unknown ones. A field that is too large or too
 * deeply nested is left out as a whole, so that code that walks through fields needs no limits of its own.
 */
export function boundedFields(
  all: Readonly<Record<string, unknown>>,
  isKnown: (name: string) => boolean,
): BoundedFields {
  const entries = Object.entries(all);
  let others = 0;
  const kept = entries.filter(([name, value]) => {
    const hasRoom = isKnown(name) || others < mostFields;
    if (!hasRoom || !isSmall(value)) return false;
    if (!isKnown(name)) others += 1;
    return true;
  });
  const leftOut = entries.length - kept.length;
  return leftOut === 0 ? { fields: all } : { fields: Object.fromEntries(kept), leftOut };
}

function isSmall(value: unknown): boolean {
  let values = 0;
  // At most `deepest` nested calls.
  const fits = (inner: unknown, depth: number): boolean => {
    values += 1;
    if (typeof inner !== 'object' || inner === null) return values <= mostValues;
    return depth < deepest && values <= mostValues && Object.values(inner).every(one => fits(one, depth + 1));
  };
  return fits(value, 0);
}
