/** The next or the previous element, wrapping around. */
export function cycle<T>(all: readonly T[], now: T, step: -1 | 1): T {
  return all[(all.indexOf(now) + step + all.length) % all.length] ?? now;
}
