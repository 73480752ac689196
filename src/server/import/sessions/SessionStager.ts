import { hash } from 'node:crypto';
import { extendSession } from './Session.ts';
import { type SessionPart, sessionRow } from './sessionRow.ts';
import { landingOf, sessionColumn, SessionTable, type ViewNumbers, visitorBytes } from './SessionTable.ts';

interface View extends ViewNumbers {
  /** The website, and what its visitors are hashed with. */
  readonly site: { readonly number: number; readonly secret: string };
}

type Texts = readonly string[];

/** Collects sessions in memory, and has them counted when they are many. Parts of one session are joined there. */
export class SessionStager {
  readonly #count: (parts: Iterable<SessionPart>) => void;
  readonly #table = new SessionTable();

  /** @param count gets the parts of a visitor's day together, and the days of a website in their order */
  constructor(count: (parts: Iterable<SessionPart>) => void) {
    this.#count = count;
  }

  /** @param texts those of the numbers of the view, and of all views since the last flush */
  add(view: View, texts: Texts): void {
    const table = this.#table;
    if (table.isFull) this.#countWhole(texts);
    const { site, time } = view;
    const slot = table.find(site.number, view);
    const row = table.rowAt(slot);
    if (row < 0) return table.put(slot, site.number, view, hashOf(view, texts));
    const session = table.session(row, texts);
    const extended = extendSession(session, landingOf(view, texts));
    if (!extended) return table.put(slot, site.number, view, table.visitor(row));
    if (extended.landing !== session.landing) table.land(row, view);
    if (extended.ended !== session.ended) table.end(row, time);
  }

  /** Has all of them counted. */
  flush(texts: Texts): void {
    this.#countBefore(Infinity, texts);
  }

  /** Those of the days before the latest are whole in a log in the order of time; all where that has most of them. */
  #countWhole(texts: Texts): void {
    const table = this.#table;
    let [latest, ofLatest] = [-Infinity, 0];
    for (let row = 0; row < table.length; row++) {
      const day = table.number(row, sessionColumn.day);
      if (day > latest) [latest, ofLatest] = [day, 0];
      if (day === latest) ofLatest++;
    }
    this.#countBefore(ofLatest * 2 > table.length ? Infinity : latest, texts);
  }

  #countBefore(day: number, texts: Texts): void {
    this.#count(this.#sorted(day, texts));
    this.#table.keepFrom(day);
  }

  *#sorted(before: number, texts: Texts): Generator<SessionPart, void, void> {
    const table = this.#table;
    for (const row of sortedRows(table, before)) {
      const { site, day, software, place, language } = sessionColumn;
      yield {
        ...sessionRow(table.number(row, day), table.visitor(row), table.session(row, texts)),
        site: table.number(row, site),
        software: table.number(row, software),
        place: table.number(row, place),
        language: texts[table.number(row, language)] ?? '',
      };
    }
  }
}

/** Those before a day, by website, day and visitor. */
function sortedRows(table: SessionTable, before: number): number[] {
  const { site, day } = sessionColumn;
  const rows = Array.from({ length: table.length }, (_, row) => row);
  const starts = Float64Array.from(rows, row => table.visitorStart(row));
  return rows
    .filter(row => table.number(row, day) < before)
    .sort(
      (a, b) =>
        table.number(a, site) - table.number(b, site) ||
        table.number(a, day) - table.number(b, day) ||
        (starts[a] ?? 0) - (starts[b] ?? 0) ||
        Buffer.compare(table.visitor(a), table.visitor(b)),
    );
}

function hashOf({ site, day, address, agent }: View, texts: Texts): Uint8Array {
  const text = `${site.secret}\n${day}\n${texts[address] ?? ''}\n${texts[agent] ?? ''}`;
  return hash('sha256', text, 'buffer').subarray(0, visitorBytes);
}
