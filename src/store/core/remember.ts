const usual = 300;

/**
 * The record with an entry added and, past a few hundred or `most`, the oldest others dropped: a long session must not
 * grow.
 */
export function remember<T>(
  record: Readonly<Record<string, T>>,
  key: string,
  value: T,
  most = usual,
): Readonly<Record<string, T>> {
  const next = { ...record };
  const isNew = !Object.hasOwn(next, key);
  // Setting "__proto__" would set something else.
  Object.defineProperty(next, key, { value, writable: true, enumerable: true, configurable: true });
  if (!isNew) return next;
  // Numeric keys are ordered first, so the new one may not be the last.
  const others = Object.keys(next).filter(old => old !== key);
  for (const old of others.slice(0, Math.max(0, others.length + 1 - most))) delete next[old];
  return next;
}

/** What was remembered; a key that every object has is one like any other. */
export function remembered<T>(record: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}
