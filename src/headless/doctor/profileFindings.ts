import { profilesTable } from '#headless/profile/profilesTable.ts';
import type { ProfileFile } from '#config/profileSchema.ts';
import { safeText } from '#terminal/safeText.ts';
import type { Finding } from './finding.ts';

/** The profiles, and where the key of each is; never a key. */
export function profileFindings(file: ProfileFile): Finding[] {
  const { columns, rows } = profilesTable(file);
  return rows.map(row => {
    const cell = (key: string) => row[columns.findIndex(column => column.key === key)];
    const key = cell('key');
    const facts = [
      cell('kind'),
      cell('url'),
      key === undefined ? undefined : `key from the ${String(key)}`,
      cell('time_zone'),
      cell('read_only') === true ? 'read-only' : undefined,
      cell('current') === true ? 'current' : undefined,
    ];
    return {
      section: 'Profiles',
      name: safeText(String(cell('name'))),
      value: safeText(facts.filter(fact => fact !== undefined).join(', ')),
    };
  });
}
