import { type Database, integer } from './Database.ts';
import { statisticCodes } from './counts.ts';

/** Days since 1970-01-01. */
interface DaySpan {
  readonly from: number;
  readonly to: number;
}

/** Every line adds to one of them; lines that were counted before there were statuses only where they are page views. */
const namesOfLines = [statisticCodes.status, statisticCodes.pageviews];

/**
 * The first day of which a website has a line, and the later days before today that none of its sources has a line of. A log
 * of several hosts has lines of a day where any of them has.
 */
export function selectDataDays(
  database: Database,
  website: number,
  today: number,
): { readonly from: number | undefined; readonly gaps: readonly DaySpan[] } {
  const own = new Set(daysOf(database, website));
  if (own.size === 0) return { from: undefined, gaps: [] };
  const from = Math.min(...own);
  const open = new Set<number>();
  for (let day = from; day < today; day++) if (!own.has(day)) open.add(day);
  for (const other of othersInItsLogs(database, website)) {
    if (open.size === 0) break;
    for (const day of open) if (hasLine(database, other, day)) open.delete(day);
  }
  return { from, gaps: spansOf([...open]) };
}

/** Jumps from day to day along the primary key: a day may have very many rows. */
function daysOf(database: Database, website: number): number[] {
  const days = database.statement(
    `with recursive line (day) as (
       select min(day) from stat where website_id = :website and name = :name
       union all
       select (select min(day) from stat where website_id = :website and name = :name and day > line.day)
       from line where line.day is not null)
     select day from line where day is not null`,
  );
  return namesOfLines.flatMap(name => days.all({ website, name }).map(({ day }) => integer(day)));
}

function hasLine(database: Database, website: number, day: number): boolean {
  const found = database.statement(
    'select 1 from stat where website_id = ? and name = ? and day = ? limit 1',
  );
  return namesOfLines.some(name => found.get(website, name, day) !== undefined);
}

/** Of a website with logs of its own none: all others without are the hosts of the same logs. */
function othersInItsLogs(database: Database, website: number): number[] {
  const rows = database
    .statement(
      `select id from website where not exists (select 1 from log_source where website_id = website.id)
       and not exists (select 1 from import_file where website_id = website.id) order by id`,
    )
    .all();
  const hosts = rows.map(({ id }) => integer(id));
  return hosts.includes(website) ? hosts.filter(id => id !== website) : [];
}

function spansOf(days: readonly number[]): DaySpan[] {
  const spans: { from: number; to: number }[] = [];
  for (const day of days) {
    const last = spans.at(-1);
    if (last !== undefined && last.to === day - 1) last.to = day;
    else spans.push({ from: day, to: day });
  }
  return spans;
}
