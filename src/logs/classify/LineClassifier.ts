import { BoundedMap } from '#logs/fields/BoundedMap.ts';
import { languageOf } from '#logs/fields/agents.ts';
import { rankOf } from '#logs/count/sessions.ts';
import { LineSplitter } from '#logs/files/LogSource.ts';
import { LineReader, nearestFormat } from '#logs/formats/LineReader.ts';
import { formatNames } from '#logs/formats/formats.ts';
import type { LogLine } from '#logs/formats/LogLine.ts';
import type { ServerFormat } from '#logs/formats/ServerFormat.ts';
import { type PrefixKind, UnprefixedLines } from '#logs/formats/fields/prefixes.ts';
import type { LineClass } from '#logs/summary.ts';
import { stepOf } from '#server/database/ResponseTimes.ts';
import type { ClassifiedLine, KnownAgent, LineFields } from './LineFields.ts';
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
import type { ClassifiedSite, KnownRequest } from './sites.ts';

const maxExampleLength = 160;
const numberOfKind = new Map(kinds.map((kind, number) => [kind, number]));
const numberOfFormat = new Map(formatNames.map((format, index) => [format, index + 1]));

/** Tells what each line of a log counts as, if it is new. Knows nothing of the lines that were read before. */
export class LineClassifier {
  readonly #fields: LineFields;
  /** Of all lines; undefined: each line tells. */
  readonly #format: ServerFormat | undefined;
  /** Without: +7 to 13 % for lines that name a language. */
  readonly #languages = new BoundedMap<string>();
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
    this.#rows.put(column.kind, numberOfKind.get(kind) ?? 0);
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
    rows.put(column.format, numberOfFormat.get(line.format) ?? 0);
    if (host.name !== undefined) rows.put(column.host, (host.number ||= this.#texts.numberOf(host.name)));
    if (host.isOwnHost) rows.flag(flag.isOwnHost);
    if (!site) return kind;
    rows.put(column.site, site.number);
    rows.times[rows.length - 1] = line.time;
    site.hash.take(text);
    rows.put(column.low, site.hash.low);
    rows.put(column.high, site.hash.high);
    rows.put(column.status, line.status);
    if (found.isOwn) this.#putSent(line, site, found);
    if (found.isForwarded) rows.flag(flag.isForwarded);
    if (found.agent) this.#putAgent(line, found, site, found.agent);
    return kind;
  }

  #putSent(line: LogLine, site: ClassifiedSite, found: ClassifiedLine): void {
    const { request } = found;
    const rows = this.#rows;
    rows.flag(flag.hasStatus);
    const bytes = line.bytes ?? 0;
    const isDownload = this.#fields.isDownload(line, found);
    if (isDownload) rows.flag(flag.isDownload);
    if (!request || (bytes === 0 && !isDownload)) return;
    request.pathNumber ??= this.#texts.numberOf(site.pathOf(line.request));
    rows.put(column.path, request.pathNumber);
    rows.put(column.bytes, bytes % bytesOfColumn);
    if (bytes >= bytesOfColumn) rows.put(column.bytesAbove, Math.floor(bytes / bytesOfColumn));
  }

  #putAgent(line: LogLine, found: ClassifiedLine, site: ClassifiedSite, agent: KnownAgent): void {
    const { kind, request } = found;
    if (agent.isBot) {
      this.#rows.flag(flag.isBot);
      this.#rows.put(column.bot, (agent.botNumber ||= this.#texts.numberOf(agent.bot)));
    }
    if (kind === 'counted' && request) this.#putView(line, found, { site, request, agent });
    const missing = this.#fields.missing(line, found);
    const path = missing?.path ?? this.#fields.failed(line, found);
    if (path === undefined) return;
    this.#rows.flag(missing === undefined ? flag.isFailed : flag.isMissing);
    this.#rows.put(column.page, this.#texts.numberOf(path));
    if (missing) this.#rows.put(column.referrer, this.#texts.numberOf(missing.link));
  }

  #putView(
    line: LogLine,
    { client }: ClassifiedLine,
    { site, request, agent }: { site: ClassifiedSite; request: KnownRequest; agent: KnownAgent },
  ): void {
    const rows = this.#rows;
    const texts = this.#texts;
    const referrer = this.#fields.referrer(line);
    const isInternal = site.isOwnHost(referrer.host);
    const isExternal = !isInternal && referrer.host !== '';
    rows.put(column.page, (request.pageNumber ||= texts.numberOf(request.page)));
    if (request.campaign !== '')
      rows.put(column.campaign, (request.campaignNumber ||= texts.numberOf(request.campaign)));
    if (request.utm !== '') rows.put(column.utm, texts.numberOf(request.utm));
    if (isExternal) rows.put(column.referrer, (referrer.number ||= texts.numberOf(referrer.host)));
    const isFromElsewhere = isExternal || request.campaign !== '' || request.utm !== '';
    rows.put(column.rank, rankOf(isFromElsewhere, isInternal));
    rows.put(column.agent, (agent.number ||= texts.numberOf(agent.text)));
    rows.put(column.software, agent.software);
    if (line.agent === undefined) rows.flag(flag.lacksAgent);
    if (line.language !== '')
      rows.put(column.language, texts.numberOf(this.#languages.getOrAdd(line.language, languageOf)));
    rows.put(column.address, (client.number ||= texts.numberOf(client.address)));
    rows.put(column.place, client.place);
    if (line.took !== undefined) rows.put(column.took, stepOf(line.took) + 1);
  }
}
