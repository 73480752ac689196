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
