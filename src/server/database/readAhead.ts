import type { StatisticRow } from '#model/statistics/statistics.ts';
import { integer } from './columns.ts';
import type { Database } from './Database.ts';

/** Rows of an answer, and how many there are in all. */
export interface SelectedRows {
  readonly rows: StatisticRow[];
  readonly total: number;
}

/** Rows from a place on, as they were at one version of the file. */
interface Stretch extends SelectedRows {
  readonly version: string;
  readonly offset: number;
}

/** Rows read for the pages that follow: sorting all of them once costs as much as for one page. */
const rowsAhead = 10_000;
/** Characters of their values that are kept, of each question and so of all. */
const mostCharacters = 2_000_000;
/** Questions whose pages may be asked for in turn: several statistics beside those they are compared with. */
const mostQuestions = 8;

const kept = new WeakMap<Database, Map<string, Stretch>>();

/**
 * A page of the rows of a question, which `key` names. A page behind the first is taken from what was read ahead, as
 * long as nobody has written to the file since. `select` reads so many rows from a place on.
 */
export function pageOf(
  database: Database,
  key: string,
  { offset, limit }: { readonly offset: number; readonly limit: number },
  select: (limit: number, offset: number) => SelectedRows,
): SelectedRows {
  // Most questions are asked for their first page alone.
  if (offset === 0) return select(limit, offset);
  const questions = kept.get(database) ?? new Map<string, Stretch>();
  kept.set(database, questions);
  const version = versionOf(database);
  const known = questions.get(key);
  const stretch =
    known?.version === version && holds(known, offset, limit)
      ? known
      : { ...bounded(select(rowsAhead, offset), limit), version, offset };
  questions.delete(key);
  questions.set(key, stretch);
  const [oldest] = questions.keys();
  if (questions.size > mostQuestions && oldest !== undefined) questions.delete(oldest);
  const from = offset - stretch.offset;
  return { rows: stretch.rows.slice(from, from + limit), total: stretch.total };
}

function holds({ offset: from, rows, total }: Stretch, offset: number, limit: number): boolean {
  return offset >= from && Math.min(offset + limit, total) <= from + rows.length;
}

/** At least one page, then as many rows as there are characters for. */
function bounded({ rows, total }: SelectedRows, page: number): SelectedRows {
  let characters = 0;
  const end = rows.findIndex(({ value }, at) => (characters += value.length) > mostCharacters && at >= page);
  return { rows: end === -1 ? rows : rows.slice(0, end), total };
}

/** Another text after every write, by this connection or another one. */
function versionOf(database: Database): string {
  const row = database
    .statement('select total_changes() as own, data_version as others from pragma_data_version')
    .get();
  return `${integer(row?.own)} ${integer(row?.others)}`;
}
