import { builtInProfiles, isBuiltIn, type ProfileFile, type StoredProfile } from '#config/profileSchema.ts';
import { machineTimeZone } from '#config/timeZone.ts';
import type { DataCell, DataTable } from '#model/export/dataTable.ts';
import { shownAddress } from '#model/text/shownAddress.ts';

/** All profiles, the built-in ones first, and where each key is; never a key. */
export function profilesTable(file: ProfileFile): DataTable {
  const current = file.current ?? 'demo';
  const row = (name: string, profile: StoredProfile | undefined): DataCell[] => [
    name,
    name === current,
    isBuiltIn(name) ? name : (profile?.kind ?? 'service'),
    profile?.url === undefined ? undefined : shownAddress(profile.url),
    keyOf(name, profile),
    profile?.timeZone ?? machineTimeZone(),
    profile?.readOnly ?? false,
  ];
  const services = Object.entries(file.profiles).filter(([name]) => !isBuiltIn(name));
  return {
    title: 'Profiles',
    about: {},
    columns: [
      { key: 'name', title: 'Name' },
      { key: 'current', title: 'Current' },
      { key: 'kind', title: 'Kind' },
      { key: 'url', title: 'Address' },
      { key: 'key', title: 'Key' },
      { key: 'time_zone', title: 'Time zone' },
      { key: 'read_only', title: 'Read-only' },
    ],
    rows: [
      ...builtInProfiles.map(name => row(name, file.profiles[name])),
      ...services.map(([name, profile]) => row(name, profile)),
    ],
  };
}

/** Where the key is stored, never the key. */
function keyOf(name: string, profile: StoredProfile | undefined): DataCell {
  if (isBuiltIn(name)) return undefined;
  if (profile?.apiKeyCommand !== undefined) return 'command';
  return profile?.apiKey === undefined ? 'environment' : 'file';
}
