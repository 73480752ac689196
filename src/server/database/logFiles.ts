import type { SQLOutputValue } from 'node:sqlite';
import { integer, optionalText, text } from './columnValues.ts';
import type { Database } from './Database.ts';
import { type SourceLines, sourceLines } from './importLines.ts';

/** A file of a source, and how far it was read. */
export interface LogFileRecord {
  readonly id: number;
  readonly path: string;
  /** The path it had while it was written, once it has another one; empty before. */
  readonly formerPath: string;
  /** Device and inode. */
  readonly identity: string;
  /** When it was last looked at, in bytes on the disk; -1 where more is to be read. */
  readonly size: number;
  /** Nanoseconds since 1970, when it was last looked at. */
  readonly modified: string;
  /** Read so far: bytes of the log, uncompressed. */
  readonly length: number;
  /** Hashes of the first and of the last bytes that were read. */
  readonly head: string;
  readonly tail: string;
  /** Of its last line, in seconds since 1970. */
  readonly lastTime: number | undefined;
  /** The last "#Fields:" line of what was read. */
  readonly directive: string | undefined;
}

/** The oldest first. */
export function selectLogFiles(database: Database, source: number): LogFileRecord[] {
  return database.statement('select * from log_file where source_id = ? order by id').all(source).map(fileOf);
}

/** The time of the last line that was read of any source, in seconds since 1970. */
export function selectLastTime(database: Database): number | undefined {
  const row = database.statement('select max(last_time) as last from log_file').get();
  return typeof row?.['last'] === 'number' ? row['last'] : undefined;
}

/** Stores what is known of a file: a new one without an id. Returns its id. Needs a transaction. */
export function putLogFile(
  database: Database,
  source: number,
  { id, ...file }: Omit<LogFileRecord, 'id'> & { readonly id: number | undefined },
  readDay: number,
): number {
  const {
    path,
    formerPath,
    identity,
    size,
    modified,
    length,
    head,
    tail,
    lastTime = null,
    directive = null,
  } = file;
  const row = database
    .statement(
      `insert into log_file
         (id, source_id, path, former_path, identity, size, modified, length, head, tail, last_time,
         directive, read_day)
       values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
       on conflict (id) do update set path = excluded.path, former_path = excluded.former_path,
         identity = excluded.identity, size = excluded.size, modified = excluded.modified, length = excluded.length,
         head = excluded.head, tail = excluded.tail, last_time = excluded.last_time,
         directive = excluded.directive, read_day = excluded.read_day
       returning id`,
    )
    .get(
      id ?? null,
      source,
      path,
      formerPath,
      identity,
      size,
      modified,
      length,
      head,
      tail,
      lastTime,
      directive,
      readDay,
    );
  return integer(row?.['id']);
}

/** The lines that a file had in its last minutes, of one website. */
export function selectLogFileLines(database: Database, file: number, website: number): SourceLines {
  return sourceLines(
    database
      .statement('select block, lines as own from log_file_line where file_id = ? and website_id = ?')
      .all(file, website),
  );
}

/** Needs a transaction. */
export function putLogFileLines(
  database: Database,
  { file, website }: { file: number; website: number },
  lines: SourceLines,
): void {
  database.statement('delete from log_file_line where file_id = ? and website_id = ?').run(file, website);
  const insert = database.statement(
    'insert into log_file_line (file_id, website_id, block, lines) values (?, ?, ?, ?)',
  );
  for (const { block, own } of lines) insert.run(file, website, block, own);
}

function fileOf(row: Record<string, SQLOutputValue>): LogFileRecord {
  const { last_time: lastTime } = row;
  return {
    id: integer(row['id']),
    path: text(row['path']),
    formerPath: text(row['former_path']),
    identity: text(row['identity']),
    size: integer(row['size']),
    modified: text(row['modified']),
    length: integer(row['length']),
    head: text(row['head']),
    tail: text(row['tail']),
    lastTime: typeof lastTime === 'number' ? lastTime : undefined,
    directive: optionalText(row['directive']) ?? undefined,
  };
}
