import type { KeyRow } from '#text/keyLines.ts';
import type { Command } from './command.ts';

/** A part of the help, in the order of the help. */
type KeySection = 'This view' | 'Moving' | 'Period' | 'Changing' | 'Everywhere';

export const keySections: readonly KeySection[] = ['This view', 'Moving', 'Period', 'Changing', 'Everywhere'];

/** By the last part of a command's id. */
const moving =
  /^(?:up|down|left|right|halfUp|halfDown|first|last|(?:next|previous)(?:Panel|Page|Website)|panel\d)$/;
const changing = /^(?:add|edit|delete|undo|mark|range|markAll|clearMarks)$/;

/** Where the help lists a command; `isOwn`: only some screens have it. */
export function sectionOf({ id }: Command, isOwn: boolean): KeySection {
  const last = id.slice(id.lastIndexOf('.') + 1);
  if (id.startsWith('period.') || last === 'compare') return 'Period';
  if (moving.test(last)) return 'Moving';
  if (changing.test(last)) return 'Changing';
  return isOwn ? 'This view' : 'Everywhere';
}

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
