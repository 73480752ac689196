import type { Command } from './command.ts';

/** A line of the key table, for the help and the README. */
export interface KeyRow {
  readonly keys: string;
  readonly does: string;
}

/** The keys of a screen and then the global ones. Keys that do the same stand together, once. */
export function keyTable(screen: readonly Command[], global: readonly Command[]): KeyRow[] {
  const rows = new Map<string, Set<string>>();
  for (const { title, keys } of [...screen, ...global]) {
    const known = rows.get(title) ?? new Set();
    for (const key of keys) known.add(key);
    rows.set(title, known);
  }
  return [...rows].map(([does, keys]) => ({ keys: [...keys].join(' '), does }));
}
