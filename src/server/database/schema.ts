import { type Database, integer, text } from './Database.ts';
import { PartBuilder } from '#server/database/visit/VisitPart.ts';
import { addPart, fieldCode, type ValueField } from '#server/database/visit/visits.ts';

/** The number of each text of a website, made where it has none. */
function numbersOf(database: Database, website: number): (field: ValueField, value: string) => number {
  const all = new Map<ValueField, Map<string, number>>();
  return (field, value) => {
    if (value === '') return 0;
    const numbers = all.get(field) ?? new Map<string, number>();
    all.set(field, numbers);
    const known = numbers.get(value);
    if (known !== undefined) return known;
    numbers.set(value, numbers.size + 1);
    database
      .statement('insert into main.visit_value (website_id, field, number, text) values (?, ?, ?, ?)')
      .run(website, fieldCode(field), numbers.size, value);
    return numbers.size;
  };
}

const nothing = { browser: 0, os: 0, device: 0, country: 0, continent: 0, language: 0 };

/** Sessions of an older Sitedeck, a row each, become parts without detail. */
function convertVisits(database: Database): void {
  const readDay = Math.floor(Date.now() / 86_400_000);
  const rows = database.statement('select * from visit order by website_id, day, visitor, started').iterate();
  let builder = new PartBuilder();
  let [website, day] = [NaN, NaN];
  let numberOf = numbersOf(database, website);
  const end = (): void => {
    if (Number.isNaN(day)) return;
    addPart(database, { schema: 'main', id: website }, { day, readDay, part: builder.part(false) });
    builder = new PartBuilder();
  };
  for (const row of rows) {
    const [ofWebsite, ofDay] = [integer(row['website_id']), integer(row['day'])];
    if (ofWebsite !== website || ofDay !== day) end();
    if (ofWebsite !== website) numberOf = numbersOf(database, ofWebsite);
    [website, day] = [ofWebsite, ofDay];
    const started = integer(row['started']);
    const visitor = row['visitor'];
    builder.addSession(
      Buffer.from(visitor instanceof Uint8Array ? visitor : []).toString('latin1'),
      {
        started: started - day * 86_400,
        seconds: integer(row['ended']) - started,
        hour: integer(row['hour']),
        rank: integer(row['rank']),
        landing_page: numberOf('page', text(row['landing_page'])),
        referrer: numberOf('referrer', text(row['referrer'])),
        campaign: numberOf('campaign', text(row['campaign'])),
        exit_page: 0,
        views: 0,
        utm_source: 0,
        utm_medium: 0,
        utm_term: 0,
        utm_content: 0,
      },
      nothing,
    );
  }
  end();
  database.execute('drop table visit');
}

/**
 * The schema, one step a version: step n brings a file from user_version n to n + 1. A published step is never edited.
 * Days are days since 1970-01-01; names are `statisticCodes` of counts.ts, so that a row stays small and the top
 * rows of one statistic over a period are a single range of the primary key.
 */
export const migrations: readonly string[] = [
  `create table website (
     id integer primary key autoincrement,
     domain text not null unique collate nocase,
     privacy integer not null,
     password_hash text,
     email integer not null,
     exclude_bots integer not null,
     exclude_params text,
     exclude_ips text,
     created_at text not null
   ) strict;

   create table stat (
     website_id integer not null references website (id) on delete cascade,
     name integer not null,
     day integer not null,
     value text not null,
     count integer not null,
     primary key (website_id, name, day, value)
   ) strict, without rowid;

   -- Who was already counted: one row a site, day and visitor (a keyed hash, never an address).
   create table visit (
     website_id integer not null references website (id) on delete cascade,
     day integer not null,
     visitor blob not null,
     primary key (website_id, day, visitor)
   ) strict, without rowid;

   -- When the demo was begun; no row in a file without the demo.
   create table demo (
     id integer primary key check (id = 1),
     begun_day integer not null
   ) strict;

   -- Which websites are the demo's own, by their name in demo/sites.ts, and up to which day their statistics reach.
   -- Of that day only the morning is there; null before the first statistics.
   create table demo_website (
     website_id integer primary key references website (id) on delete cascade,
     site text not null unique,
     through_day integer
   ) strict;`,

  // Nothing has written the first table of visits.
  `drop table visit;

   -- Who was already counted: one row a session of a visitor's day (a keyed hash, never an address). It keeps what the
   -- session was counted as, so that page views imported later can join it, begin it earlier, or join two.
   create table visit (
     website_id integer not null references website (id) on delete cascade,
     day integer not null,
     visitor blob not null,
     -- Seconds since 1970 of the first and the last page view.
     started integer not null,
     ended integer not null,
     hour integer not null,
     rank integer not null,
     landing_page text not null,
     referrer text not null,
     campaign text not null,
     primary key (website_id, day, visitor, started)
   ) strict, without rowid;

   -- What visitors are hashed with: random, made with the first import.
   create table import_key (
     id integer primary key check (id = 1),
     key text not null
   ) strict;

   -- The logs that were imported, known by their content: its length in bytes, its hash, and hashes of its start.
   create table import_file (
     id integer primary key autoincrement,
     website_id integer not null references website (id) on delete cascade,
     length integer not null,
     hash text not null,
     marks text not null
   ) strict;
   create index import_file_of_website on import_file (website_id);`,

  `-- The lines that were counted, or looked at and left out: for each ten minutes of UTC the sorted 64-bit hashes of the
   -- lines, eight bytes each, a line that is there twice twice. Sources (servers) with names of their own have their own.
   create table import_line (
     website_id integer not null references website (id) on delete cascade,
     source text not null,
     -- In tens of minutes since 1970.
     block integer not null,
     -- The day on which lines were last added.
     read_day integer not null,
     -- Seconds since 1970: a line of this time that is not among these may have been counted all the same.
     doubt_from integer,
     doubt_to integer,
     lines blob not null,
     primary key (website_id, source, block)
   ) strict;

   -- What was counted before lines were known: every page view lies in a session.
   insert into import_line (website_id, source, block, read_day, doubt_from, doubt_to, lines)
   with recursive part (website_id, block, last, started, ended) as (
     select website_id, started / 600, ended / 600, started, ended from visit
     union all
     select website_id, block + 1, last, (block + 1) * 600, ended from part where block < last
   )
   select website_id, '', block, 0, min(started), max(min(ended, block * 600 + 599)), x''
   from part group by website_id, block;

   alter table import_file add column source text not null default '';

   -- The lines that a log had in its last minutes, where it is read on when it has grown.
   create table import_file_line (
     file_id integer not null references import_file (id) on delete cascade,
     block integer not null,
     lines blob not null,
     primary key (file_id, block)
   ) strict;`,

  `-- The logs that are read by themselves whenever they grow.
   create table log_source (
     id integer primary key autoincrement,
     -- Null: each host in the logs is a website.
     website_id integer references website (id) on delete cascade,
     pattern text not null,
     -- How its lines are read, in JSON.
     options text not null,
     added_at text not null
   ) strict;
   create unique index log_source_once on log_source (ifnull(website_id, 0), pattern);

   -- A file of them, and how far it was read. It is found again by its identity and by what it holds.
   create table log_file (
     id integer primary key autoincrement,
     source_id integer not null references log_source (id) on delete cascade,
     path text not null,
     -- The path it had while it was written, once it has another one; empty before.
     former_path text not null,
     -- Device and inode.
     identity text not null,
     -- Size and time of change (nanoseconds) when it was last looked at; a size of -1 where more is to be read.
     size integer not null,
     modified text not null,
     -- Bytes of the log that were read, uncompressed, and the hashes of the first and the last of them.
     length integer not null,
     head text not null,
     tail text not null,
     -- Seconds since 1970 of its last line; null before the first one.
     last_time integer,
     read_day integer not null
   ) strict;
   create index log_file_of_source on log_file (source_id);

   -- The lines that it had in its last minutes, of each website.
   create table log_file_line (
     file_id integer not null references log_file (id) on delete cascade,
     website_id integer not null,
     block integer not null,
     lines blob not null,
     primary key (file_id, website_id, block)
   ) strict;

   -- Who follows the logs; a row of a process that no longer holds the lock says nothing.
   create table log_follower (
     id integer primary key check (id = 1),
     process integer not null,
     name text not null
   ) strict;`,

  // The last "#Fields:" line of what was read, which the lines behind it need; null where there was none.
  'alter table log_file add column directive text',

  // 1 for a host of logs that has too few page views to be a website: it is counted, and nobody sees it.
  'alter table website add column waiting integer not null default 0',

  // The hour of through_day up to which there are statistics, 0 to 24.
  'alter table demo_website add column through_hour integer not null default 12',

  `-- Sums of stat over whole weeks, so that a period of months reads a row a week in place of seven. Week 1 begins on
   -- Monday, day 4.
   create table week_sum (
     website_id integer not null references website (id) on delete cascade,
     name integer not null,
     week integer not null,
     value text not null,
     count integer not null,
     primary key (website_id, name, week, value)
   ) strict, without rowid;

   -- The weeks of which these sums are right. The others are read from stat.
   create table summed_week (
     website_id integer not null references website (id) on delete cascade,
     week integer not null,
     primary key (website_id, week)
   ) strict, without rowid;`,

  `-- The zone whose days and hours the lines of logs are counted in; no row before the first use.
   create table log_zone (
     id integer primary key check (id = 1),
     time_zone text not null
   ) strict;

   -- How lines of earlier times were counted, where that is not as lines are counted now.
   create table former_count (
     website_id integer not null references website (id) on delete cascade,
     -- Seconds since 1970: of the lines before this time, and after that of the row before.
     until integer not null,
     -- Null: that of log_zone.
     time_zone text,
     -- Of the rules they were counted by (rulesVersion).
     rules integer not null,
     primary key (website_id, until)
   ) strict, without rowid;

   insert into former_count (website_id, until, time_zone, rules)
   select website_id, (max(day) + 1) * 86400, null, 1 from stat
   where name = 2 and exists (select 1 from import_key) group by website_id;`,

  // In JSON: where nearly all page views are from one address, how many and, of a private network, the address.
  'alter table log_source add column proxy text',

  `-- The sessions and page views of days counted from logs, packed in columns (VisitPart.ts).
   create table visit_part (
     website_id integer not null references website (id) on delete cascade,
     day integer not null,
     -- A later one replaces what earlier ones say of its visitors.
     part integer not null,
     kind integer not null,
     -- The day on which lines were last added.
     read_day integer not null,
     -- Not without rowid: a search would read all of every blob that it passes.
     data blob not null,
     primary key (website_id, day, part, kind)
   ) strict;

   -- The texts that numbers in them stand for.
   create table visit_value (
     website_id integer not null references website (id) on delete cascade,
     field integer not null,
     number integer not null,
     text text not null,
     primary key (website_id, field, number)
   ) strict, without rowid;
   create unique index visit_value_of_text on visit_value (website_id, field, text);

   -- For how many months more is kept of a session than what joins late lines; no row where nobody has said so.
   create table log_keep (
     id integer primary key check (id = 1),
     months integer not null
   ) strict;`,

  `-- How long the server took for page views of a day: how many took each step of time for each page, packed in columns
   -- (ResponseTimes.ts). Pages are numbers of visit_value.
   create table response_time (
     website_id integer not null references website (id) on delete cascade,
     day integer not null,
     data blob not null,
     primary key (website_id, day)
   ) strict;

   -- Lines that were counted before bytes, downloads and times were.
   insert into former_count (website_id, until, time_zone, rules)
   select id, until, null, 2 from (
     select website_id as id, ifnull(
       (select max(block) + 1 from import_line where import_line.website_id = stat.website_id) * 600,
       (max(day) + 1) * 86400) as until
     from stat where name = 2 group by website_id)
   where exists (select 1 from import_key)
     and until > ifnull((select max(until) from former_count where website_id = id), 0);`,
];

/** What is done behind a step that SQL alone cannot do, by the place of the step. */
export const conversions: ReadonlyMap<number, (database: Database) => void> = new Map([[10, convertVisits]]);

/** Marks a file as ours (SQLite's application_id): "SDCK". */
export const applicationId = 0x53_44_43_4b;
