/** The next or the previous of all, round and round. */
export function neighbour<T>(all: readonly T[], now: T, step: -1 | 1): T {
  return all[(all.indexOf(now) + step + all.length) % all.length] ?? now;
}
