/**
 * Remembers what was computed for a key. At most twice `size` entries: when the young half is full it becomes the old half,
 * and what was in the old one and not asked for since is forgotten.
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
