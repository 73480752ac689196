/** Keeps the last result, and makes another one when one of the keys is another: for what every key press asks again. */
export function lastResult<T>(): (keys: readonly unknown[], make: () => T) => T {
  let known: { readonly keys: readonly unknown[]; readonly value: T } | undefined;
  return (keys, make) => {
    if (known?.keys.length === keys.length && keys.every((key, place) => key === known?.keys[place]))
      return known.value;
    const value = make();
    known = { keys, value };
    return value;
  };
}

/** The same for each object, as long as that object is kept: for what is worked out of data that does not change. */
export function resultOfEach<T>(): (object: object, keys: readonly unknown[], make: () => T) => T {
  const caches = new WeakMap<object, ReturnType<typeof lastResult<T>>>();
  return (object, keys, make) => {
    let cache = caches.get(object);
    if (cache === undefined) caches.set(object, (cache = lastResult<T>()));
    return cache(keys, make);
  };
}

/**
 * Caches computed values in two generations of at most `size` entries each. When the young one is full it becomes the old
 * one; entries of the former old one are dropped unless they were used since.
 */
export function createTextCache<T>(size: number): (key: string, compute: () => T) => T {
  let young = new Map<string, T>();
  let old = new Map<string, T>();
  return (key, compute) => {
    const known = young.get(key);
    if (known !== undefined) return known;
    const value = old.get(key) ?? compute();
    if (young.size >= size) {
      old = young;
      young = new Map();
    }
    young.set(key, value);
    return value;
  };
}
