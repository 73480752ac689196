import type { StatisticName } from '#model/statistics/statistics.ts';
import { label, safeText, type SafeText } from '#terminal/safeText.ts';

const coded: ReadonlySet<StatisticName> = new Set<StatisticName>(['country', 'continent', 'language']);

/** " (US)" behind a place or a language that the service names by a code; else nothing. */
export function codeNote(name: StatisticName, value: string): SafeText {
  const [code = ''] = value.trim().split(':');
  return coded.has(name) && code !== '' ? label` (${safeText(code)})` : label``;
}
