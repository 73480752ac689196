import { hourValue } from '#model/statistics/statistics.ts';
import { type Agent, Agents } from '#server/import/fields/Agents.ts';
import { isPlainAsset } from '#server/import/fields/assets.ts';
import { BoundedCache } from '#server/import/fields/BoundedCache.ts';
import { type Client, type ClientRules, Clients, type Head } from '#server/import/fields/Clients.ts';
import type { Countries } from '#server/import/fields/Countries.ts';
import { languageOf } from '#server/import/fields/languages.ts';
import { type PageRequest, readPageRequest } from '#server/import/fields/pageRequest.ts';
import { ownHostTest, referrerHost } from '#server/import/fields/referrer.ts';
import type { KnownLines } from '#server/import/lines/KnownLines.ts';
import { LineReader } from '#server/import/formats/LineReader.ts';
import type { FormatName, LogLine } from '#server/import/formats/LogLine.ts';
import { nearestFormat } from '#server/import/formats/nearestFormat.ts';
import type { SessionStager } from '#server/import/sessions/SessionStager.ts';
import { TopCounter } from './TopCounter.ts';
import type { LineCounts } from './ImportSummary.ts';
import type { LocalClock } from './LocalClock.ts';
import type { Tally } from './Tally.ts';

/** How a website wants to be counted. */
interface CountingRules extends Omit<ClientRules, 'isOwnHost'> {
  readonly domain: string;
  readonly excludesBots: boolean;
  readonly isExcludedParameter: (name: string) => boolean;
}

type LineClass = Exclude<keyof LineCounts, 'read'>;

type Page = Extract<PageRequest, { kind: 'page' }>;

interface Parts {
  readonly tally: Tally;
  readonly sessions: SessionStager;
  readonly lines: KnownLines;
  readonly clock: LocalClock;
  readonly countries: Countries | undefined;
}

const secondsOfDay = 86_400;
const longestExample = 160;
const hours = Array.from({ length: 24 }, (_, hour) => hourValue(hour));

/** Sorts lines into the classes of the summary, and counts the page views among them. */
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
  /** How many lines were read as which format. */
  readonly formats = new Map<FormatName, number>();
  /** Page views of lines without an agent field, by their format. */
  readonly withoutAgent = new Map<FormatName, number>();
  /** Page views of lines that told a language. */
  withLanguage = 0;
  /** The first malformed line that is not empty, as far as it is shown, and the format it comes nearest to. */
  malformedLine: { readonly text: string; readonly nearest: string } | undefined;
  /** The virtual hosts of all lines that have one. */
  readonly hosts = new TopCounter();
  /** Lines of this website's own virtual host. */
  ownHostLines = 0;
  /** Days that have lines of the website, counted or not, since 1970-01-01. */
  readonly days = new Set<number>();
  /** Of the page views. */
  readonly addresses = new TopCounter();
  /** The first and the last time of lines in doubt, in seconds since 1970. */
  doubt: { readonly from: number; readonly to: number } | undefined;
  readonly agents = new Agents();
  readonly #rules: CountingRules;
  readonly #parts: Parts;
  readonly #isOwnHost: (host: string) => boolean;
  readonly clients: Clients;
  readonly #requests;
  readonly #referrers = new BoundedCache(referrerHost);
  readonly #languages = new BoundedCache(languageOf);
  #reader = new LineReader();

  constructor(rules: CountingRules, parts: Parts) {
    this.#rules = rules;
    this.#parts = parts;
    const isOwnHost = ownHostTest(rules.domain);
    this.#isOwnHost = isOwnHost;
    this.clients = new Clients({ ...rules, isOwnHost }, parts.countries);
    this.#requests = new BoundedCache(request => readPageRequest(request, { ...rules, isOwnHost }));
  }

  /** The most common virtual host of another website. */
  get otherHost(): string | undefined {
    return this.hosts.top(Infinity).find(([host]) => !this.#isOwnHost(host))?.[0];
  }

  get read(): number {
    return Object.values(this.counts).reduce((total, count) => total + count, 0);
  }

  /** Starts a source, whose lines this reads. */
  begin(reader: LineReader): void {
    this.#reader = reader;
  }

  readonly take = (text: string): void => {
    const kind = this.#classify(text);
    this.counts[kind]++;
    if (kind === 'malformed' && this.malformedLine === undefined && text.trim() !== '')
      this.malformedLine = {
        text: Buffer.from(text.slice(0, longestExample), 'latin1').toString('utf8'),
        nearest: nearestFormat(text, this.#reader),
      };
  };

  #classify(text: string): LineClass {
    const line = this.#reader.read(text);
    if (line === 'comment') return 'comments';
    const head = line && this.clients.headOf(line);
    if (!head) return 'malformed';
    add(this.formats, line.format);
    if (head.host !== undefined) this.hosts.add(head.host);
    if (head.host !== undefined && head.isOwnHost) this.ownHostLines++;
    const { lines, clock } = this.#parts;
    if (head.isOwnHost) this.days.add(clock.day(line.time));
    const status = lines.lookUp(line.time, text);
    if (status === 'inDoubt') this.#noteDoubt(line.time);
    if (status !== 'new') return status;
    const found = this.#classifyNew(line, head);
    if (found !== 'malformed') lines.add();
    return found;
  }

  #classifyNew(line: LogLine, head: Head): LineClass {
    if (!line.request.startsWith('GET ')) return 'otherMethods';
    if (!((line.status >= 200 && line.status < 300) || line.status === 304)) return 'otherStatus';
    // Most lines end here, without a look-up.
    if (isPlainAsset(line.request)) return 'assets';
    const request = this.#requests.get(line.request);
    if (request.kind !== 'page') return request.kind;
    if (!head.isOwnHost) return 'otherHosts';
    const client = this.clients.clientOf(line, head);
    if (client.isExcluded) return 'excluded';
    const agent = this.agents.of(line.agent);
    if (agent.isBot && this.#rules.excludesBots) return 'bots';
    this.#count(line, request, client, agent);
    return 'counted';
  }

  #noteDoubt(time: number): void {
    const { from = time, to = time } = this.doubt ?? {};
    this.doubt = { from: Math.min(from, time), to: Math.max(to, time) };
  }

  #count(line: LogLine, { page, campaign }: Page, { address, place }: Client, agent: Agent): void {
    const { tally, sessions, clock } = this.#parts;
    this.addresses.add(address);
    const local = clock.local(line.time);
    const day = Math.floor(local / secondsOfDay);
    const hour = Math.floor((local - day * secondsOfDay) / 3600);
    tally.add('pageviews', day, '');
    tally.add('pageviews_hours', day, hours[hour] ?? '');
    tally.add('page', day, page);
    if (line.agent === undefined) add(this.withoutAgent, line.format);
    const language = line.language === '' ? '' : this.#languages.get(line.language);
    if (language !== '') this.withLanguage++;
    const host = this.#referrers.get(line.referrer);
    const isInternal = this.#isOwnHost(host);
    const referrer = isInternal ? '' : host;
    const rank = referrer !== '' || campaign !== '' ? 0 : isInternal ? 2 : 1;
    sessions.add({
      time: line.time,
      hour,
      rank,
      page,
      referrer,
      campaign,
      day,
      address,
      agent,
      place,
      language,
    });
  }
}

function add(counts: Map<FormatName, number>, format: FormatName): void {
  counts.set(format, (counts.get(format) ?? 0) + 1);
}
