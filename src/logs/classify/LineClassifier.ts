import { BoundedCache } from '#logs/fields/BoundedCache.ts';
import { languageOf } from '#logs/fields/agents.ts';
import type { Client, Clients } from '#logs/fields/clients.ts';
import type { Countries } from '#logs/fields/countries.ts';
import { referrerPath } from '#logs/fields/hosts.ts';
import { isAnswered } from '#logs/fields/requests.ts';
import { LineSplitter } from '#logs/files/splitLines.ts';
import { LineReader, nearestFormat } from '#logs/formats/LineReader.ts';
import type { LogLine } from '#logs/formats/LogLine.ts';
import type { ServerFormat } from '#logs/formats/ServerFormat.ts';
import { type PrefixKind, UnprefixedLines } from '#logs/formats/prefixes.ts';
import { type KnownAgent, KnownFields, type KnownHead, unreadHead } from './KnownFields.ts';
import {
  column,
  flag,
  formats,
  kinds,
  type LineRows,
  type MalformedLine,
  RowWriter,
  TextNumbers,
} from './rows.ts';
import type { CountedSite, KnownRequest, OpenSites } from './sites.ts';

interface Parts {
  readonly opened: OpenSites;
  readonly clients: Clients<CountedSite>;
  readonly countries: Countries | undefined;
  /** Of all lines; undefined: each line tells. */
  readonly format: ServerFormat | undefined;
}

type LineKind = (typeof kinds)[number];

const longestExample = 160;
const numberOfKind = new Map(kinds.map((kind, number) => [kind, number]));
const numberOfFormat = new Map(formats.map((format, place) => [format, place + 1]));

/** Tells what each line of a log counts as, if it is new. Knows nothing of the lines that were read before. */
export class LineClassifier {
  readonly #parts: Parts;
  readonly #fields: KnownFields;
  readonly #languages = new BoundedCache(languageOf);
  readonly #texts = new TextNumbers();
  readonly #rows = new RowWriter();
  readonly #prefixes = new Map<PrefixKind, number>();
  #reader = new LineReader();
  #namesHosts = false;
  #splitter = new LineSplitter();
  #unprefixed = new UnprefixedLines(this.#prefixes);
  #malformed: MalformedLine | undefined;
  /** Empty lines that were not passed on: rows would say no more of them. */
  #empty = 0;
  #isRestart = false;
  #passed = { software: 0, places: 0 };

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#fields = new KnownFields(parts.clients);
  }

  /**
   * Starts a source.
   * @param directive the last "#Fields:" line of a part of it that was read before
   * @param namesHosts whether lines that do not name the host of a website are of none
   */
  begin(directive: string | undefined, namesHosts = false): void {
    const { format } = this.#parts;
    this.#namesHosts = namesHosts;
    this.#reader = new LineReader(format, directive);
    this.#unprefixed = new UnprefixedLines(this.#prefixes, format?.fits);
    this.#splitter = new LineSplitter();
    this.#malformed = undefined;
  }

  /** Takes the next bytes of the source. */
  push(bytes: Buffer): LineRows {
    for (const raw of this.#splitter.push(bytes)) this.#takeRaw(raw);
    return this.#passOn();
  }

  /** Ends the source. */
  end(): LineRows {
    for (const raw of this.#splitter.end()) this.#takeRaw(raw);
    for (const line of this.#unprefixed.end()) this.#take(line);
    const rows = this.#passOn();
    this.#malformed = undefined;
    return rows;
  }

  #passOn(): LineRows {
    const { opened, countries } = this.#parts;
    const prefixes = new Map(this.#prefixes);
    this.#prefixes.clear();
    const { software } = this.#fields;
    const places = countries?.places ?? [];
    const rows: LineRows = {
      ...this.#rows.take(),
      empty: this.#empty,
      isRestart: this.#isRestart,
      texts: this.#texts.take(),
      software: software.slice(this.#passed.software),
      places: places.slice(this.#passed.places),
      sites: opened.takeNew(),
      prefixes,
      malformed: this.#malformed,
      directive: this.#reader.directive,
      crowdedOut: opened.hosts?.crowdedOut ?? 0,
    };
    this.#passed = { software: software.length, places: places.length };
    this.#empty = 0;
    this.#isRestart = this.#texts.isFull;
    if (this.#isRestart) this.#restart();
    return rows;
  }

  /** Forgets the numbers of texts, and everything that has one. */
  #restart(): void {
    this.#texts.restart();
    this.#fields.clear();
    this.#parts.opened.clear();
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
    const rows = this.#rows;
    rows.next();
    const kind = this.#classify(text);
    rows.numbers[rows.start + column.kind] = numberOfKind.get(kind) ?? 0;
    if (kind !== 'malformed' || this.#malformed !== undefined || text.trim() === '') return;
    this.#malformed = {
      text: Buffer.from(text.slice(0, longestExample), 'latin1').toString('utf8'),
      nearest: nearestFormat(text, this.#reader),
    };
  }

  #classify(text: string): LineKind {
    const { numbers, times, start, length } = this.#rows;
    numbers[start + column.site] = -1;
    const line = this.#reader.read(text);
    if (line === 'comment') return 'comments';
    const known = line && this.#fields.head(line);
    if (!known || known === unreadHead) return 'malformed';
    const { host } = known;
    const { site, isOwnHost } = host;
    numbers[start + column.format] = numberOfFormat.get(line.format) ?? 0;
    if (host.name !== undefined)
      numbers[start + column.host] = host.number ||= this.#texts.numberOf(host.name);
    if (isOwnHost) this.#rows.flag(flag.isOwnHost);
    const isNamed = !this.#namesHosts || (isOwnHost && host.name !== undefined);
    if (!site || !isNamed) return 'otherHosts';
    numbers[start + column.site] = site.number;
    times[length - 1] = line.time;
    site.hash.take(text);
    numbers[start + column.low] = site.hash.low;
    numbers[start + column.high] = site.hash.high;
    return this.#classifyOf(line, known, site);
  }

  #classifyOf(line: LogLine, known: KnownHead, site: CountedSite): LineKind {
    const { status } = line;
    const client = this.#clientOf(line, known);
    if (client !== known.client) this.#rows.flag(flag.isForwarded);
    const isOwn = known.host.isOwnHost && !client.isExcluded;
    this.#rows.put(column.status, status);
    if (isOwn) this.#rows.flag(flag.hasStatus);
    const request = this.#fields.request(line, site);
    if (request.kind === 'otherMethods') return 'otherMethods';
    const isShown = isAnswered(status);
    if (!isShown) {
      if (status === 404 && isOwn && request.kind === 'page') this.#putMissing(line, site, request.page);
      return 'otherStatus';
    }
    if (request.kind !== 'page') return request.kind;
    if (!known.host.isOwnHost) return 'otherHosts';
    if (client.isExcluded) return 'excluded';
    const agent = this.#fields.agent(line);
    if (agent.isBot) this.#putBot(agent);
    if (agent.isBot && site.excludesBots) return 'bots';
    this.#putView(line, site, request, agent);
    this.#putClient(client, known);
    return 'counted';
  }

  /** The head's own where the client stands in it. */
  #clientOf(line: LogLine, known: KnownHead): Client {
    const { clients } = this.#parts;
    const { host, client } = known;
    return clients.hasField ? clients.clientOf(line, { host: host.name, client }) : client;
  }

  #putBot({ bot }: KnownAgent): void {
    this.#rows.flag(flag.isBot);
    this.#rows.put(column.bot, this.#texts.numberOf(bot));
  }

  /** A page that was not found, with where it was linked: a host, or a page of the website. */
  #putMissing(line: LogLine, site: CountedSite, page: string): void {
    const agent = this.#fields.agent(line);
    if (agent.isBot) return this.#putBot(agent);
    const { host } = this.#fields.referrer(line);
    const from = site.isOwnHost(host) ? referrerPath(line.referrer) : host;
    this.#rows.flag(flag.isMissing);
    this.#rows.put(column.page, this.#texts.numberOf(from === '' ? page : `${page} from ${from}`));
  }

  #putView(line: LogLine, site: CountedSite, request: KnownRequest, agent: KnownAgent): void {
    const texts = this.#texts;
    const referrer = this.#fields.referrer(line);
    const isInternal = site.isOwnHost(referrer.host);
    const isExternal = !isInternal && referrer.host !== '';
    this.#rows.put(column.page, (request.pageNumber ||= texts.numberOf(request.page)));
    if (request.campaign !== '')
      this.#rows.put(column.campaign, (request.campaignNumber ||= texts.numberOf(request.campaign)));
    if (isExternal) this.#rows.put(column.referrer, (referrer.number ||= texts.numberOf(referrer.host)));
    this.#rows.put(column.rank, isExternal || request.campaign !== '' ? 0 : isInternal ? 2 : 1);
    this.#rows.put(column.agent, (agent.number ||= texts.numberOf(agent.text)));
    this.#rows.put(column.software, agent.software);
    if (line.agent === undefined) this.#rows.flag(flag.lacksAgent);
    if (line.language !== '')
      this.#rows.put(column.language, texts.numberOf(this.#languages.get(line.language)));
  }

  #putClient(client: Client, known: KnownHead): void {
    const texts = this.#texts;
    const { address, place } = client;
    const isKnown = client === known.client;
    const number = isKnown ? (known.client.number ||= texts.numberOf(address)) : texts.numberOf(address);
    this.#rows.put(column.address, number);
    this.#rows.put(column.place, place);
  }
}
