/** Makes a value at its first use, for what takes time to make and not every start needs. One that throws is asked again. */
export function lazy<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

/** Keeps the last `size` results, each as long as its keys are the same: for what every key press asks again. */
export function memoizeLast<T>(size = 1): (keys: readonly unknown[], make: () => T) => T {
  let known: readonly { readonly keys: readonly unknown[]; readonly value: T }[] = [];
  return (keys, make) => {
    const found = known.find(
      last => last.keys.length === keys.length && keys.every((key, index) => key === last.keys[index]),
    );
    if (found !== undefined) return found.value;
    const value = make();
    known = [{ keys, value }, ...known.slice(0, size - 1)];
    return value;
  };
}

/** The same for each object, as long as that object is kept: for what is worked out of data that does not change. */
export function memoizeByObject<T>(size = 1): (object: object, keys: readonly unknown[], make: () => T) => T {
  const caches = new WeakMap<object, ReturnType<typeof memoizeLast<T>>>();
  return (object, keys, make) => {
    let cache = caches.get(object);
    if (cache === undefined) caches.set(object, (cache = memoizeLast<T>(size)));
    return cache(keys, make);
  };
}

/** Two generations of at most `size` entries. A full young one becomes the old one; unused older entries are dropped. */
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
