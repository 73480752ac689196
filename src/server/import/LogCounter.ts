import { hourValue } from '#model/statistics/statistics.ts';
import { type Agent, Agents } from '#server/import/fields/Agents.ts';
import { isPlainAsset } from '#server/import/fields/assets.ts';
import { BoundedCache } from '#server/import/fields/BoundedCache.ts';
import { type Client, type ClientRules, Clients, type Head } from '#server/import/fields/Clients.ts';
import type { Countries } from '#server/import/fields/Countries.ts';
import { languageOf } from '#server/import/fields/languages.ts';
import { isAnswered, type PageRequest } from '#server/import/fields/pageRequest.ts';
import { referrerHost, referrerPath } from '#server/import/fields/referrer.ts';
import { LineReader } from '#server/import/formats/LineReader.ts';
import type { FormatName, LogLine } from '#server/import/formats/LogLine.ts';
import { nearestFormat } from '#server/import/formats/nearestFormat.ts';
import type { SessionStager } from '#server/import/sessions/SessionStager.ts';
import type { Site } from '#server/import/sites/Site.ts';
import type { Sites } from '#server/import/sites/Sites.ts';
import { TopCounter } from './TopCounter.ts';
import type { LineCounts } from './ImportSummary.ts';
import type { LocalClock } from './LocalClock.ts';

type LineClass = Exclude<keyof LineCounts, 'read'>;

type Page = Extract<PageRequest, { kind: 'page' }>;

interface Parts {
  readonly sessions: SessionStager;
  readonly clock: LocalClock;
  readonly countries: Countries | undefined;
}

const secondsOfDay = 86_400;
const longestExample = 160;
const statusTexts = Array.from({ length: 1_000 }, (_, status) => String(status));
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
  /** Lines of the websites' own virtual hosts. */
  ownHostLines = 0;
  /** Days that have lines of the website, counted or not, since 1970-01-01. */
  readonly days = new Set<number>();
  /** Of the page views. */
  readonly addresses = new TopCounter();
  /** The first and the last time of lines in doubt, in seconds since 1970. */
  doubt: { readonly from: number; readonly to: number } | undefined;
  readonly agents = new Agents();
  readonly #parts: Parts;
  readonly #sites: Sites;
  readonly clients: Clients;
  readonly #referrers = new BoundedCache(referrerHost);
  readonly #languages = new BoundedCache(languageOf);
  #reader = new LineReader();

  constructor(rules: ClientRules, parts: Parts) {
    this.#parts = parts;
    this.#sites = rules.sites;
    this.clients = new Clients(rules, parts.countries);
  }

  /** The most common virtual host that is no website of these. */
  get otherHost(): string | undefined {
    const isOther = (host: string): boolean => this.#sites.of(host)?.isOwnHost(host) !== true;
    return this.hosts.top(Infinity).find(([host]) => isOther(host))?.[0];
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
    const { site } = head;
    if (!site) return 'otherHosts';
    const { lines } = site;
    const day = this.#parts.clock.day(line.time);
    if (head.isOwnHost) this.days.add(day);
    const status = lines.lookUp(line.time, text);
    if (status === 'inDoubt') this.#noteDoubt(line.time);
    if (status !== 'new') return status;
    const found = this.#classifyNew(line, head, site, day);
    if (found !== 'malformed') lines.add();
    return found;
  }

  #classifyNew(line: LogLine, head: Head, site: Site, day: number): LineClass {
    const client = this.clients.clientOf(line, head);
    const isOwn = head.isOwnHost && !client.isExcluded;
    if (isOwn) site.tally.add('status', day, statusTexts[line.status] ?? '');
    if (!line.request.startsWith('GET ')) return 'otherMethods';
    const isShown = isAnswered(line.status);
    if (!isShown && (line.status !== 404 || !isOwn)) return 'otherStatus';
    // Most lines end here, without a look-up.
    if (isPlainAsset(line.request)) return isShown ? 'assets' : 'otherStatus';
    const request = site.requestOf(line.request);
    if (!isShown) {
      if (request.kind === 'page') this.#countMissing(line, site, request.page, day);
      return 'otherStatus';
    }
    if (request.kind !== 'page') return request.kind;
    if (!head.isOwnHost) return 'otherHosts';
    if (client.isExcluded) return 'excluded';
    const agent = this.agents.of(line.agent);
    if (agent.isBot) site.tally.add('bot', day, agent.bot);
    if (agent.isBot && site.excludesBots) return 'bots';
    this.#count(line, site, request, client, agent);
    return 'counted';
  }

  /** A page that was not found, with where it was linked: a host, or a page of the website. */
  #countMissing(line: LogLine, site: Site, page: string, day: number): void {
    const agent = this.agents.of(line.agent);
    if (agent.isBot) return site.tally.add('bot', day, agent.bot);
    const host = this.#referrers.get(line.referrer);
    const from = site.isOwnHost(host) ? referrerPath(line.referrer) : host;
    site.tally.add('not_found', day, from === '' ? page : `${page} from ${from}`);
  }

  #noteDoubt(time: number): void {
    const { from = time, to = time } = this.doubt ?? {};
    this.doubt = { from: Math.min(from, time), to: Math.max(to, time) };
  }

  #count(
    line: LogLine,
    site: Site,
    { page, campaign }: Page,
    { address, place }: Client,
    agent: Agent,
  ): void {
    const { sessions, clock } = this.#parts;
    const { tally } = site;
    site.counted++;
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
    const isInternal = site.isOwnHost(host);
    const referrer = isInternal ? '' : host;
    const rank = referrer !== '' || campaign !== '' ? 0 : isInternal ? 2 : 1;
    sessions.add({
      site,
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
