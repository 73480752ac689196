const most = 300;

/** A record with one entry more, the oldest ones dropped past a few hundred: a long session must not grow. */
export function remember<T>(
  record: Readonly<Record<string, T>>,
  key: string,
  value: T,
): Readonly<Record<string, T>> {
  const next = { ...record };
  const isNew = !(key in next);
  next[key] = value;
  if (!isNew) return next;
  const keys = Object.keys(next);
  for (const old of keys.slice(0, Math.max(0, keys.length - most))) delete next[old];
  return next;
}
