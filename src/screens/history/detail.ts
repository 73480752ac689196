import type { Part } from '#components/style.ts';
import { readableValue } from '#model/statistics/statisticValue.ts';
import { codeNote } from '#screens/codeNote.ts';
import type { State } from '#store/core/state.ts';
import { label, safeText } from '#terminal/safeText.ts';

/** The row's value whole. */
export function historyDetail({ history }: State): Part {
  const { name, value } = history;
  const readable = readableValue(name, value);
  const code = readable === value ? label`` : codeNote(name, value);
  return { text: label`${safeText(readable)}${code}`, tone: 'dim' };
}
