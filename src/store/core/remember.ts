const most = 300;

/** A record with one entry more, others dropped past a few hundred, the oldest first: a long session must not grow. */
export function remember<T>(
  record: Readonly<Record<string, T>>,
  key: string,
  value: T,
): Readonly<Record<string, T>> {
  const next = { ...record };
  const isNew = !(key in next);
  next[key] = value;
  if (!isNew) return next;
  // Keys that are numbers stand in their own order, which may begin with the new one.
  const others = Object.keys(next).filter(old => old !== key);
  for (const old of others.slice(0, Math.max(0, others.length + 1 - most))) delete next[old];
  return next;
}
