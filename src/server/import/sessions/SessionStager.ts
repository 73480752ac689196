import { hash } from 'node:crypto';
import type { Database } from '#server/database/Database.ts';
import { stagePart } from '#server/database/importStaging.ts';
import { extendSession, type Landing, type Session } from './Session.ts';
import { sessionRow } from './sessionRow.ts';

export interface View extends Landing {
  /** The website, and what its visitors are hashed with. */
  readonly site: { readonly number: number; readonly secret: string };
  /** Days since 1970-01-01. */
  readonly day: number;
  readonly address: string;
  readonly agent: { readonly id: number; readonly text: string; readonly software: number };
  readonly place: number;
  /** Empty where it is not known. */
  readonly language: string;
}

/** A session, or the part of it since the last flush. */
interface Part {
  session: Session;
  readonly site: number;
  readonly day: number;
  /** The visitor's hash, a character a byte. */
  readonly visitor: string;
  readonly software: number;
  readonly place: number;
  readonly language: string;
}

/** Estimated: a part takes its texts and some 300 bytes. */
const mostBytes = 12_000_000;
const partBytes = 300;
const hashBytes = 12;

/** Collects sessions in memory, and stages them when they are many. Parts of one session are joined later. */
export class SessionStager {
  readonly #database: Database;
  readonly #latest = new Map<string, Part>();
  #parts: Part[] = [];
  #bytes = 0;

  constructor(database: Database) {
    this.#database = database;
  }

  add(view: View): void {
    const key = `${view.site.number} ${view.day} ${view.agent.id} ${view.address}`;
    const latest = this.#latest.get(key);
    const extended = latest && extendSession(latest.session, view);
    if (extended) latest.session = extended;
    else this.#begin(key, view, latest?.visitor);
  }

  flush(): void {
    for (const { session, site, day, visitor, software, place, language } of this.#parts) {
      const row = sessionRow(day, Buffer.from(visitor, 'latin1'), session);
      stagePart(this.#database, { ...row, site, software, place, language });
    }
    this.#parts = [];
    this.#bytes = 0;
    this.#latest.clear();
  }

  #begin(key: string, view: View, visitor = this.#hashOf(view)): void {
    const { site, day, agent, place, language, time, hour, rank, page, referrer, campaign } = view;
    const landing = { time, hour, rank, page, referrer, campaign };
    const part = {
      session: { ended: time, landing },
      site: site.number,
      day,
      visitor,
      software: agent.software,
      place,
      language,
    };
    this.#latest.set(key, part);
    this.#parts.push(part);
    this.#bytes += partBytes + page.length + referrer.length + campaign.length;
    if (this.#bytes >= mostBytes) this.flush();
  }

  #hashOf({ site, day, address, agent }: View): string {
    const digest = hash('sha256', `${site.secret}\n${day}\n${address}\n${agent.text}`, 'buffer');
    return digest.toString('latin1', 0, hashBytes);
  }
}
