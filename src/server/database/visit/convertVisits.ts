import { type Database, integer, text } from '#server/database/Database.ts';
import { PartBuilder } from './VisitPart.ts';
import { addPart, fieldCode, type ValueField } from './visits.ts';

/** Numbers of texts, as they come. */
class Values {
  readonly #database: Database;
  readonly #website: number;
  readonly #numbers = new Map<ValueField, Map<string, number>>();

  constructor(database: Database, website: number) {
    this.#database = database;
    this.#website = website;
  }

  numberOf(field: ValueField, value: string): number {
    if (value === '') return 0;
    const numbers = this.#numbers.get(field) ?? new Map<string, number>();
    this.#numbers.set(field, numbers);
    const known = numbers.get(value);
    if (known !== undefined) return known;
    numbers.set(value, numbers.size + 1);
    this.#database
      .statement('insert into main.visit_value (website_id, field, number, text) values (?, ?, ?, ?)')
      .run(this.#website, fieldCode(field), numbers.size, value);
    return numbers.size;
  }
}

const nothing = { browser: 0, os: 0, device: 0, country: 0, continent: 0, language: 0 };

/** Sessions of an older Sitedeck, a row each, become parts without detail. */
export function convertVisits(database: Database): void {
  const readDay = Math.floor(Date.now() / 86_400_000);
  const rows = database.statement('select * from visit order by website_id, day, visitor, started').iterate();
  let builder = new PartBuilder();
  let [website, day] = [NaN, NaN];
  let values = new Values(database, website);
  const end = (): void => {
    if (Number.isNaN(day)) return;
    addPart(database, { schema: 'main', id: website }, { day, readDay, part: builder.part(false) });
    builder = new PartBuilder();
  };
  for (const row of rows) {
    const [ofWebsite, ofDay] = [integer(row['website_id']), integer(row['day'])];
    if (ofWebsite !== website || ofDay !== day) end();
    if (ofWebsite !== website) values = new Values(database, ofWebsite);
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
        landing_page: values.numberOf('page', text(row['landing_page'])),
        referrer: values.numberOf('referrer', text(row['referrer'])),
        campaign: values.numberOf('campaign', text(row['campaign'])),
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
