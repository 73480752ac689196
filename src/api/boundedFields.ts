/** Fields of a website that are not known here, values inside one of them, and how deep they lie in one another. */
const mostFields = 200;
const mostValues = 5_000;
const deepest = 20;

export interface BoundedFields {
  readonly fields: Readonly<Record<string, unknown>>;
  /** How many fields are not among them; undefined for none. */
  readonly leftOut?: number;
}

/**
 * The fields of a website as far as they can be shown and written out again: every known one, and so many others. One
 * that holds too much, or lies too deep, is left out as a whole: what walks through it later needs no bound of its own.
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
  // No deeper than `deepest` calls.
  const fits = (inner: unknown, depth: number): boolean => {
    values += 1;
    if (typeof inner !== 'object' || inner === null) return values <= mostValues;
    return depth < deepest && values <= mostValues && Object.values(inner).every(one => fits(one, depth + 1));
  };
  return fits(value, 0);
}
