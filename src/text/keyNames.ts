import { safeText, type SafeText } from './safeText.ts';

/** Module-level, as the character set is: texts name keys in all layers, and somebody may have chosen others. */
let names: ReadonlyMap<string, SafeText> = new Map();

/** Says the key that texts name for each command, by its id. */
export function nameKeys(keys: Iterable<readonly [id: string, key: string]>): void {
  names = new Map(Array.from(keys, ([id, key]) => [id, safeText(key)]));
}

/** The key of a command now. Texts name commands by it, never a letter. */
export function keyOf(id: string): SafeText {
  return names.get(id) ?? safeText(id);
}
