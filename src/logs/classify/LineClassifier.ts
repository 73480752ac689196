import type { Software } from '#logs/fields/agents.ts';
import type { Place } from '#logs/fields/clients.ts';
import { LogLines, nearestFormat } from '#logs/formats/LineReader.ts';
import { formatNames } from '#logs/formats/formats.ts';
import type { LogLine } from '#logs/formats/LogLine.ts';
import type { ServerFormat } from '#logs/formats/ServerFormat.ts';
import type { PrefixKind } from '#logs/formats/fields/prefixes.ts';
import type { Target } from '#logs/storage/targets.ts';
import { type LineClass, lineClasses } from '#logs/summary.ts';
import { stepOf } from '#server/database/ResponseTimes.ts';
import { type ClassifiedLine, isPageView, type LineFields, type PageView } from './LineFields.ts';

/** The numbers of a row, one a line. Texts are numbers of `texts`, where 0 is the empty one. */
export const column = {
  /** The place in lineClasses of what the line is, if it is new. */
  kind: 0,
  /** The number of its website; -1 where it has none, and is not looked up. */
  site: 1,
  /** 1 and the place in `formatNames`; 0 for a line that was not read. */
  format: 2,
  /** A text; 0 where none stands in the line. */
  host: 3,
  flags: 4,
  status: 5,
  /** The hash of the line. */
  low: 6,
  high: 7,
  /** A text: of a page view, or the path of what was not found or failed. */
  page: 8,
  campaign: 9,
  /** A text: of what was not found the link to it. As one text with the path most would come once, and stay in two threads. */
  referrer: 10,
  rank: 11,
  address: 12,
  /** In `places`. */
  place: 13,
  /** A text: the whole of it. */
  agent: 14,
  /** In `software`. */
  software: 15,
  language: 16,
  /** A text: the name of a bot. */
  bot: 17,
  /** A text: the path that was asked for, of a download and where there are bytes. */
  path: 18,
  /** What the client was sent: how many less than 2^30, and how often that. */
  bytes: 19,
  bytesAbove: 20,
  /** Of a page view: 1 and the step of time that it took; 0 where that is not known. */
  took: 21,
  /** A text: the other parameters of a campaign, a line each. */
  utm: 22,
} as const;

/** A row holds numbers of 32 bits. */
export const bytesOfColumn = 2 ** 30;

export const columns = Object.keys(column).length;

export const flag = {
  /** The host is the website's own, or none stands in the line. */
  isOwnHost: 1,
  hasStatus: 2,
  isForwarded: 4,
  isBot: 8,
  isMissing: 16,
  lacksAgent: 32,
  isDownload: 64,
  isFailed: 128,
  isPageOfBot: 256,
} as const;

export const kinds: readonly LineClass[] = lineClasses.map(({ key }) => key);

/** A malformed line, as far as it is shown, and the format it comes nearest to. */
export interface MalformedLine {
  readonly text: string;
  readonly nearest: string;
}

/** What some lines are, as numbers, with the texts and other values that were not passed on before. May be sent to another thread. */
export interface LineRows {
  readonly length: number;
  /** So many more lines are empty, or too long: they are malformed, and have no row. */
  readonly empty: number;
  readonly numbers: Int32Array<ArrayBuffer>;
  /** Of each line, in seconds since 1970. */
  readonly times: Float64Array<ArrayBuffer>;
  /** Numbers of texts begin again: those of earlier rows say nothing about these. */
  readonly isRestart: boolean;
  readonly texts: JoinedTexts;
  readonly software: readonly Software[];
  readonly places: readonly Place[];
  /** Websites of hosts, in the order of their numbers. */
  readonly sites: readonly Target[];
  readonly prefixes: ReadonlyMap<PrefixKind, number>;
  /** The first one of the source so far that is not empty. */
  readonly malformed: MalformedLine | undefined;
  /** The last "#Fields:" line of the source. */
  readonly directive: string | undefined;
  readonly crowdedOut: number;
}

class RowWriter {
  length = 0;
  /** Of the last row. */
  start = 0;
  numbers = new Int32Array(0);
  times = new Float64Array(0);

  /** Begins a row of zeros. */
  next(): void {
    if (this.length === this.times.length) this.#grow();
    this.start = this.length * columns;
    this.numbers.fill(0, this.start, this.start + columns);
    this.times[this.length] = 0;
    this.length++;
  }

  put(offset: number, number: number): void {
    this.numbers[this.start + offset] = number;
  }

  flag(bit: number): void {
    const offset = this.start + column.flags;
    this.numbers[offset] = (this.numbers[offset] ?? 0) | bit;
  }

  /** A copy of the rows so far, no larger than they are: others begin. */
  take(): Pick<LineRows, 'length' | 'numbers' | 'times'> {
    const { length, numbers, times } = this;
    this.length = 0;
    return { length, numbers: numbers.slice(0, length * columns), times: times.slice(0, length) };
  }

  #grow(): void {
    const { numbers, times } = this;
    const rows = Math.max(16, times.length * 2);
    this.numbers = new Int32Array(rows * columns);
    this.times = new Float64Array(rows);
    this.numbers.set(numbers);
    this.times.set(times);
  }
}

/** With all that hangs on them some 40 MB. */
const maxCharacters = 16_000_000;

interface JoinedTexts {
  readonly text: string;
  /** In characters, of each of them. */
  readonly lengths: Int32Array;
}

class TextNumbers {
  /** No cache, it costs 13 % of the time to classify: visitors are told apart by the numbers, so a text has one. */
  readonly #numbers = new Map<string, number>();
  #fresh: string[] = [];
  #characters = 0;

  get isFull(): boolean {
    return this.#characters > maxCharacters;
  }

  /** @param text is kept: no slice of a larger one */
  numberOf(text: string): number {
    if (text === '') return 0;
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    const number = this.#numbers.size + 1;
    this.#numbers.set(text, number);
    this.#fresh.push(text);
    // It takes memory besides its characters.
    this.#characters += text.length + 100;
    return number;
  }

  /** Those that were not taken before, in the order of their numbers: one text is sent faster than many. */
  take(): JoinedTexts {
    const fresh = this.#fresh;
    this.#fresh = [];
    return { text: fresh.join(''), lengths: Int32Array.from(fresh, ({ length }) => length) };
  }

  restart(): void {
    this.#numbers.clear();
    this.#fresh = [];
    this.#characters = 0;
  }
}

const maxExampleLength = 160;

/** Tells what each line of a log counts as, if it is new. Knows nothing of the lines that were read before. */
export class LineClassifier {
  readonly #fields: LineFields;
  /** Of all lines; undefined: each line tells. */
  readonly #format: ServerFormat | undefined;
  readonly #texts = new TextNumbers();
  readonly #rows = new RowWriter();
  readonly #prefixes = new Map<PrefixKind, number>();
  #namesHosts = false;
  #lines: LogLines;
  #malformed: MalformedLine | undefined;
  #empty = 0;
  #isRestart = false;
  #passed = { software: 0, places: 0 };

  constructor(fields: LineFields, format: ServerFormat | undefined) {
    this.#fields = fields;
    this.#format = format;
    this.#lines = new LogLines(this.#take);
  }

  /** @param namesHosts whether lines that do not name the host of a website are of none */
  begin(directive: string | undefined, namesHosts = false): void {
    this.#namesHosts = namesHosts;
    const prefixes = this.#prefixes;
    this.#lines = new LogLines(this.#take, { format: this.#format, directive, prefixes });
    this.#malformed = undefined;
  }

  push(bytes: Buffer): LineRows {
    this.#lines.push(bytes);
    return this.#passOn();
  }

  end(): LineRows {
    this.#lines.end();
    const rows = this.#passOn();
    this.#malformed = undefined;
    return rows;
  }

  #passOn(): LineRows {
    const { software, places, sites } = this.#fields;
    const rows: LineRows = {
      ...this.#rows.take(),
      empty: this.#empty,
      isRestart: this.#isRestart,
      texts: this.#texts.take(),
      software: software.slice(this.#passed.software),
      places: places.slice(this.#passed.places),
      sites: sites.takeNew(),
      prefixes: new Map(this.#prefixes),
      malformed: this.#malformed,
      directive: this.#lines.reader.directive,
      crowdedOut: sites.crowdedOut,
    };
    this.#prefixes.clear();
    this.#passed = { software: software.length, places: places.length };
    this.#empty = 0;
    this.#isRestart = this.#texts.isFull;
    if (this.#isRestart) {
      this.#texts.restart();
      this.#fields.clear();
    }
    return rows;
  }

  readonly #take = (line: LogLine | 'comment' | undefined, text: string): void => {
    if (text === '') {
      this.#empty++;
      return;
    }
    this.#rows.next();
    const kind = this.#putLine(line, text);
    this.#rows.put(column.kind, kinds.indexOf(kind));
    if (kind !== 'malformed' || this.#malformed !== undefined || text.trim() === '') return;
    this.#malformed = {
      text: Buffer.from(text.slice(0, maxExampleLength), 'latin1').toString('utf8'),
      nearest: nearestFormat(text, this.#lines.reader),
    };
  };

  #putLine(line: LogLine | 'comment' | undefined, text: string): LineClass {
    const rows = this.#rows;
    rows.put(column.site, -1);
    if (line === 'comment') return 'comments';
    const found = line && this.#fields.classify(line, this.#namesHosts);
    if (!found) return 'malformed';
    const { kind, host, site } = found;
    rows.put(column.format, formatNames.indexOf(line.format) + 1);
    if (host.name !== undefined) rows.put(column.host, (host.number ||= this.#texts.numberOf(host.name)));
    if (host.isOwnHost) rows.flag(flag.isOwnHost);
    if (!site) return kind;
    rows.put(column.site, site.number);
    rows.times[rows.length - 1] = line.time;
    site.hash.take(text);
    rows.put(column.low, site.hash.low);
    rows.put(column.high, site.hash.high);
    rows.put(column.status, line.status);
    if (found.isForwarded) rows.flag(flag.isForwarded);
    if (found.isOwn) this.#putRequest(line, found);
    if (isPageView(found)) this.#putView(line, found);
    return kind;
  }

  #putRequest(line: LogLine, found: ClassifiedLine): void {
    const fields = this.#fields;
    const rows = this.#rows;
    const { request } = found;
    rows.flag(flag.hasStatus);
    const download = fields.requestValue('download', line, found);
    if (download !== undefined) rows.flag(flag.isDownload);
    const sent = fields.requestValue('bytes', line, found);
    const path = sent ?? download;
    if (path !== undefined && request)
      rows.put(column.path, (request.pathNumber ||= this.#texts.numberOf(path)));
    const bytes = sent === undefined ? 0 : (line.bytes ?? 0);
    rows.put(column.bytes, bytes % bytesOfColumn);
    rows.put(column.bytesAbove, Math.floor(bytes / bytesOfColumn));
    const bot = fields.requestValue('bot', line, found);
    if (bot !== undefined) {
      rows.flag(flag.isBot);
      if (fields.requestValue('bot_page', line, found) !== undefined) rows.flag(flag.isPageOfBot);
      this.#putText(column.bot, bot);
    }
    const missing = fields.missing(line, found);
    const failed = fields.requestValue('failed', line, found);
    if (missing) {
      rows.flag(flag.isMissing);
      this.#putText(column.page, missing.path);
      this.#putText(column.referrer, missing.link);
    } else if (failed !== undefined) {
      rows.flag(flag.isFailed);
      this.#putText(column.page, failed);
    }
  }

  #putText(offset: number, text = ''): void {
    if (text !== '') this.#rows.put(offset, this.#texts.numberOf(text));
  }

  #putView(line: LogLine, found: PageView): void {
    const { request, agent, client } = found;
    const rows = this.#rows;
    const texts = this.#texts;
    const start = this.#fields.sessionStart(line, found);
    rows.put(column.page, (request.pageNumber ||= texts.numberOf(start.page)));
    this.#putText(column.campaign, start.campaign);
    this.#putText(column.utm, start.utm);
    this.#putText(column.referrer, start.referrer);
    this.#putText(column.language, start.language);
    rows.put(column.rank, start.rank);
    rows.put(column.agent, (agent.number ||= texts.numberOf(agent.text)));
    rows.put(column.software, agent.software);
    if (line.agent === undefined) rows.flag(flag.lacksAgent);
    rows.put(column.address, (client.number ||= texts.numberOf(client.address)));
    rows.put(column.place, client.place);
    if (line.took !== undefined) rows.put(column.took, stepOf(line.took) + 1);
  }
}
