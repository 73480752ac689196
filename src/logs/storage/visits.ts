import { utmNames } from '#model/statistics/statistics.ts';
import { addMonths, dayNumber, dayOfNumber, secondsOfDay } from '#model/period/day.ts';
import { type Database, integer, RowInsertion, text } from '#server/database/Database.ts';
import { type AboutColumn, PartBuilder, VisitPart } from '#server/database/visit/VisitPart.ts';
import {
  addPart,
  fieldCode,
  forgetOldVisits,
  lastValue,
  type PartsOwner,
  readPart,
  selectParts,
  selectVisitDays,
  type ValueField,
  valueFields,
  valueNumber,
  valueText,
} from '#server/database/visit/visits.ts';
import { changedMeanwhile } from './targets.ts';

/** Views of a visitor on one day with no pause of more than half an hour between them. */
export interface Session {
  /** Seconds since 1970 of the first view and of the last. */
  readonly started: number;
  readonly ended: number;
  /** Of the first view: the hour of the day, 0 to 23. */
  readonly hour: number;
  /** The order within a second: 0 with a referrer or campaign, 1 direct, 2 from a page of the website itself. */
  readonly rank: number;
  readonly page: string;
  /** A host; empty for none and for the website itself. */
  readonly referrer: string;
  readonly campaign: string;
  /** The other parameters of a campaign, a line each (utmNames); empty without any. */
  readonly utm: string;
  /** Of the first view; undefined where it was counted before this was kept, or is not kept any more. */
  readonly language: string | undefined;
  /** The page of the last view; empty where it is not known. */
  readonly exit: string;
  /** How many; 0 where it is not known. */
  readonly views: number;
}

/** What a visitor's agent and address tell: numbers of texts. */
export type AboutVisitor = Readonly<Record<Exclude<AboutColumn, 'language'>, number>>;

export interface KnownView {
  /** Seconds since 1970. */
  readonly time: number;
  readonly hour: number;
  /** The number of its text. */
  readonly page: number;
}

export interface KnownVisitor {
  readonly sessions: readonly Session[];
  readonly about: AboutVisitor | undefined;
  /** Of all sessions; none where they are not kept. */
  readonly views: readonly KnownView[];
}

export const stagedVisits = `
  create table staging.visit_part (
    website_id integer, day integer, part integer, kind integer, read_day integer, data blob,
    primary key (website_id, day, part, kind));
  create table staging.visit_value (site integer, field integer, number integer, text text);`;

/** Numbers of a website's texts. A new one gets the next number, stored with what was counted: nobody else gives any meanwhile. */
export class SiteValues {
  readonly #database: Database;
  readonly #site: number;
  readonly #website: number | undefined;
  /** Looked up in the staged texts in place of it: +13 % for an import of 20,000 diverse lines (21 runs in turn). */
  readonly #numbers = new Map<ValueField, Map<string, number>>();
  readonly #stored = new Map<ValueField, number>();
  readonly #last = new Map<ValueField, number>();
  readonly #insertion: RowInsertion<[number, number, number, string]>;
  /** Whether staged texts may be missing in memory. */
  #isForgotten = false;

  /** @param website the one whose numbers are stored; undefined for one that is still to be created */
  constructor(database: Database, site: number, website: number | undefined) {
    this.#database = database;
    this.#site = site;
    this.#website = website;
    const columns = ['site', 'field', 'number', 'text'];
    this.#insertion = new RowInsertion(database, { table: 'staging.visit_value', columns });
    for (const field of valueFields) {
      const last = website === undefined ? 0 : lastValue(database, website, field);
      this.#stored.set(field, last);
      this.#last.set(field, last);
    }
  }

  numberOf(field: ValueField, value: string): number {
    if (value === '') return 0;
    let numbers = this.#numbers.get(field);
    if (!numbers) this.#numbers.set(field, (numbers = new Map()));
    const known = numbers.get(value) ?? this.#find(field, value) ?? this.#give(field, value);
    numbers.set(value, known);
    return known;
  }

  textOf(field: ValueField, number: number): string {
    if (number <= (this.#stored.get(field) ?? 0))
      return valueText(this.#database, this.#website ?? 0, field, number);
    const row = this.#database
      .statement('select text from staging.visit_value where site = ? and field = ? and number = ?')
      .get(this.#site, fieldCode(field), number);
    return text(row?.['text']);
  }

  /** Stages those that were given. */
  flush(): void {
    this.#insertion.end();
  }

  /** Holds no text any more. */
  forget(): void {
    this.flush();
    this.#isForgotten = true;
    this.#numbers.clear();
  }

  /** Stores them for the website. Needs a transaction. */
  store(website: number): void {
    for (const field of valueFields)
      if (lastValue(this.#database, website, field) !== this.#stored.get(field)) throw changedMeanwhile();
    this.#database
      .statement(
        `insert into main.visit_value (website_id, field, number, text)
         select ?, field, number, text from staging.visit_value where site = ? order by field, number`,
      )
      .run(website, this.#site);
  }

  #find(field: ValueField, value: string): number | undefined {
    const stored = this.#stored.get(field) === 0 ? undefined : this.#findStored(field, value);
    return stored ?? (this.#isForgotten ? this.#findStaged(field, value) : undefined);
  }

  #findStored(field: ValueField, value: string): number | undefined {
    return this.#website === undefined ? undefined : valueNumber(this.#database, this.#website, field, value);
  }

  #findStaged(field: ValueField, value: string): number | undefined {
    this.#database
      .statement('create index if not exists staging.visit_value_of_text on visit_value (text, field, site)')
      .run();
    this.flush();
    const row = this.#database
      .statement('select number from staging.visit_value where text = ? and field = ? and site = ?')
      .get(value, fieldCode(field), this.#site);
    return row && integer(row['number']);
  }

  #give(field: ValueField, value: string): number {
    const number = (this.#last.get(field) ?? 0) + 1;
    this.#last.set(field, number);
    this.#insertion.add(this.#site, fieldCode(field), number, value);
    return number;
  }
}

export class KnownDay {
  readonly #day: number;
  readonly #values: SiteValues;
  /** The latest first. */
  readonly #parts: readonly VisitPart[];

  /** @param owners whose parts there may be: what stands in the first one replaces what stands in the next */
  constructor(database: Database, owners: readonly PartsOwner[], day: number, values: SiteValues) {
    this.#day = day;
    this.#values = values;
    this.#parts = owners.flatMap(owner =>
      selectParts(database, owner, day)
        .toReversed()
        .map(part => readPart(database, owner, day, part)),
    );
    if (this.#parts.length > 0) values.flush();
  }

  /** Whether there is nothing of this day that lacks its detail. */
  get isWhole(): boolean {
    return this.#parts.every(({ detail }) => detail !== undefined);
  }

  /** It is not used any more. */
  release(): void {
    for (const part of this.#parts) part.release();
  }

  /** @param visitor as Latin-1 */
  find(visitor: string): KnownVisitor | undefined {
    for (const part of this.#parts) {
      const [from, to] = part.find(visitor);
      if (from < to) return this.#read(part, from, to);
    }
    return undefined;
  }

  #read({ sessions, detail, viewStarts }: VisitPart, from: number, to: number): KnownVisitor {
    const values = this.#values;
    const known: Session[] = [];
    const views: KnownView[] = [];
    for (let at = from; at < to; at++) {
      const numberOf = sessions.row(at);
      const started = this.#day * secondsOfDay + numberOf('started');
      known.push({
        started,
        ended: started + numberOf('seconds'),
        hour: numberOf('hour'),
        rank: numberOf('rank'),
        page: values.textOf('page', numberOf('landing_page')),
        referrer: values.textOf('referrer', numberOf('referrer')),
        campaign: values.textOf('campaign', numberOf('campaign')),
        utm: utmOf(numberOf, values),
        language: detail && values.textOf('language', detail.about.row(at)('language')),
        exit: values.textOf('page', numberOf('exit_page')),
        views: numberOf('views'),
      });
      if (!detail) continue;
      for (let view = viewStarts[at] ?? 0; view < (viewStarts[at + 1] ?? 0); view++) {
        const ofView = detail.views.row(view);
        views.push({ time: started + ofView('second'), hour: ofView('hour'), page: ofView('page') });
      }
    }
    return { sessions: known, about: detail && aboutOf(detail.about.row(from)), views };
  }
}

function utmOf(numberOf: (name: (typeof utmNames)[number]) => number, values: SiteValues): string {
  if (utmNames.every(name => numberOf(name) === 0)) return '';
  return utmNames.map(name => values.textOf(name, numberOf(name))).join('\n');
}

function aboutOf(numberOf: (name: AboutColumn) => number): AboutVisitor {
  return {
    browser: numberOf('browser'),
    os: numberOf('os'),
    device: numberOf('device'),
    country: numberOf('country'),
    continent: numberOf('continent'),
  };
}

/** Puts the visitors of a day together that were counted, in their order, to be staged. */
export class StagedDay {
  readonly #day: number;
  readonly #values: SiteValues;
  readonly #builder = new PartBuilder();

  constructor(day: number, values: SiteValues) {
    this.#day = day;
    this.#values = values;
  }

  /** @param pageViews those of the session, in the order of time; their times are seconds since the start of the day */
  addSession(visitor: string, session: Session, about: AboutVisitor, pageViews: readonly KnownView[]): void {
    const values = this.#values;
    const { ended, hour, rank, page, referrer, campaign, utm } = session;
    const started = session.started - this.#day * secondsOfDay;
    const { language = '', exit, views } = session;
    const [source = '', medium = '', term = '', content = ''] = utm.split('\n');
    this.#builder.addSession(
      visitor,
      {
        started,
        seconds: ended - session.started,
        hour,
        rank,
        landing_page: values.numberOf('page', page),
        referrer: values.numberOf('referrer', referrer),
        campaign: values.numberOf('campaign', campaign),
        exit_page: values.numberOf('page', exit),
        views,
        utm_source: values.numberOf('utm_source', source),
        utm_medium: values.numberOf('utm_medium', medium),
        utm_term: values.numberOf('utm_term', term),
        utm_content: values.numberOf('utm_content', content),
      },
      { ...about, language: values.numberOf('language', language) },
    );
    for (const view of pageViews)
      this.#builder.addView({ second: view.time - started, hour: view.hour, page: view.page });
  }

  stage(database: Database, site: number, hasDetail: boolean): void {
    const part = this.#builder.part(hasDetail);
    this.#values.flush();
    addPart(database, { schema: 'staging', id: site }, { day: this.#day, readDay: 0, part });
  }
}

const monthsByDefault = 13;

/** The first day of which all detail is kept. */
function detailFrom(database: Database, today: number): number {
  const row = database.statement('select months from main.log_keep').get();
  const months = row ? integer(row['months']) : monthsByDefault;
  return dayNumber(addMonths(dayOfNumber(today), -months));
}

/** From now on the detail of visits is kept for so many months; what is older is forgotten. Needs a transaction. */
export function keepMonths(database: Database, months: number, today: number): void {
  database
    .statement(
      'insert into main.log_keep (id, months) values (1, ?) on conflict do update set months = excluded.months',
    )
    .run(months);
  const from = detailFrom(database, today);
  for (const row of database.statement('select distinct website_id as id from main.visit_part').all())
    forgetOldVisits(database, integer(row['id']), { today, detailFrom: from });
}

/** Adds the staged sessions of a site to those of a website, and forgets old ones. Needs a transaction. */
export function mergeVisits(
  database: Database,
  { site, website, today }: { site: number; website: number; today: number },
): void {
  const from = detailFrom(database, today);
  const staged = { schema: 'staging', id: site } as const;
  const stored = { schema: 'main', id: website } as const;
  const copy = database.statement(
    `insert into main.visit_part (website_id, day, part, kind, read_day, data)
     select ?, day, part, kind, ?, data from staging.visit_part where website_id = ? and day = ?`,
  );
  for (const day of selectVisitDays(database, staged)) {
    const before = selectParts(database, stored, day);
    if (before.length === 0 && day >= from) {
      copy.run(website, today, site, day);
      continue;
    }
    const isWhole = day >= from && before.every(({ hasDetail }) => hasDetail);
    for (const each of selectParts(database, staged, day)) {
      const read = readPart(database, staged, day, each);
      const part = isWhole ? read : new VisitPart(read.visitors, read.sessions, undefined);
      addPart(database, stored, { day, readDay: today, part });
    }
  }
  forgetOldVisits(database, website, { today, detailFrom: from });
}
