import { accessSync, closeSync, constants, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileProblem, ServiceFileError } from '#server/serviceFileError.ts';
import { makeFolder } from '#system/makeFolder.ts';
import { openFile } from '#system/openFile.ts';
import { integer } from './columnValues.ts';
import { Database } from './Database.ts';
import { applicationId, migrations } from './migrations.ts';

/** The first start of another process prepares the demo in one transaction: wait well past its two seconds. */
export const lockTimeoutMilliseconds = 20_000;

const pragmas = `
  pragma busy_timeout = 10;
  pragma foreign_keys = on;
  pragma journal_mode = wal;
  pragma synchronous = normal;
  pragma temp_store = memory;
  pragma cache_size = -16000;`;

/**
 * Opens the file, makes it and its folder where they are missing (for this account only), and brings its schema up to
 * date. Rejects with ServiceFileError.
 * @param file a path, or ':memory:'
 */
export async function openDatabase(file: string): Promise<Database> {
  let connection: DatabaseSync | undefined;
  try {
    if (file !== ':memory:') makePrivate(file);
    connection = new DatabaseSync(file);
    const open = connection;
    const database = new Database(open, lockTimeoutMilliseconds);
    await database.read(() => open.exec(pragmas));
    addFunctions(open);
    await database.write(() => migrate(open, file));
    return database;
  } catch (error) {
    connection?.close();
    throw fileProblem(error, file) ?? error;
  }
}

/**
 * SQLite gives its side files (-wal, -shm) the mode of the file. An existing one must not be opened and closed here: another
 * connection of this process would lose its locks.
 */
function makePrivate(file: string): void {
  makeFolder(dirname(file));
  if (statSync(file, { throwIfNoEntry: false })?.isFile() === true) accessSync(file, constants.W_OK);
  else closeSync(openFile(file, constants.O_RDWR | constants.O_CREAT).file);
}

/** What our statements call. */
export function addFunctions(connection: DatabaseSync): void {
  connection.function('lower_case', { deterministic: true }, value => String(value).toLowerCase());
}

function migrate(connection: DatabaseSync, file: string): void {
  const version = schemaVersion(connection, file);
  if (version === migrations.length) return;
  for (const step of migrations.slice(version)) connection.exec(step);
  connection.exec(`pragma application_id = ${applicationId}; pragma user_version = ${migrations.length}`);
}

/** How many migrations a file has had, 0 for a new one. Throws a ServiceFileError for a file that is none of ours. */
export function schemaVersion(connection: DatabaseSync, file: string): number {
  const pragma = (name: string): number => integer(connection.prepare(`pragma ${name}`).get()?.[name]);
  const version = pragma('user_version');
  const isNew = version === 0 && !connection.prepare('select 1 from sqlite_schema limit 1').get();
  if (!isNew && pragma('application_id') !== applicationId) {
    throw new ServiceFileError(`${file} is a database of another program: choose another file.`);
  }
  if (version > migrations.length) {
    throw new ServiceFileError(
      `${file} was written by a newer Sitedeck: update Sitedeck, or choose another file.`,
    );
  }
  return version;
}
