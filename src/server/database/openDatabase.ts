import { accessSync, closeSync, constants, existsSync, realpathSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { makeFolder, openFile } from '#system/files.ts';
import { Database, fileProblem, integer, hasNoRoom, ServiceFileError, sqliteCode, text } from './Database.ts';
import { applicationId, conversions, migrations } from './schema.ts';

/** The first start of another process prepares the demo in one transaction: wait well past what that takes on a busy machine. */
const lockTimeoutMilliseconds = 60_000;

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
    await database.write(() => migrate(open, database, file));
    return database;
  } catch (error) {
    connection?.close();
    throw fileProblem(error, file) ?? error;
  }
}

export async function withDatabase<T>(
  file: string,
  work: (database: Database) => Promise<T>,
  open = openDatabase,
): Promise<T> {
  const database = await open(file);
  try {
    return await work(database);
  } finally {
    database.close();
  }
}

/** For what only reads: it can also while there is no room for what SQLite makes beside the file. */
export async function readDatabase<T>(file: string, work: (database: Database) => Promise<T>): Promise<T> {
  return await withDatabase(file, work, async () => {
    try {
      return await openDatabase(file);
    } catch (error) {
      if (!(error instanceof ServiceFileError && hasNoRoom(error.cause))) throw error;
      return (await openToRead(file)).database;
    }
  });
}

/** Side files (-wal, -shm) get the mode of the file. An existing one must not be opened here: other locks would be lost. */
function makePrivate(file: string): void {
  makeFolder(dirname(file));
  if (statSync(file, { throwIfNoEntry: false })?.isFile() === true) accessSync(file, constants.W_OK);
  else closeSync(openFile(file, constants.O_RDWR | constants.O_CREAT).file);
}

function addFunctions(connection: DatabaseSync): void {
  connection.function('lower_case', { deterministic: true }, value => String(value).toLowerCase());
}

function migrate(connection: DatabaseSync, database: Database, file: string): void {
  const version = schemaVersion(connection, file);
  if (version === migrations.length) return;
  for (let step = version; step < migrations.length; step++) {
    connection.exec(migrations[step] ?? '');
    conversions.get(step)?.(database);
  }
  connection.exec(`pragma application_id = ${applicationId}; pragma user_version = ${migrations.length}`);
}

/** How many migrations a file has had, 0 for a new one. Throws a ServiceFileError for a file that is none of ours. */
function schemaVersion(connection: DatabaseSync, file: string): number {
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

/** Attempts at an answer while another program writes into the file. */
const maxAttempts = 20;

interface Opened {
  readonly database: Database;
  /** What the file was when it was opened. */
  readonly stamp: string;
}

/**
 * Reads a file that other programs may write, and writes nothing, neither into it nor beside it: SQLite itself makes a -wal and
 * a -shm where there are none. While another program has them, they are read with its locks. Else the file is read as one that
 * does not change, and opened again as soon as it has changed. A file that does not exist is empty.
 */
export class DatabaseReader {
  readonly #file: string;
  #opened: Opened | undefined;
  #last: Promise<unknown> = Promise.resolve();

  constructor(file: string) {
    this.#file = file;
  }

  /** Rejects with a ServiceFileError where the file cannot be read. */
  async open(): Promise<void> {
    await this.read(() => Promise.resolve());
  }

  /** Calls `work` with the database, one call after the other, and again where the file has changed meanwhile. */
  read<T>(work: (database: Database) => Promise<T>): Promise<T> {
    const done = this.#last.then(() => this.#attempt(work, maxAttempts));
    this.#last = done.catch(() => undefined);
    return done;
  }

  close(): void {
    this.#opened?.database.close();
    this.#opened = undefined;
  }

  async #attempt<T>(work: (database: Database) => Promise<T>, left: number): Promise<T> {
    if (this.#opened !== undefined && this.#opened.stamp !== stampOf(this.#file)) this.close();
    this.#opened ??= await openToRead(this.#file);
    const { database, stamp } = this.#opened;
    const result = await work(database);
    return left === 0 || stamp === stampOf(this.#file) ? result : await this.#attempt(work, left - 1);
  }
}

/** Changes when what is to be opened does. A file that is read with the locks of its writer may change. */
function stampOf(file: string): string {
  try {
    const found = statSync(file, { bigint: true, throwIfNoEntry: false });
    if (found === undefined) return 'nothing';
    const { ino, size, mtimeNs } = found;
    const log = statSync(`${file}-wal`, { throwIfNoEntry: false });
    const isShared = existsSync(`${file}-shm`) || (log?.size ?? 0) > 0;
    return isShared ? `${ino} shared` : `${ino} ${size} ${mtimeNs}`;
  } catch {
    // Opening it says why.
    return 'closed';
  }
}

async function openToRead(file: string): Promise<Opened> {
  const stamp = stampOf(file);
  if (stamp === 'nothing') return { stamp, database: await openDatabase(':memory:') };
  let connection: DatabaseSync | undefined;
  try {
    // By its mode, not readOnly: what is attached in memory can be written.
    const options = stamp.endsWith(' shared') ? 'mode=ro&readonly_shm=1' : 'mode=ro&immutable=1';
    connection = new DatabaseSync(urlOf(file, options));
    connection.exec('pragma busy_timeout = 10; pragma temp_store = memory; pragma cache_size = -16000');
    const version = schemaVersion(connection, file);
    if (version > 0 && version < migrations.length)
      throw new ServiceFileError(`${file} is of an older Sitedeck: run  sitedeck websites list  once.`);
    addFunctions(connection);
    if (version > 0) return { stamp, database: new Database(connection, lockTimeoutMilliseconds) };
    connection.close();
    return { stamp, database: await openDatabase(':memory:') };
  } catch (error) {
    connection?.close();
    throw fileProblem(error, file) ?? error;
  }
}

/** Of SQLite: busy, read-only, not readable, cannot be opened. So a file may be while another program opens or closes it. */
const passingCodes: ReadonlySet<number | undefined> = new Set([5, 8, 10, 14]);
const pauseMilliseconds = 5;

/**
 * What a file says now, before it is opened for good. Writes nothing into it. Undefined where it cannot be read: opening it says why.
 * @param isKiosk this process never writes: nor does it note in the files beside it that it reads
 */
function readOnce<T>(file: string, work: (connection: DatabaseSync) => T, isKiosk = false): T | undefined {
  const pause = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  for (let left = maxAttempts; left > 0; left--) {
    const stamp = stampOf(file);
    if (stamp === 'nothing') return undefined;
    const isShared = stamp.endsWith(' shared');
    // With `readonly_shm` other connections of this process could not write either.
    const isPlain = (isShared && !isKiosk) || !takesOptions();
    const options = isShared ? 'mode=ro&readonly_shm=1' : 'immutable=1';
    let connection: DatabaseSync | undefined;
    try {
      connection = new DatabaseSync(isPlain ? file : urlOf(file, options), { readOnly: true });
      const result = work(connection);
      if (stamp === stampOf(file)) return result;
    } catch (error) {
      if (!passingCodes.has(sqliteCode(error)) && stamp === stampOf(file)) return undefined;
      Atomics.wait(pause, 0, 0, pauseMilliseconds);
    } finally {
      connection?.close();
    }
  }
  return undefined;
}

function takesOptions(): boolean {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  return major !== 22 || minor >= 15;
}

/** The options of SQLite go with a URL, which Node takes from 22.15 on. */
function urlOf(file: string, options: string): URL {
  if (!takesOptions())
    throw new ServiceFileError(`Reading ${file} without writing needs Node 22.15 or newer.`);
  const url = pathToFileURL(realpathSync(file));
  url.search = options;
  return url;
}

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
  return row && text(row['time_zone']);
}

/** A profile in the zone of its counts: those of logs have their own, whatever the machine's is now. */
export function inZoneOfCounts<
  P extends { readonly connection: { readonly kind: string }; readonly timeZone: string },
>(profile: P, logsFile: string, isKiosk = false): P {
  const timeZone = profile.connection.kind === 'logs' ? zoneOfFile(logsFile, isKiosk) : undefined;
  return timeZone === undefined ? profile : { ...profile, timeZone };
}
