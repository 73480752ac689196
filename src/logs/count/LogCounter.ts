import { total } from '#text/fit.ts';
import {
  bytesOfColumn,
  column,
  columns,
  flag,
  kinds,
  type LineRows,
  type MalformedLine,
} from '#logs/classify/LineClassifier.ts';
import { missingText } from '#logs/classify/LineFields.ts';
import { ownText } from '#logs/fields/BoundedMap.ts';
import type { Software } from '#logs/fields/agents.ts';
import type { Place } from '#logs/fields/clients.ts';
import { bareHost } from '#logs/fields/hosts.ts';
import { type FormatName, formatNames } from '#logs/formats/formats.ts';
import type { PrefixKind } from '#logs/formats/fields/prefixes.ts';
import { stageSums } from '#logs/storage/staging.ts';
import type { Target } from '#logs/storage/targets.ts';
import { type Session, SiteValues } from '#logs/storage/visits.ts';
import type { LineClass } from '#logs/summary.ts';
import { type DayClock, hourOf, secondsOfDay } from '#model/period/day.ts';
import { hourValues } from '#model/period/format.ts';
import type { StatisticName } from '#model/statistics/statistics.ts';
import type { Database } from '#server/database/Database.ts';
import { ResponseTimes } from '#server/database/ResponseTimes.ts';
import { KnownLines, type LinePool, siteSecret } from './KnownLines.ts';
import type { SessionStager } from './sessions.ts';

const maxTexts = 1_000;

/** Texts chosen by visitors in bounded memory: exact up to a thousand; then the rarer half is dropped. */
class TopCounter {
  total = 0;
  #counts = new Map<string, number>();

  add(text: string): void {
    this.total++;
    const before = this.#counts.get(text);
    if (before !== undefined) return void this.#counts.set(text, before + 1);
    if (this.#counts.size >= maxTexts) this.#counts = new Map(this.top(maxTexts / 2));
    this.#counts.set(ownText(text), 1);
  }

  /** The most frequent ones first. */
  top(max: number): (readonly [text: string, count: number])[] {
    return [...this.#counts].toSorted(([, a], [, b]) => b - a).slice(0, max);
  }
}

/** Estimated: a value takes its text and some 100 bytes. */
const valueBytes = 100;
const tableBytes = 300;
/** Of a page and a step of time. */
const timeBytes = 40;

/** A website while lines are counted for it: what is known of its lines, and what was summed and is not staged yet. */
export class CountedSite {
  /** By which its counts are found in the temporary database. */
  readonly number: number;
  readonly target: Target;
  /** Undefined: nothing is known of it, as if it was still to be created. */
  readonly website: number | undefined;
  /** What its visitors are hashed with. */
  readonly secret: string;
  readonly lines: KnownLines;
  readonly values: SiteValues;
  readonly clock: DayClock;
  /** What stays as it is, where the rest is counted again. */
  readonly kept: KeptCounts | undefined;
  /** Page views. */
  counted = 0;
  readonly #counts = new Map<StatisticName, Map<number, Map<string, number>>>();
  readonly #times = new Map<number, Map<number, number>>();
  /** The numbers of pages among the values, by those of their texts. */
  readonly #pages = new Map<number, number>();
  readonly #grow: (bytes: number) => void;

  /** @param grow gets how many bytes more the sums take; they may be staged then */
  constructor(target: Target, number: number, parts: Parts, grow: (bytes: number) => void) {
    const { key, source, pool, isRecount } = parts;
    this.#grow = grow;
    this.number = number;
    this.target = target;
    this.kept = parts.kept;
    this.clock = parts.clockOf(target.id);
    this.website = isRecount ? undefined : target.id;
    this.secret = siteSecret(key, target.domain);
    this.lines = new KnownLines(pool, { site: number, website: this.website, source });
    this.values = new SiteValues(pool.database, number, target.id);
  }

  /** The website whose stored sessions of a day count; undefined for none. */
  storedOn(day: number): number | undefined {
    return this.kept?.days.has(day) === true ? this.target.id : this.website;
  }

  /** @param count may be negative */
  add(name: StatisticName, day: number, value: string, count = 1): void {
    const values = this.#valuesOf(name, day);
    const before = values.get(value);
    values.set(value, (before ?? 0) + count);
    // Once the count is in: where the sums are staged now, it goes with them.
    if (before === undefined) this.#grow(valueBytes + value.length + (values.size === 1 ? tableBytes : 0));
  }

  /** @param page the number of its text among the values of the website */
  addTime(day: number, page: number, step: number): void {
    const times = this.#times.get(day) ?? new Map<number, number>();
    if (times.size === 0) this.#times.set(day, times);
    const key = ResponseTimes.keyOf(page, step);
    const before = times.get(key);
    times.set(key, (before ?? 0) + 1);
    if (before === undefined) this.#grow(timeBytes);
  }

  /** The number of a page among the values, by that of its text. */
  pageOf(number: number, texts: readonly string[]): number {
    const known = this.#pages.get(number);
    if (known !== undefined) return known;
    const page = this.values.numberOf('page', texts[number] ?? '');
    this.#pages.set(number, page);
    return page;
  }

  /** Stages the sums, and begins new ones. */
  stage(database: Database): void {
    stageSums(database, this.number, { counts: this.#counts, times: this.#times });
    this.#counts.clear();
    this.#times.clear();
  }

  /** Holds no text any more, and no number of one. */
  forgetTexts(): void {
    this.values.forget();
    this.#pages.clear();
  }

  #valuesOf(name: StatisticName, day: number): Map<string, number> {
    let days = this.#counts.get(name);
    if (!days) this.#counts.set(name, (days = new Map()));
    let values = days.get(day);
    if (values) return values;
    days.set(day, (values = new Map()));
    return values;
  }
}

/** Of a website that is counted again: the lines and the days that are not. */
export interface KeptCounts {
  readonly isKept: (time: number) => boolean;
  readonly days: ReadonlySet<number>;
}

interface Parts {
  /** The random key of the database. */
  readonly key: string;
  /** The name that tells servers apart; empty for none. */
  readonly source: string;
  readonly pool: LinePool;
  readonly sessions: SessionStager;
  readonly clockOf: (website: number | undefined) => DayClock;
  readonly kept: KeptCounts | undefined;
  /** Whether lines are counted as if nothing was known of the websites. */
  readonly isRecount: boolean;
}

/** Sums of more bytes are staged. */
const maxBytes = 2_000_000;

interface CountedView {
  readonly site: CountedSite;
  readonly time: number;
  /** The same, of the clock of its website. */
  readonly local: number;
  readonly day: number;
  readonly format: FormatName;
}

/** Counts lines that were told apart: finds those that are known, and counts the page views among the others. */
export class LogCounter {
  readonly counts: Record<LineClass, number> = {
    malformed: 0,
    comments: 0,
    known: 0,
    inDoubt: 0,
    otherMethods: 0,
    otherStatus: 0,
    assets: 0,
    otherHosts: 0,
    excluded: 0,
    bots: 0,
    counted: 0,
  };
  readonly formats = new Map<FormatName, number>();
  readonly prefixes = new Map<PrefixKind, number>();
  /** Page views of lines without an agent field, by their format. */
  readonly withoutAgent = new Map<FormatName, number>();
  withLanguage = 0;
  /** Page views that say how long they took. */
  withTime = 0;
  /** The first malformed line that is not empty, of the source that is being read. */
  malformedLine: MalformedLine | undefined;
  /** The last "#Fields:" line of the source. */
  directive: string | undefined;
  ownHostLines = 0;
  /** Of how many new lines the field of proxies had an address. */
  forwarded = 0;
  /** Hosts that were left out since there were too many. */
  crowdedOut = 0;
  /** Days that have lines of the website, counted or not, since 1970-01-01. */
  readonly days = new Set<number>();
  /** The first and the last time of lines in doubt, in seconds since 1970. */
  doubt: { readonly from: number; readonly to: number } | undefined;
  /** What visitors read with, and where they are, as sessions name it by its place. */
  readonly software: Software[] = [];
  readonly places: Place[] = [];
  readonly sites: CountedSite[] = [];
  readonly #parts: Parts;
  /** Of the sums of all websites. */
  #bytes = 0;
  /** The virtual hosts of all lines that have one. */
  readonly hosts = new TopCounter();
  /** Of the page views. */
  readonly addresses = new TopCounter();
  /** By the numbers that rows have of them. */
  texts: string[] = [''];

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** The most common virtual host that is no website of these. */
  get otherHost(): string | undefined {
    const own = new Set(this.sites.map(({ target }) => bareHost(target.domain.toLowerCase())));
    return this.hosts.top(Infinity).find(([host]) => !own.has(bareHost(host.toLowerCase())))?.[0];
  }

  get read(): number {
    return total(Object.values(this.counts));
  }

  readonly take = (rows: LineRows): void => {
    if (rows.isRestart) {
      // Its numbers of texts are those of the rows before.
      this.#parts.sessions.flush();
      for (const site of this.sites) site.forgetTexts();
      this.texts = [''];
    }
    let at = 0;
    for (const length of rows.texts.lengths) this.texts.push(rows.texts.text.slice(at, (at += length)));
    this.software.push(...rows.software);
    this.places.push(...rows.places);
    for (const target of rows.sites) this.open(target);
    for (const [kind, lines] of rows.prefixes) add(this.prefixes, kind, lines);
    this.malformedLine = rows.malformed;
    this.directive = rows.directive;
    this.crowdedOut = rows.crowdedOut;
    this.counts.malformed += rows.empty;
    for (let row = 0; row < rows.length; row++) this.counts[this.#classOf(rows, row)]++;
  };

  open(target: Target): CountedSite {
    const site = new CountedSite(target, this.sites.length, this.#parts, bytes => this.#grow(bytes));
    this.sites.push(site);
    return site;
  }

  /** Stages what was summed of all websites. */
  stageSums(): void {
    for (const site of this.sites) site.stage(this.#parts.pool.database);
    this.#bytes = 0;
  }

  #grow(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes >= maxBytes) this.stageSums();
  }

  #classOf({ numbers, times }: LineRows, row: number): LineClass {
    const at = row * columns;
    const kind = kinds[numbers[at + column.kind] ?? 0] ?? 'malformed';
    const format = formatNames[(numbers[at + column.format] ?? 0) - 1];
    if (format === undefined) return kind;
    add(this.formats, format, 1);
    const flags = numbers[at + column.flags] ?? 0;
    const isOwnHost = (flags & flag.isOwnHost) !== 0;
    const host = this.#text(numbers, at + column.host);
    if (host !== '') {
      this.hosts.add(host);
      if (isOwnHost) this.ownHostLines++;
    }
    const site = this.sites[numbers[at + column.site] ?? -1];
    if (!site) return kind;
    const time = times[row] ?? 0;
    if (site.kept?.isKept(time) === true) return 'known';
    const local = site.clock.local(time);
    const day = Math.floor(local / secondsOfDay);
    if (isOwnHost) this.days.add(day);
    const status = site.lines.lookUp(time, numbers[at + column.low] ?? 0, numbers[at + column.high] ?? 0);
    if (status === 'inDoubt') this.#noteDoubt(time);
    if (status !== 'new') return status;
    // Not remembered, it would count again whenever it is read.
    if (kind === 'malformed') return kind;
    site.lines.add();
    if ((flags & flag.isForwarded) !== 0) this.forwarded++;
    if ((flags & flag.hasStatus) !== 0) site.add('status', day, String(numbers[at + column.status] ?? 0));
    this.#countBytes(numbers, at, site, day);
    if ((flags & flag.isDownload) !== 0) site.add('download', day, this.#text(numbers, at + column.path));
    if ((flags & flag.isBot) !== 0) {
      const bot = this.#text(numbers, at + column.bot);
      site.add('bot', day, bot);
      if ((flags & flag.isPageOfBot) !== 0) site.add('bot_page', day, bot);
    }
    if ((flags & (flag.isMissing | flag.isFailed)) !== 0) {
      const path = this.#text(numbers, at + column.page);
      const link = this.#text(numbers, at + column.referrer);
      if ((flags & flag.isMissing) === 0) site.add('failed', day, path);
      else site.add('not_found', day, missingText({ path, link }));
    }
    if (kind === 'counted') this.#count(numbers, at, { site, time, local, day, format });
    return kind;
  }

  #countBytes(numbers: Int32Array, at: number, site: CountedSite, day: number): void {
    const bytes = (numbers[at + column.bytes] ?? 0) + (numbers[at + column.bytesAbove] ?? 0) * bytesOfColumn;
    if (bytes > 0) site.add('bytes', day, this.#text(numbers, at + column.path), bytes);
  }

  #text(numbers: Int32Array, at: number): string {
    return this.texts[numbers[at] ?? 0] ?? '';
  }

  #noteDoubt(time: number): void {
    const { from = time, to = time } = this.doubt ?? {};
    this.doubt = { from: Math.min(from, time), to: Math.max(to, time) };
  }

  #count(numbers: Int32Array, at: number, { site, time, local, day, format }: CountedView): void {
    const texts = this.texts;
    const page = this.#text(numbers, at + column.page);
    const address = numbers[at + column.address] ?? 0;
    const language = this.#text(numbers, at + column.language);
    const hour = hourOf(local);
    site.counted++;
    this.addresses.add(texts[address] ?? '');
    site.add('pageviews', day, '');
    site.add('pageviews_hours', day, hourValues[hour] ?? '');
    site.add('page', day, page);
    if (((numbers[at + column.flags] ?? 0) & flag.lacksAgent) !== 0) add(this.withoutAgent, format, 1);
    if (language !== '') this.withLanguage++;
    const took = numbers[at + column.took] ?? 0;
    if (took > 0) {
      this.withTime++;
      site.addTime(day, site.pageOf(numbers[at + column.page] ?? 0, texts), took - 1);
    }
    const session: Session = {
      started: time,
      ended: time,
      hour,
      rank: numbers[at + column.rank] ?? 0,
      page,
      referrer: this.#text(numbers, at + column.referrer),
      campaign: this.#text(numbers, at + column.campaign),
      utm: this.#text(numbers, at + column.utm),
      language,
      exit: page,
      views: 1,
    };
    this.#parts.sessions.add(
      {
        site,
        day,
        session,
        address,
        agent: numbers[at + column.agent] ?? 0,
        software: numbers[at + column.software] ?? 0,
        place: numbers[at + column.place] ?? 0,
        page: numbers[at + column.page] ?? 0,
      },
      texts,
    );
  }
}

function add<T>(counts: Map<T, number>, key: T, more: number): void {
  counts.set(key, (counts.get(key) ?? 0) + more);
}
