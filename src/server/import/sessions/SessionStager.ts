import { hash } from 'node:crypto';
import type { Database } from '#server/database/Database.ts';
import { type StagedPart, stagedParts, stagePart } from '#server/database/importStaging.ts';
import { extendSession } from './Session.ts';
import { sessionRow } from './sessionRow.ts';
import { landingOf, sessionColumn, SessionTable, type ViewNumbers, visitorBytes } from './SessionTable.ts';

interface View extends ViewNumbers {
  /** The website, and what its visitors are hashed with. */
  readonly site: { readonly number: number; readonly secret: string };
}

type Texts = readonly string[];

/** Collects sessions in memory, and stages them when they are many. Parts of one session are joined later. */
export class SessionStager {
  readonly #database: Database;
  readonly #table = new SessionTable();
  #hasStaged = false;

  constructor(database: Database) {
    this.#database = database;
  }

  /** @param texts those of the numbers of the view, and of all views since the last flush */
  add(view: View, texts: Texts): void {
    const table = this.#table;
    if (table.isFull) this.flush(texts);
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

  /** Stages all of them. */
  flush(texts: Texts): void {
    if (this.#table.length === 0) return;
    for (const part of this.#sorted(texts)) stagePart(this.#database, part);
    this.#table.clear();
    this.#hasStaged = true;
  }

  /** All of them, to be called at the end: the parts of a visitor's day stand together, the days of a website in their order. */
  parts(texts: Texts): Iterable<StagedPart> {
    if (!this.#hasStaged) return this.#sorted(texts);
    this.flush(texts);
    return stagedParts(this.#database);
  }

  *#sorted(texts: Texts): Generator<StagedPart, void, void> {
    const table = this.#table;
    for (const row of sortedRows(table)) {
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

/** By website, day and visitor. */
function sortedRows(table: SessionTable): number[] {
  const { site, day } = sessionColumn;
  const rows = Array.from({ length: table.length }, (_, row) => row);
  const starts = Float64Array.from(rows, row => table.visitorStart(row));
  return rows.sort(
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
