import { change, formatChange } from '#model/statistics/comparison.ts';
import { groupThousands } from '#model/text/number.ts';
import type { WhyGroup, WhyRow } from './whyGroup.ts';

/** What everybody who reads the numbers has to know. */
export const caution = 'What moved together may have other causes: correlation, not cause.';

/** How well a statistic explains the change, or why it cannot; empty where one of its rows stands out. */
export function groupNote({ lack, rows, verdict }: WhyGroup): string {
  if (lack === 'noEarlierRows') return 'no or not all rows before: cannot be compared';
  if (lack === 'notReadToEnd') return 'only the first 100 rows are read';
  if (rows.length === 0) return 'nothing changed';
  if (verdict === 'alike') return 'as the total: explains nothing';
  return verdict === 'quiet' ? 'nothing stands out' : '';
}

/** "+1,234" or "-3"; ">+1,234" where it may be more. */
export function signedText(count: number, isAtLeast = false): string {
  return `${isAtLeast ? '>' : ''}${count < 0 ? '-' : '+'}${groupThousands(Math.abs(count))}`;
}

/** "new", "gone", "+12%"; empty where one side is not known. */
export function rowMark({ kind, now, before }: Pick<WhyRow, 'kind' | 'now' | 'before'>): string {
  if (kind === 'changed') return formatChange(change(now, before));
  return kind === 'notInTop' ? '' : kind;
}
