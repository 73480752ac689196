import { utmNames } from '#model/statistics/statistics.ts';
import {
  GrowingNumbers,
  type Numbers,
  packColumns,
  release,
  unpackColumns,
} from '#server/database/columns.ts';

// What is stored of a day of a website, in columns. Never reorder: parts in files have these. A new column goes to the end of its
// kind, and is 0 in the parts before. Values are numbers of a dictionary (values.ts), 0 for none.

/** What joins a late line with its session. */
export const sessionColumns = [
  /** Seconds since the start of the day in UTC, which it may be before. */
  'started',
  /** Until the last view. */
  'seconds',
  /** Of the first view: the hour of the day. */
  'hour',
  /** The order within a second. */
  'rank',
  'landing_page',
  'referrer',
  'campaign',
  /** 0 where it is not known. */
  'exit_page',
  /** How many; 0 where it is not known. */
  'views',
  ...utmNames,
] as const;

/** What else is known of a session. */
export const aboutColumns = ['browser', 'os', 'device', 'country', 'continent', 'language'] as const;

/** Of the page views, one session after the other. */
export const viewColumns = [
  /** Since the start of the session. */
  'second',
  'hour',
  'page',
] as const;

export type SessionColumn = (typeof sessionColumns)[number];
export type AboutColumn = (typeof aboutColumns)[number];
export type ViewColumn = (typeof viewColumns)[number];

/** What is known of sessions that no log tells of: those of the demo, which are never stored. */
export const dealtColumns = ['event', 'city', 'resolution'] as const;
export type DealtColumn = (typeof dealtColumns)[number];

/** Columns by their names, each unpacked when it is asked for: most questions need few. */
export class Columns<Name extends string> {
  readonly rows: number;
  readonly #names: readonly Name[];
  readonly #column: (index: number) => Numbers;
  readonly #known = new Map<Name, Numbers>();

  constructor(names: readonly Name[], rows: number, column: (index: number) => Numbers) {
    this.#names = names;
    this.rows = rows;
    this.#column = column;
  }

  get(name: Name): Numbers {
    const known = this.#known.get(name);
    if (known) return known;
    const column = this.#column(this.#names.indexOf(name));
    this.#known.set(name, column);
    return column;
  }

  /** The numbers of a row by their names. */
  row(at: number): (name: Name) => number {
    return name => this.get(name)[at] ?? 0;
  }

  /** They are not used any more. */
  release(): void {
    for (const column of this.#known.values()) release(column);
    this.#known.clear();
  }

  pack(tail?: Uint8Array): Uint8Array<ArrayBuffer> {
    return packColumns(
      this.rows,
      this.#names.map(name => this.get(name)),
      tail,
    );
  }
}

function unpacked<Name extends string>(names: readonly Name[], packed: Uint8Array): Columns<Name> {
  const { rows, column } = unpackColumns(packed);
  return new Columns(names, rows, column);
}

class GrowingColumns<Name extends string> {
  readonly #names: readonly Name[];
  readonly #numbers: readonly GrowingNumbers[];

  constructor(names: readonly Name[], room: number | undefined) {
    this.#names = names;
    this.#numbers = names.map(() => new GrowingNumbers(room));
  }

  add(row: Readonly<Record<Name, number>>): void {
    // Not by entries(), which makes two objects a number: a fifth of all that an import allocates.
    let index = 0;
    for (const name of this.#names) this.#numbers[index++]?.push(row[name]);
  }

  append(columns: Columns<Name>, from: number, to: number): void {
    for (const [index, name] of this.#names.entries())
      this.#numbers[index]?.append(columns.get(name).subarray(from, to));
  }

  get columns(): Columns<Name> {
    const rows = this.#numbers[0]?.length ?? 0;
    return new Columns(this.#names, rows, index => this.#numbers[index]?.all ?? new Int32Array());
  }
}

/** Of what a visitor is known by. */
export const visitorBytes = 12;

interface Detail {
  readonly about: Columns<AboutColumn>;
  readonly views: Columns<ViewColumn>;
}

/** The kinds of columns of a part, by their numbers in the file. Never renumber. */
export const partKinds = { sessions: 1, about: 2, views: 3 } as const;

/** In the order of visitors and times. A visitor's day is whole in the latest part that has it. */
export class VisitPart {
  /** Keyed hashes, one for each session. */
  readonly visitors: Buffer;
  readonly sessions: Columns<SessionColumn>;
  /** Undefined where it is not kept (any more). */
  readonly detail: Detail | undefined;
  readonly dealt: Columns<DealtColumn> | undefined;
  #starts: Numbers | undefined;

  constructor(
    visitors: Buffer,
    sessions: Columns<SessionColumn>,
    detail: Detail | undefined,
    dealt?: Columns<DealtColumn>,
  ) {
    this.visitors = visitors;
    this.sessions = sessions;
    this.detail = detail;
    this.dealt = dealt;
  }

  /** @param packed by kind */
  static unpack(packed: ReadonlyMap<number, Uint8Array>): VisitPart {
    const sessions = packed.get(partKinds.sessions) ?? new Uint8Array();
    const about = packed.get(partKinds.about);
    const views = packed.get(partKinds.views);
    const { tail } = unpackColumns(sessions);
    return new VisitPart(
      Buffer.from(tail.buffer, tail.byteOffset, tail.length),
      unpacked(sessionColumns, sessions),
      about && views && { about: unpacked(aboutColumns, about), views: unpacked(viewColumns, views) },
    );
  }

  /** By kind. */
  pack(): Map<number, Uint8Array<ArrayBuffer>> {
    const packed = new Map([[partKinds.sessions as number, this.sessions.pack(this.visitors)]]);
    if (this.detail === undefined) return packed;
    packed.set(partKinds.about, this.detail.about.pack());
    return packed.set(partKinds.views, this.detail.views.pack());
  }

  /** It is not used any more: a day's columns take megabytes. */
  release(): void {
    for (const columns of [this.sessions, this.detail?.about, this.detail?.views]) columns?.release();
  }

  get length(): number {
    return this.sessions.rows;
  }

  /** As Latin-1. */
  visitor(session: number): string {
    return this.visitors.toString('latin1', session * visitorBytes, (session + 1) * visitorBytes);
  }

  /** Whether a session is of the visitor of the one before. Neighbours often begin alike: the last bytes tell first. */
  isSameVisitor(session: number): boolean {
    const { visitors } = this;
    let at = (session + 1) * visitorBytes - 1;
    const start = session * visitorBytes;
    while (at >= start && visitors[at] === visitors[at - visitorBytes]) at--;
    return at < start;
  }

  /** Where the views of each session begin, and after them where the last ones end. */
  get viewStarts(): Numbers {
    if (this.#starts) return this.#starts;
    const views = this.sessions.get('views');
    const starts = new Int32Array(views.length + 1);
    for (let session = 0, start = 0; session < views.length; session++)
      starts[session + 1] = start += views[session] ?? 0;
    this.#starts = starts;
    return starts;
  }

  /** The sessions of a visitor: from the first up to the second; equal for none. */
  find(visitor: string): readonly [from: number, to: number] {
    let [low, high] = [0, this.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.visitor(middle) < visitor) low = middle + 1;
      else high = middle;
    }
    while (high < this.length && this.visitor(high) === visitor) high++;
    return [low, high];
  }
}

/** Negative where the visitor of a session of the first part comes before the other one. */
function compareVisitors(one: VisitPart, a: number, other: VisitPart, b: number): number {
  const [left, right] = [one.visitors, other.visitors];
  let [from, to] = [a * visitorBytes, b * visitorBytes];
  for (const end = from + visitorBytes; from < end; from++, to++)
    if (left[from] !== right[to]) return (left[from] ?? 0) - (right[to] ?? 0);
  return 0;
}

/** Puts a part together, in the order of the visitors. */
export class PartBuilder {
  readonly #visitors: string[] = [];
  readonly #sessions: GrowingColumns<SessionColumn>;
  readonly #about: GrowingColumns<AboutColumn>;
  readonly #views: GrowingColumns<ViewColumn>;

  /** @param room for so many at first */
  constructor(room?: { readonly sessions: number; readonly views: number }) {
    this.#sessions = new GrowingColumns(sessionColumns, room?.sessions);
    this.#about = new GrowingColumns(aboutColumns, room?.sessions);
    this.#views = new GrowingColumns(viewColumns, room?.views);
  }

  /** @param visitor as Latin-1 */
  addSession(
    visitor: string,
    session: Readonly<Record<SessionColumn, number>>,
    about: Readonly<Record<AboutColumn, number>>,
  ): void {
    this.#visitors.push(visitor);
    this.#sessions.add(session);
    this.#about.add(about);
  }

  /** Of the session that was added last: in the order of time. */
  addView(view: Readonly<Record<ViewColumn, number>>): void {
    this.#views.add(view);
  }

  append(part: VisitPart, from: number, to: number): void {
    if (from === to) return;
    this.#visitors.push(part.visitors.toString('latin1', from * visitorBytes, to * visitorBytes));
    this.#sessions.append(part.sessions, from, to);
    if (!part.detail) return;
    this.#about.append(part.detail.about, from, to);
    this.#views.append(part.detail.views, part.viewStarts[from] ?? 0, part.viewStarts[to] ?? 0);
  }

  /** @param hasDetail whether that of all sessions and views was added, and is kept */
  part(hasDetail: boolean): VisitPart {
    const visitors = Buffer.from(this.#visitors.join(''), 'latin1');
    const detail = { about: this.#about.columns, views: this.#views.columns };
    return new VisitPart(visitors, this.#sessions.columns, hasDetail ? detail : undefined);
  }
}

/** Both as one part, without what the later one replaces. */
export function mergedParts(earlier: VisitPart, later: VisitPart): VisitPart {
  const viewsOf = ({ detail }: VisitPart): number => detail?.views.rows ?? 0;
  const builder = new PartBuilder({
    sessions: earlier.length + later.length,
    views: viewsOf(earlier) + viewsOf(later),
  });
  let [a, b] = [0, 0];
  while (a < earlier.length || b < later.length) {
    const from = [a, b] as const;
    while (a < earlier.length && (b === later.length || compareVisitors(earlier, a, later, b) < 0)) a++;
    builder.append(earlier, from[0], a);
    while (a < earlier.length && b < later.length && compareVisitors(earlier, a, later, b) === 0) a++;
    while (b < later.length && (a === earlier.length || compareVisitors(earlier, a, later, b) > 0)) b++;
    builder.append(later, from[1], b);
  }
  return builder.part(earlier.detail !== undefined && later.detail !== undefined);
}

/** Which sessions of a part later parts replace: 1 for those. */
export function replacedIn(part: VisitPart, later: readonly VisitPart[]): Uint8Array {
  const replaced = new Uint8Array(part.length);
  for (const other of later) {
    for (let a = 0, b = 0; a < part.length && b < other.length;) {
      const order = compareVisitors(part, a, other, b);
      if (order === 0) replaced[a] = 1;
      if (order <= 0) a++;
      else b++;
    }
  }
  return replaced;
}
