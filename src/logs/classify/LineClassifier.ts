import { LineSplitter } from '#logs/files/LogSource.ts';
import { LineReader, nearestFormat } from '#logs/formats/LineReader.ts';
import { formatNames } from '#logs/formats/formats.ts';
import type { LogLine } from '#logs/formats/LogLine.ts';
import type { ServerFormat } from '#logs/formats/ServerFormat.ts';
import { type PrefixKind, UnprefixedLines } from '#logs/formats/fields/prefixes.ts';
import type { LineClass } from '#logs/summary.ts';
import { stepOf } from '#server/database/ResponseTimes.ts';
import { type ClassifiedLine, isPageView, type LineFields, type PageView } from './LineFields.ts';
import {
  bytesOfColumn,
  column,
  flag,
  kinds,
  type LineRows,
  type MalformedLine,
  RowWriter,
  TextNumbers,
} from './rows.ts';

const maxExampleLength = 160;

/** Tells what each line of a log counts as, if it is new. Knows nothing of the lines that were read before. */
export class LineClassifier {
  readonly #fields: LineFields;
  /** Of all lines; undefined: each line tells. */
  readonly #format: ServerFormat | undefined;
  readonly #texts = new TextNumbers();
  readonly #rows = new RowWriter();
  readonly #prefixes = new Map<PrefixKind, number>();
  #reader = new LineReader();
  #namesHosts = false;
  #splitter = new LineSplitter();
  #unprefixed = new UnprefixedLines(this.#prefixes);
  #malformed: MalformedLine | undefined;
  #empty = 0;
  #isRestart = false;
  #passed = { software: 0, places: 0 };

  constructor(fields: LineFields, format: ServerFormat | undefined) {
    this.#fields = fields;
    this.#format = format;
  }

  /** @param namesHosts whether lines that do not name the host of a website are of none */
  begin(directive: string | undefined, namesHosts = false): void {
    this.#namesHosts = namesHosts;
    this.#reader = new LineReader(this.#format, directive);
    this.#unprefixed = new UnprefixedLines(this.#prefixes, this.#format?.fits);
    this.#splitter = new LineSplitter();
    this.#malformed = undefined;
  }

  push(bytes: Buffer): LineRows {
    for (const raw of this.#splitter.push(bytes)) this.#takeRaw(raw);
    return this.#passOn();
  }

  end(): LineRows {
    for (const raw of this.#splitter.end()) this.#takeRaw(raw);
    for (const line of this.#unprefixed.end()) this.#take(line);
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
      directive: this.#reader.directive,
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

  #takeRaw(raw: string): void {
    const text = this.#unprefixed.take(raw);
    if (text !== undefined) this.#take(text);
  }

  #take(text: string): void {
    if (text === '') {
      this.#empty++;
      return;
    }
    this.#rows.next();
    const kind = this.#putLine(text);
    this.#rows.put(column.kind, kinds.indexOf(kind));
    if (kind !== 'malformed' || this.#malformed !== undefined || text.trim() === '') return;
    this.#malformed = {
      text: Buffer.from(text.slice(0, maxExampleLength), 'latin1').toString('utf8'),
      nearest: nearestFormat(text, this.#reader),
    };
  }

  #putLine(text: string): LineClass {
    const rows = this.#rows;
    rows.put(column.site, -1);
    const line = this.#reader.read(text);
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
