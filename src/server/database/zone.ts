import { type Database, text } from './Database.ts';
import { readOnce } from './openDatabase.ts';

const select = 'select time_zone from log_zone';

/** The zone whose days and hours the lines of logs are counted in; undefined before the first use. */
export function selectZone(database: Database): string | undefined {
  const row = database.statement(select).get();
  return row && text(row['time_zone']);
}

export function hasCounts(database: Database): boolean {
  return database.statement('select 1 from import_key').get() !== undefined;
}

/** Needs a transaction. */
export function putZone(database: Database, timeZone: string): void {
  database
    .statement(
      'insert into log_zone (id, time_zone) values (1, ?) on conflict do update set time_zone = excluded.time_zone',
    )
    .run(timeZone);
}

/** The same of a file, which is only read: undefined also where it is none of ours, and of an older Sitedeck. */
export function zoneOfFile(file: string, isKiosk = false): string | undefined {
  const row = readOnce(file, connection => connection.prepare(select).get(), isKiosk);
  return row === undefined ? undefined : text(row['time_zone']);
}

/** A profile in the zone of its counts: those of logs have their own, whatever the machine's is now. */
export function inZoneOfCounts<
  P extends { readonly connection: { readonly kind: string }; readonly timeZone: string },
>(profile: P, logsFile: string, isKiosk = false): P {
  const timeZone = profile.connection.kind === 'logs' ? zoneOfFile(logsFile, isKiosk) : undefined;
  return timeZone === undefined ? profile : { ...profile, timeZone };
}
