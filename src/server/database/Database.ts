import type { DatabaseSync, SQLOutputValue, StatementSync } from 'node:sqlite';
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';
import { exitCodes, Failure } from '#model/failure.ts';
import { errorCode, knownSystemWords, noHomeCode } from '#system/files.ts';

/** The data file cannot be used. The message is one line that names the file and says what to do. */
export class ServiceFileError extends Failure {
  override readonly name = 'ServiceFileError';
  readonly exitCode = exitCodes.unreachable;
  /** Nothing can be written in this place; the file itself is not damaged, nor in use. */
  readonly isOfPlace: boolean;

  constructor(message: string, options?: ErrorOptions & { readonly isOfPlace?: boolean }) {
    super(message, options);
    this.isOfPlace = options?.isOfPlace ?? false;
  }
}

const busy = 5;
const readOnly = 8;
const full = 13;
/** What others read beside the file could not be made as large as it has to be: SQLite says so of a full disk, also to who only reads. */
const noRoomToShare = 4874;

/** Codes of SQLite: read-only, full, cannot be opened, may not be used; and of the system. */
const placeCodes: ReadonlySet<number | string> = new Set([
  readOnly,
  full,
  14,
  23,
  'EACCES',
  'EPERM',
  'EROFS',
  'ENOSPC',
  'EDQUOT',
  'ENOTDIR',
  'EEXIST',
  'ENOENT',
  noHomeCode,
]);

const sqliteAdvice: Readonly<Record<number, string>> = {
  [busy]: 'is held by another program: close that program, then try again',
  [readOnly]:
    'is read-only: give yourself permission to write the file and its folder, or choose another place',
  10: 'could not be read or written: check the disk it is on, and how large a file may be (ulimit -f)',
  11: 'is damaged: move it away (a new one is made) or put back a copy',
  [full]:
    'cannot grow, the disk is full or a file may be no larger: free some space, or raise that limit (ulimit -f)',
  14: 'cannot be opened: check that its folder exists and that you may write there',
  23: 'may not be used by this account: check its permissions',
  26: 'is not a Sitedeck database, or is damaged: move it away (a new one is made) or choose another file',
};

/** Another connection holds the lock: another try may succeed. */
export function isBusy(error: unknown): boolean {
  return sqliteCode(error) === busy;
}

/** There is no room beside the file for what SQLite writes, also to who only reads; or a reader of this process found none. */
export function hasNoRoom(error: unknown): boolean {
  const code = sqliteCode(error);
  return code === full || code === readOnly;
}

/** SQLite's primary result code of an error it threw; undefined for any other error. */
export function sqliteCode(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('errcode' in error)) return undefined;
  if (error.errcode === noRoomToShare) return full;
  return typeof error.errcode === 'number' ? error.errcode & 0xff : undefined;
}

/** The message for the user about a failing file; undefined where the error is not the file's (a bug). */
export function fileProblem(error: unknown, file: string): ServiceFileError | undefined {
  if (error instanceof ServiceFileError) return error;
  const code = sqliteCode(error);
  const named = code ?? errorCode(error) ?? '';
  const words = knownSystemWords(error);
  const advice = code === undefined ? words && `cannot be used: ${words}` : sqliteAdvice[code];
  if (advice === undefined) return undefined;
  // Of a lock any link is refused: what it leads to is neither made nor locked.
  const path = named === 'ELOOP' && error instanceof Error && 'path' in error ? String(error.path) : file;
  return new ServiceFileError(`${path} ${advice}.`, { cause: error, isOfPlace: placeCodes.has(named) });
}

const pauseMilliseconds = 15;

/** SQLite runs on this thread, so for another process's lock it waits between attempts, with the event loop running. */
export class Database {
  readonly #connection: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();
  readonly #lockTimeout: number;
  #open = true;

  /** @param lockTimeout milliseconds to wait for another process that holds the lock, before SQLite's "busy" is thrown */
  constructor(connection: DatabaseSync, lockTimeout: number) {
    this.#connection = connection;
    this.#lockTimeout = lockTimeout;
  }

  statement(sql: string): StatementSync {
    const known = this.#statements.get(sql);
    if (known) return known;
    const made = this.#connection.prepare(sql);
    this.#statements.set(sql, made);
    return made;
  }

  execute(sql: string): void {
    this.#connection.exec(sql);
  }

  read<T>(work: () => T): Promise<T> {
    return this.#whenFree(work);
  }

  /** Runs the work as one transaction that takes the write lock at its start: it is committed whole or not at all. */
  write<T>(work: () => T): Promise<T> {
    return this.#whenFree(() => {
      this.#connection.exec('begin immediate');
      return this.#finish(work);
    });
  }

  /** The same for asynchronous work. Nothing else may use this connection until it has finished. */
  async writeInSteps(work: () => Promise<void>): Promise<void> {
    await this.#whenFree(() => this.#connection.exec('begin immediate'));
    try {
      await work();
      await nextTurn();
    } catch (error) {
      this.#rollBack();
      throw error;
    }
    // A large commit would copy the whole write-ahead log into the file at once: that gets a turn of its own. Nor does the log
    // stay as large as it was, beside the file: most processes end without closing it.
    this.#connection.exec('pragma wal_autocheckpoint = 0');
    this.#finish(() => undefined);
    await nextTurn();
    this.#connection.exec('pragma wal_autocheckpoint = 1000; pragma wal_checkpoint(truncate)');
  }

  /** Foreign keys take a fifth of the time: for work that finds the website in its transaction, and deletes nothing. */
  async withoutReferenceChecks(work: () => Promise<void>): Promise<void> {
    this.#connection.exec('pragma foreign_keys = off');
    try {
      await work();
    } finally {
      this.#connection.exec('pragma foreign_keys = on');
    }
  }

  close(): void {
    if (!this.#open) return;
    this.#open = false;
    this.#statements.clear();
    this.#connection.close();
  }

  #finish<T>(work: () => T): T {
    try {
      const result = work();
      this.#connection.exec('commit');
      return result;
    } catch (error) {
      this.#rollBack();
      throw error;
    }
  }

  /** After some failures (a full disk) SQLite has rolled back by itself and refuses to: the first error counts. */
  #rollBack(): void {
    try {
      this.#connection.exec('rollback');
    } catch (error) {
      if (sqliteCode(error) === undefined) throw error;
    }
  }

  async #whenFree<T>(work: () => T): Promise<T> {
    const deadline = performance.now() + this.#lockTimeout;
    for (;;) {
      try {
        return work();
      } catch (error) {
        if (!isBusy(error) || performance.now() >= deadline) throw error;
      }
      await delay(pauseMilliseconds);
    }
  }
}

/** Measured: with 40 rows a statement takes three quarters of the time of one with nine; 100 rows take no less. */
const rowsAtOnce = 40;

type Value = string | number | Uint8Array;

interface Insertion {
  readonly table: string;
  /** The fields of a row, in their order. */
  readonly columns: readonly string[];
  /** Columns with one value for all rows, which is bound once. */
  readonly shared?: Readonly<Record<string, number>>;
  /** What follows the rows in the statement. */
  readonly end?: string;
}

/** Inserts rows several at once. Without numbered parameters (?1): the SQLite of Node 22.13 takes none. */
export class RowInsertion<Row extends readonly Value[]> {
  readonly #statement: (rows: number) => StatementSync;
  readonly #fields: number;
  readonly #shared: Readonly<Record<string, number>>;
  #batch: Value[] = [];

  constructor(database: Database, { table, columns, shared = {}, end = '' }: Insertion) {
    const names = Object.keys(shared);
    const row = `(${[...names.map(name => `:${name}`), ...columns.map(() => '?')].join(', ')})`;
    const start = `insert into ${table} (${[...names, ...columns].join(', ')}) values`;
    this.#fields = columns.length;
    this.#shared = shared;
    this.#statement = rows =>
      database.statement(`${start} ${Array.from({ length: rows }, () => row).join(', ')} ${end}`);
  }

  /** Whether several were written now. */
  add(...row: Row): boolean {
    this.#batch.push(...row);
    if (this.#batch.length < this.#fields * rowsAtOnce) return false;
    this.#statement(rowsAtOnce).run(this.#shared, ...this.#batch);
    this.#batch = [];
    return true;
  }

  /** To be called behind the last one. */
  end(): void {
    const one = this.#statement(1);
    for (let at = 0; at < this.#batch.length; at += this.#fields)
      one.run(this.#shared, ...this.#batch.slice(at, at + this.#fields));
    this.#batch = [];
  }
}

type Column = SQLOutputValue | undefined;

// The value of a column as its type; 0, empty text or null where it has another one or is missing.

export function integer(column: Column): number {
  return typeof column === 'number' ? column : Number(column ?? 0);
}

export function text(column: Column): string {
  return typeof column === 'string' ? column : '';
}

export function optionalText(column: Column): string | null {
  return typeof column === 'string' ? column : null;
}

/** Not LIKE, which ends at a NUL and refuses long patterns; the statement binds `searched`. lower() knows ASCII only. */
export function contains(expression: string, search: string | undefined) {
  if (search === undefined) return { condition: 'true', searched: {} };
  const lower = /^[ -~]*$/.test(search) ? 'lower' : 'lower_case';
  return {
    condition: `instr(${lower}(${expression}), :text) > 0`,
    searched: { text: search.toLowerCase() },
  };
}

const maxWorkMs = 10;

/** Yields to the event loop during long work, so that keys are handled and the screen is drawn. */
export class Yielder {
  readonly #onYield: () => void;
  #since = performance.now();

  constructor(onYield: () => void = () => undefined) {
    this.#onYield = onYield;
  }

  /** Where this turn of the event loop has worked long enough. */
  async yieldWhenDue(): Promise<void> {
    if (performance.now() - this.#since < maxWorkMs) return;
    this.#onYield();
    await nextTurn();
    this.#since = performance.now();
  }
}

/** The result of work that yields now and then. Rejects with the signal's reason where that is aborted before its end. */
export async function inTurns<T>(work: Generator<void, T, void>, signal?: AbortSignal): Promise<T> {
  const yielder = new Yielder();
  for (;;) {
    signal?.throwIfAborted();
    const step = work.next();
    if (step.done === true) return step.value;
    await yielder.yieldWhenDue();
  }
}
