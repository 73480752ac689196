import { secondsOfDay } from '#model/period/day.ts';
import { utmNames } from '#model/statistics/statistics.ts';
import { release } from '#server/database/columns.ts';
import { type Days, statisticCodes } from '#server/database/counts.ts';
import { type Database, integer, text } from '#server/database/Database.ts';
import { mergedParts, partKinds, VisitPart } from './VisitPart.ts';

/** Texts of each of these have numbers of their own. Never reorder: parts in files have the numbers. */
export const valueFields = [
  /** Landing pages and exit pages too. */
  'page',
  'referrer',
  'campaign',
  'browser',
  'os',
  'device',
  'country',
  'continent',
  'language',
  ...utmNames,
] as const;
export type ValueField = (typeof valueFields)[number];

export function fieldCode(field: ValueField): number {
  return valueFields.indexOf(field) + 1;
}

/** Whose parts: of a website, or staged of a website by the number it has there. */
export interface PartsOwner {
  readonly schema: 'main' | 'staging';
  readonly id: number;
}

interface StoredPart {
  readonly number: number;
  /** Packed. */
  readonly bytes: number;
  readonly hasDetail: boolean;
}

/** The parts of a day, the earliest first. */
export function selectParts(database: Database, { schema, id }: PartsOwner, day: number): StoredPart[] {
  return database
    .statement(
      `select part, sum(length(data)) as bytes, max(kind) as kind from ${schema}.visit_part
       where website_id = ? and day = ? group by part order by part`,
    )
    .all(id, day)
    .map(row => ({
      number: integer(row['part']),
      bytes: integer(row['bytes']),
      hasDetail: integer(row['kind']) === partKinds.views,
    }));
}

/** @param last the last kind that is read: of `partKinds.sessions` nothing of its detail is */
export function readPart(
  database: Database,
  { schema, id }: PartsOwner,
  day: number,
  { number }: StoredPart,
  last: number = partKinds.views,
): VisitPart {
  const rows = database
    .statement(
      `select kind, data from ${schema}.visit_part where website_id = ? and day = ? and part = ? and kind <= ?`,
    )
    .all(id, day, number, last);
  return VisitPart.unpack(new Map(rows.map(row => [integer(row['kind']), bytesOf(row['data'])])));
}

function bytesOf(column: unknown): Uint8Array {
  return column instanceof Uint8Array ? column : new Uint8Array();
}

/** A part with more bytes stays as it is. */
const maxMerged = 8_000_000;

/**
 * Adds a part, which is not used any more, behind those of the day; smaller ones before it are joined with it, so that a day that
 * grows all the time has few.
 * @param readDay the day on which its lines were read
 */
export function addPart(
  database: Database,
  owner: PartsOwner,
  { day, readDay, part }: { readonly day: number; readonly readDay: number; readonly part: VisitPart },
): void {
  const { schema, id } = owner;
  const before = selectParts(database, owner, day);
  const remove = database.statement(
    `delete from ${schema}.visit_part where website_id = ? and day = ? and part = ?`,
  );
  let merged = part;
  let packed = merged.pack();
  let last = before.pop();
  for (; last; last = before.pop()) {
    const bytes = [...packed.values()].reduce((sum, { length }) => sum + length, 0);
    // A day has its detail as a whole or not at all.
    const isAlike = last.hasDetail === (merged.detail !== undefined);
    if (isAlike && (last.bytes > bytes * 2 || last.bytes + bytes > maxMerged)) break;
    const earlier = readPart(database, owner, day, last);
    const both = mergedParts(earlier, merged);
    earlier.release();
    merged.release();
    merged = both;
    packed = merged.pack();
    remove.run(id, day, last.number);
  }
  const insert = database.statement(
    `insert into ${schema}.visit_part (website_id, day, part, kind, read_day, data) values (?, ?, ?, ?, ?, ?)`,
  );
  for (const [kind, data] of packed) insert.run(id, day, (last?.number ?? 0) + 1, kind, readDay, data);
  for (const data of packed.values()) release(data);
  merged.release();
  if (merged.detail === undefined)
    database
      .statement(`delete from ${schema}.visit_part where website_id = ? and day = ? and kind > ?`)
      .run(id, day, partKinds.sessions);
}

export function selectVisitDays(database: Database, { schema, id }: PartsOwner): number[] {
  return database
    .statement(`select distinct day from ${schema}.visit_part where website_id = ? order by day`)
    .all(id)
    .map(row => integer(row['day']));
}

export function selectDetailDays(database: Database, website: number, { from, to }: Days): number[] {
  return database
    .statement(
      `select distinct day from main.visit_part
       where website_id = ? and day between ? and ? and kind = ? order by day`,
    )
    .all(website, from, to, partKinds.views)
    .map(row => integer(row['day']));
}

/** After the last day with page views that has no detail. Undefined where all days have it. */
export function detailReach(database: Database, website: number, today: number): number | undefined {
  const row = database
    .statement(
      `select day from main.stat where website_id = :website and name = :name and day <= :today
         and not exists (select 1 from main.visit_part
           where website_id = :website and day = stat.day and kind = :kind)
       order by day desc limit 1`,
    )
    .get({ website, name: statisticCodes.pageviews, today, kind: partKinds.views });
  return row && integer(row['day']) + 1;
}

export function deleteVisits(database: Database, id: number, day: number): void {
  database.statement('delete from main.visit_part where website_id = ? and day = ?').run(id, day);
}

/** What joins late lines stays for as many days after lines of its day were read. */
const daysOfSessions = 400;

/** Forgets what is not kept any more. Needs a transaction. */
export function forgetOldVisits(
  database: Database,
  website: number,
  { today, detailFrom }: { readonly today: number; readonly detailFrom: number },
): void {
  database
    .statement('delete from main.visit_part where website_id = ? and day < ? and kind > ?')
    .run(website, detailFrom, partKinds.sessions);
  const last = today - daysOfSessions;
  database
    .statement(
      `delete from main.visit_part where website_id = ?1 and day < ?2 and day not in (
         select day from main.visit_part where website_id = ?1 and day < ?2 and read_day >= ?2)`,
    )
    .run(website, last);
}

/** When the sessions of a website were, in seconds since 1970, and in which day they were counted. */
export function* sessionTimes(
  database: Database,
  website: number,
): Generator<{ readonly day: number; readonly started: number; readonly ended: number }, void, void> {
  const rows = database
    .statement('select day, data from main.visit_part where website_id = ? and kind = ? order by day, part')
    .iterate(website, partKinds.sessions);
  for (const row of rows) {
    const day = integer(row['day']);
    const { sessions, length } = VisitPart.unpack(new Map([[partKinds.sessions, bytesOf(row['data'])]]));
    const [starts, seconds] = [sessions.get('started'), sessions.get('seconds')];
    for (let session = 0; session < length; session++) {
      const started = day * secondsOfDay + (starts[session] ?? 0);
      yield { day, started, ended: started + (seconds[session] ?? 0) };
    }
  }
}

/** The text of a number; empty for 0. */
export function valueText(database: Database, website: number, field: ValueField, number: number): string {
  if (number === 0) return '';
  const row = database
    .statement('select text from main.visit_value where website_id = ? and field = ? and number = ?')
    .get(website, fieldCode(field), number);
  return text(row?.['text']);
}

/** Undefined where the text has none. */
export function valueNumber(
  database: Database,
  website: number,
  field: ValueField,
  value: string,
): number | undefined {
  if (value === '') return 0;
  const row = database
    .statement('select number from main.visit_value where website_id = ? and field = ? and text = ?')
    .get(website, fieldCode(field), value);
  return row && integer(row['number']);
}

/** The largest number that a field has; 0 for none. */
export function lastValue(database: Database, website: number, field: ValueField): number {
  const row = database
    .statement('select max(number) as last from main.visit_value where website_id = ? and field = ?')
    .get(website, fieldCode(field));
  return integer(row?.['last']);
}
