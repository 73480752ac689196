import { hourOf, secondsOfDay } from '#model/period/day.ts';
import { hourValue } from '#model/period/format.ts';
import { asksForSessions, type Filter, type FilterField, isMet } from '#model/service/filter.ts';
import { referrerGroup, referrerGroups } from '#model/statistics/values.ts';
import { contains, type Database, integer, text } from '#server/database/Database.ts';
import { partKinds, type VisitPart } from '#server/database/visit/VisitPart.ts';
import {
  detailReach,
  fieldCode,
  lastValue,
  readPart,
  selectDetailDays,
  selectParts,
  type ValueField,
  valueFields,
  valueNumber,
  valueText,
} from '#server/database/visit/visits.ts';
import { fieldOf, isIn, sessionColumn, valueStatistic, type Visits, weekdayOf } from './filtered.ts';

/** The visits of a website as they stand in the file: those counted from logs. */
export function storedVisits(database: Database, website: number): Visits {
  const partsOf = (day: number, last?: number) =>
    selectParts(database, owner, day).map(part => readPart(database, owner, day, part, last));
  const owner = { schema: 'main', id: website } as const;
  return {
    last: field => (isIn(valueFields, field) ? lastValue(database, website, field) : 0),
    number: (field, value) =>
      isIn(valueFields, field) ? valueNumber(database, website, field, value) : undefined,
    *containing(field, value) {
      return isIn(valueFields, field) ? yield* numbersContaining(database, { website, field }, value) : [];
    },
    groups: () => groupsOf(database, website),
    reach: today => detailReach(database, website, today),
    days: period => selectDetailDays(database, website, period),
    parts: day => partsOf(day),
    sessions: day => partsOf(day, partKinds.sessions),
  };
}

function groupsOf(database: Database, website: number): Uint8Array {
  const groups = new Uint8Array(lastValue(database, website, 'referrer') + 1);
  const rows = database
    .statement('select number, text from visit_value where website_id = ? and field = ?')
    .iterate(website, fieldCode('referrer'));
  for (const row of rows)
    groups[integer(row['number'])] = referrerGroups.indexOf(referrerGroup(text(row['text'])));
  return groups;
}

const textsAtOnce = 20_000;

function* numbersContaining(
  database: Database,
  { website, field }: { website: number; field: ValueField },
  value: string,
): Generator<void, readonly number[], void> {
  const { condition, searched } = contains('text', value);
  const select = database.statement(
    `select number from visit_value
     where website_id = :website and field = :field and number between :from and :to and ${condition}`,
  );
  const last = lastValue(database, website, field);
  const numbers: number[] = value === '' ? [0] : [];
  for (let from = 1; from <= last; from += textsAtOnce) {
    const bound = { website, field: fieldCode(field), from, to: from + textsAtOnce - 1, ...searched };
    for (const row of select.iterate(bound)) numbers.push(integer(row['number']));
    yield;
  }
  return numbers;
}

/** What a filter asks of a page view itself. @param local seconds of the clock of its website */
export function viewValues(page: string, local: number): Partial<Record<FilterField, string>> {
  const weekday = weekdayOf(Math.floor(local / secondsOfDay)) + 1;
  return { page, hour: hourValue(hourOf(local)), weekday: String(weekday) };
}

type Conditions = ReadonlyMap<FilterField, Filter>;

export function conditionsOf(where: Filter): { readonly ofView: Conditions; readonly ofSession: Conditions } {
  const byField = (isOfSession: boolean): Conditions =>
    Map.groupBy(
      where.filter(each => asksForSessions([each]) === isOfSession),
      ({ field }) => field,
    );
  return { ofView: byField(false), ofSession: byField(true) };
}

export function meetsAll(conditions: Conditions, values: Partial<Record<FilterField, string>>): boolean {
  return [...conditions].every(([field, asked]) => isMet(asked, values[field] ?? ''));
}

interface ReadView {
  /** Seconds of the clock of its website. */
  readonly local: number;
  /** Seconds since 1970. */
  readonly time: number;
  readonly page: string;
  /** The keyed hash of its visitor, as Latin-1: made only where it is needed. */
  readonly visitor: () => string;
}

/** Tells of page views, one after the other, whether they meet a filter. */
export class ViewFilter {
  readonly #database: Database;
  readonly #website: number;
  readonly #visits: Visits;
  readonly #conditions: ReturnType<typeof conditionsOf>;
  /** Without: +52 % for the lines of the visitors of a country (20,000 diverse lines, 21 runs in turn). */
  readonly #days = new Map<number, readonly VisitPart[]>();

  constructor(database: Database, website: number, where: Filter) {
    this.#database = database;
    this.#website = website;
    this.#visits = storedVisits(database, website);
    this.#conditions = conditionsOf(where);
  }

  isMet({ local, time, page, visitor }: ReadView): boolean {
    const { ofView, ofSession } = this.#conditions;
    if (!meetsAll(ofView, viewValues(page, local))) return false;
    const day = Math.floor(local / secondsOfDay);
    return ofSession.size === 0 || this.sessionAt({ day, visitor: visitor(), time })?.isMet === true;
  }

  /**
   * The counted session that a view is of, which may have gone on for a pause after its last view: whether it meets what is asked of
   * sessions, and when it ended, in seconds since 1970. Undefined where there is none, or its detail is not kept.
   */
  sessionAt(
    { day, visitor, time }: { readonly day: number; readonly visitor: string; readonly time: number },
    pause = 0,
  ): { readonly isMet: boolean; ended: number } | undefined {
    const second = time - day * secondsOfDay;
    for (const part of this.#partsOf(day)) {
      if (!part.detail) return undefined;
      const [from, to] = part.find(visitor);
      if (from === to) continue;
      const [started, seconds] = [part.sessions.get('started'), part.sessions.get('seconds')];
      for (let at = from; at < to; at++) {
        const start = started[at] ?? 0;
        const end = start + (seconds[at] ?? 0);
        if (second >= start && second <= end + pause)
          return { isMet: this.#meetsAll(part, at), ended: end + day * secondsOfDay };
      }
      // A later part replaces what earlier ones say of the visitor.
      return undefined;
    }
    return undefined;
  }

  #meetsAll(part: VisitPart, session: number): boolean {
    for (const [field, conditions] of this.#conditions.ofSession) {
      const isGroup = field === 'referrer_group';
      const name = isGroup ? 'referrer' : conditions[0] && valueStatistic(conditions[0].field);
      if (name === undefined) continue;
      const column = sessionColumn(part, name);
      const stored = valueFields.find(known => known === fieldOf(name));
      if (!column || !stored) return false;
      const number = column[session] ?? 0;
      // Where nobody knows countries the number is -1: as none.
      const text = number <= 0 ? '' : valueText(this.#database, this.#website, stored, number);
      if (!isMet(conditions, isGroup ? referrerGroup(text) : text)) return false;
    }
    return true;
  }

  /** The latest first. */
  #partsOf(day: number): readonly VisitPart[] {
    const known = this.#days.get(day);
    if (known) return known;
    const parts = this.#visits.parts(day).toReversed();
    const [oldest] = this.#days.keys();
    if (this.#days.size >= maxDays && oldest !== undefined) this.#days.delete(oldest);
    this.#days.set(day, parts);
    return parts;
  }
}

/** Lines of a log are out of order by minutes only. */
const maxDays = 2;
