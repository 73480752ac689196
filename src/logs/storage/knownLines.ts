import type { SQLOutputValue } from 'node:sqlite';
import { type Database, integer } from '#server/database/Database.ts';

export const secondsOfBlock = 600;
/** Servers write a line once they have answered, so lines may be out of order by minutes: the last blocks of a source are kept. */
export const blocksOfSource = 2;
/** Lines of ten minutes are kept for this many days after the last addition to them. */
const daysKept = 400;

/** The hashes of the known lines of ten minutes of UTC: 64 bits each, sorted, eight bytes a line. */
interface LineBlock {
  /** In tens of minutes since 1970. */
  readonly block: number;
  readonly known: Uint8Array;
  /** The hashes of those that the source being read has had. */
  readonly own: Uint8Array;
  /** The times (seconds since 1970) between which counted lines may be missing in `known`. */
  readonly doubt: { readonly from: number; readonly to: number } | undefined;
}

/** What a source has had of its last minutes: reading it further goes on from this. */
export type SourceLines = readonly Pick<LineBlock, 'block' | 'own'>[];

export interface LinesOwner {
  /** By which its lines are found in the temporary database. */
  readonly site: number;
  /** Undefined for a website that is still to be created. */
  readonly website: number | undefined;
  /** The name that tells servers apart; empty for none. */
  readonly source: string;
}

const nothing = new Uint8Array();

/** As they are staged, where `isStaged`, else as they are stored. */
export function selectLineBlock(
  database: Database,
  { site, website, source }: LinesOwner,
  block: number,
  isStaged: boolean,
): LineBlock {
  const staged = 'select known, own, doubt_from, doubt_to from staging.line where site = ? and block = ?';
  const stored = `select lines as known, doubt_from, doubt_to from main.import_line
    where website_id = ? and source = ? and block = ?`;
  const row = isStaged
    ? database.statement(staged).get(site, block)
    : website === undefined
      ? undefined
      : database.statement(stored).get(website, source, block);
  const doubt =
    typeof row?.doubt_from === 'number' ? { from: row.doubt_from, to: integer(row.doubt_to) } : undefined;
  return { block, known: bytes(row?.['known']), own: bytes(row?.['own']), doubt };
}

/** Stages a block. Blocks that were never staged with `isChanged` are not stored later. */
export function stageLineBlock(
  database: Database,
  { site }: LinesOwner,
  { block, known, own, doubt }: LineBlock,
  isChanged: boolean,
): void {
  database
    .statement(
      `insert into staging.line (site, block, known, own, doubt_from, doubt_to, changed) values (?, ?, ?, ?, ?, ?, ?)
       on conflict do update set known = excluded.known, own = excluded.own, changed = max(changed, excluded.changed)`,
    )
    .run(site, block, known, own, doubt?.from ?? null, doubt?.to ?? null, isChanged ? 1 : 0);
}

/** What the source being read has had of a website. */
export function selectStagedOwn(database: Database, site: number): SourceLines {
  const staged = 'select block, own from staging.line where site = ? and length(own) > 0';
  return sourceLines(database.statement(staged).all(site));
}

/** Forgets which lines the source had, since another one begins. */
export function forgetStagedOwn(database: Database): void {
  database.statement(`update staging.line set own = x'' where length(own) > 0`).run();
}

/** Stages the last lines of a source until its content is stored. Returns the number they are found by. */
export function stageSourceLines(database: Database, lines: SourceLines): number {
  const row = database.statement('select max(content) as last from staging.content_line').get();
  const content = integer(row?.last) + 1;
  const insert = database.statement(
    'insert into staging.content_line (content, block, own) values (?, ?, ?)',
  );
  for (const { block, own } of lines) insert.run(content, block, own);
  return content;
}

export function selectStagedSourceLines(database: Database, content: number): SourceLines {
  const staged = 'select block, own from staging.content_line where content = ?';
  return sourceLines(database.statement(staged).all(content));
}

export function selectSourceLines(database: Database, content: number): SourceLines {
  const stored = 'select block, lines as own from main.import_file_line where file_id = ?';
  return sourceLines(database.statement(stored).all(content));
}

/** Stores the lines staged under the number `staged` for the content with the id `content`. Needs a transaction. */
export function storeSourceLines(database: Database, staged: number, content: number): void {
  database
    .statement(
      `insert into main.import_file_line (file_id, block, lines)
       select ?, block, own from staging.content_line where content = ?`,
    )
    .run(content, staged);
}

/** Stores the staged lines of a website and deletes those that are too old. Needs a transaction. */
export function mergeLines(
  database: Database,
  { site, website, source, today }: { site: number; website: number; source: string; today: number },
): void {
  database
    .statement(
      `insert into main.import_line (website_id, source, block, read_day, doubt_from, doubt_to, lines)
       select ?, ?, block, ?, doubt_from, doubt_to, known from staging.line where site = ? and changed = 1
       on conflict do update set lines = excluded.lines, read_day = excluded.read_day`,
    )
    .run(website, source, today, site);
  // It is still known that lines were counted then, but no longer which.
  database
    .statement(
      `update main.import_line
       set lines = x'', doubt_from = block * ${secondsOfBlock}, doubt_to = (block + 1) * ${secondsOfBlock} - 1
       where website_id = ? and read_day < ? and length(lines) > 0`,
    )
    .run(website, today - daysKept);
}

function sourceLines(rows: readonly Record<string, SQLOutputValue>[]): SourceLines {
  return rows.map(row => ({ block: integer(row['block']), own: bytes(row['own']) }));
}

export function bytes(column: SQLOutputValue | undefined): Uint8Array {
  return column instanceof Uint8Array ? column : nothing;
}

/** A day begins at a quarter of an hour of UTC: each half of ten minutes lies in one day. */
const secondsOfHalf = secondsOfBlock / 2;

/** When the halves of ten minutes begin, in seconds since 1970. */
export function halvesOf(block: number): readonly [number, number] {
  const start = block * secondsOfBlock;
  return [start, start + secondsOfHalf];
}

export interface Halves {
  /** Of which lines are known, or were: in tens of minutes since 1970. */
  readonly known: readonly number[];
  /** When those halves begin of which the staged lines do not hold every known one. */
  readonly unheld: readonly number[];
}

/**
 * What is known of the lines of a website, of all its sources, beside what is staged of it.
 * @param moved by how many seconds the zone moved that times without one are read in: such lines are staged in other ten minutes now
 */
export function selectKnownHalves(
  database: Database,
  website: number,
  moved: (time: number) => number,
): Halves {
  const rows = database
    .statement(
      'select block, lines, doubt_from, doubt_to from main.import_line where website_id = ? order by block',
    )
    .iterate(website);
  const staged = database.statement(
    'select known from staging.line where site = 0 and (block = ? or block between ? and ?)',
  );
  const isHeld = (block: number, from: number, to: number): boolean =>
    holdsAll(joined(staged.all(block, from, to).map(row => hashesOf(row['known']))), joined(lines));
  const isHeldElsewhere = (block: number): boolean => {
    const seconds = moved(block * secondsOfBlock);
    const near = block + Math.floor(seconds / secondsOfBlock);
    // Clocks change by an hour.
    return seconds !== 0 && isHeld(block, near - 6, near + 7);
  };
  const known: number[] = [];
  const unheld: number[] = [];
  let lines: BigUint64Array[] = [];
  const end = (): void => {
    const block = known.at(-1);
    // Sources with names of their own count the same line each.
    if (block !== undefined && !isHeld(block, 0, -1) && !isHeldElsewhere(block))
      unheld.push(...halvesOf(block));
    lines = [];
  };
  for (const row of rows) {
    const block = integer(row['block']);
    if (block !== known.at(-1)) {
      end();
      known.push(block);
    }
    lines.push(hashesOf(row['lines']));
    // Of some lines it is only known that they were counted.
    const { doubt_from: from, doubt_to: to } = row;
    if (typeof from !== 'number') continue;
    unheld.push(...halvesOf(block).filter(time => time <= integer(to) && time + secondsOfHalf > from));
  }
  end();
  return { known, unheld };
}

function joined(all: readonly BigUint64Array[]): BigUint64Array {
  const [first = new BigUint64Array()] = all;
  if (all.length < 2) return first;
  const hashes = new BigUint64Array(all.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of all) {
    hashes.set(part, at);
    at += part.length;
  }
  return hashes.sort();
}

/** Whether sorted hashes are among others, each as often. */
function holdsAll(hashes: BigUint64Array, wanted: BigUint64Array): boolean {
  let at = 0;
  for (const hash of wanted) {
    while (at < hashes.length && (hashes[at] ?? 0n) < hash) at++;
    if (hashes[at] !== hash) return false;
    at++;
  }
  return true;
}

/** A copy, since a view of 64-bit words must be aligned. */
function hashesOf(column: SQLOutputValue | undefined): BigUint64Array {
  return new BigUint64Array(new Uint8Array(column instanceof Uint8Array ? column : []).buffer);
}

/** Of ten minutes one half stays, and the other is counted again: the lines of both are known. Needs a transaction. */
export function keepMixedBlock(database: Database, website: number, block: number): void {
  const staged = database.statement('select known from staging.line where site = 0 and block = ?').get(block);
  if (!staged) return;
  const rows = database
    .statement('select lines from main.import_line where website_id = ? and block = ?')
    .all(website, block);
  const all = rows.map(row => hashesOf(row['lines'])).reduce(union, hashesOf(staged['known']));
  database
    .statement('update staging.line set known = ?, changed = 1 where site = 0 and block = ?')
    .run(new Uint8Array(all.buffer), block);
}

/** The same where not every line of the half that stays is staged: they were counted, but are no longer known. */
export function markBlockUncertain(database: Database, website: number, block: number, kept: number): void {
  database
    .statement(
      `update main.import_line set lines = x'',
         doubt_from = min(ifnull(doubt_from, ?3), ?3), doubt_to = max(ifnull(doubt_to, ?4), ?4)
       where website_id = ?1 and block = ?2`,
    )
    .run(website, block, kept, kept + secondsOfHalf - 1);
}

/** Of two sorted lists each hash as often as it is in the one that has it more often. */
function union(one: BigUint64Array, other: BigUint64Array): BigUint64Array {
  const all: bigint[] = [];
  let [a, b] = [0, 0];
  while (a < one.length || b < other.length) {
    const [first, second] = [one[a], other[b]];
    if (second === undefined || (first !== undefined && first <= second)) {
      all.push(first ?? 0n);
      if (first === second) b++;
      a++;
    } else {
      all.push(second);
      b++;
    }
  }
  return BigUint64Array.from(all);
}
