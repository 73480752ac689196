import { parsePeriod, type ParsedPeriod } from '#model/period/periodGrammar.ts';
import type { State } from '#store/core/state.ts';

/** How what is typed into the period menu reads; undefined while nothing is. */
export function typedPeriod({ menu, today }: State): ParsedPeriod | undefined {
  const text = menu.text.value.trim();
  return text === '' ? undefined : parsePeriod(text, today());
}
