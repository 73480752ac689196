import type { Part } from '#components/style.ts';
import { readableValue } from '#model/statisticValue.ts';
import type { State } from '#store/state.ts';
import { label, safeText } from '#terminal/safeText.ts';

/** The row's value whole, as it reads and as it is. */
export function historyDetail({ history }: State): Part {
  const { name, value } = history;
  const readable = safeText(readableValue(name, value));
  const raw = safeText(value);
  return { text: readable === raw ? raw : label`${readable} (${raw})`, tone: 'dim' };
}
