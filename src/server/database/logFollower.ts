import { integer, text } from './columnValues.ts';
import type { Database } from './Database.ts';

/** Says who follows the logs. Needs a transaction. */
export function putFollower(database: Database, process: number, name: string): void {
  database
    .statement(
      `insert into log_follower (id, process, name) values (1, ?, ?)
       on conflict (id) do update set process = excluded.process, name = excluded.name`,
    )
    .run(process, name);
}

/** The last process that said so: it follows only while it holds the lock. */
export function selectFollower(database: Database): { process: number; name: string } | undefined {
  const row = database.statement('select process, name from log_follower').get();
  return row && { process: integer(row['process']), name: text(row['name']) };
}

/** Changes whenever another connection has written to the file. */
export function dataVersion(database: Database): number {
  return integer(database.statement('pragma data_version').get()?.['data_version']);
}
