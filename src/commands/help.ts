import type { KeyRow } from '#text/keyLines.ts';
import type { Command } from './command.ts';

/** The keys of commands in their order. Keys that do the same stand together, once: they work where one of them does. */
export function keyTable(
  commands: readonly Command[],
  reasonOf: (command: Command) => string | undefined = () => undefined,
): KeyRow[] {
  const rows = new Map<string, { keys: Set<string>; reason: string | undefined }>();
  for (const command of commands) {
    const reason = reasonOf(command);
    const row = rows.get(command.title) ?? { keys: new Set(), reason };
    for (const key of command.keys) row.keys.add(key);
    if (reason === undefined) row.reason = undefined;
    rows.set(command.title, row);
  }
  return [...rows].map(([does, { keys, reason }]) => ({ keys: [...keys].join(' '), does, reason }));
}
