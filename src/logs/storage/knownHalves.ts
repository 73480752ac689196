import type { SQLOutputValue } from 'node:sqlite';
import { type Database, integer } from '#server/database/Database.ts';
import { secondsOfBlock } from './knownLines.ts';

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

/** What is known of the lines of a website, of all its sources, beside what is staged of it. */
export function selectKnownHalves(database: Database, website: number): Halves {
  const rows = database
    .statement(
      'select block, lines, doubt_from, doubt_to from main.import_line where website_id = ? order by block',
    )
    .iterate(website);
  const staged = database.statement('select known from staging.line where site = 0 and block = ?');
  const known: number[] = [];
  const unheld: number[] = [];
  let lines: BigUint64Array[] = [];
  const end = (): void => {
    const block = known.at(-1);
    // Sources with names of their own count the same line each.
    if (block !== undefined && !holdsAll(hashesOf(staged.get(block)?.['known']), joined(lines)))
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

/**
 * Of ten minutes one half stays as it is, and the other is counted again: known are the lines of both. Needs a transaction, before
 * what is staged is merged.
 */
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
export function doubtMixedBlock(database: Database, website: number, block: number, kept: number): void {
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
