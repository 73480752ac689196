import { rankOf, type SessionStart } from '#logs/count/sessions.ts';
import { BoundedMap, ownText } from '#logs/fields/BoundedMap.ts';
import { type Agent, Agents, languageOf } from '#logs/fields/agents.ts';
import {
  addressTest,
  type ClientField,
  type Countries,
  fieldOf,
  forwardedClient,
  type HeadRules,
  hostBefore,
  isPrivateAddress,
  readAddress,
  readClientField,
  readHead,
} from '#logs/fields/clients.ts';
import { referrerHost, referrerPath } from '#logs/fields/hosts.ts';
import { pathOfRequest, requestedPath } from '#logs/fields/requests.ts';
import { isAnswered, type LogLine } from '#logs/formats/LogLine.ts';
import type { ReadingOptions } from '#logs/formats/ServerFormat.ts';
import type { LineClass } from '#logs/summary.ts';
import type { RequestStatistic } from '#model/statistics/statistics.ts';
import { type ClassifiedSite, type KnownClient, type KnownRequest, type SiteChoice, Sites } from './sites.ts';

/** A virtual host, with the number that its text was given; 0 where none yet. */
interface KnownHost {
  /** Undefined in a log that has none. */
  readonly name: string | undefined;
  /** Undefined where lines of it are for none. */
  readonly site: ClassifiedSite | undefined;
  /** Whether it is the website's own, or none is there. */
  readonly isOwnHost: boolean;
  number: number;
}

interface KnownHead {
  readonly host: KnownHost;
  readonly client: KnownClient;
}

const unreadHead: KnownHead = {
  host: { name: undefined, site: undefined, isOwnHost: false, number: 0 },
  client: { address: '', isExcluded: false, place: 0, number: 0 },
};

type KnownAgent = Agent & { number: number };

interface KnownReferrer {
  /** Empty for none. */
  readonly host: string;
  /** Undefined until it is asked for. */
  path: string | undefined;
}

/** What a line counts as, if it is new, and what was looked at to tell. */
export interface ClassifiedLine {
  kind: LineClass;
  readonly host: KnownHost;
  site: ClassifiedSite | undefined;
  client: KnownClient;
  /** The client was found in the field of proxies. */
  isForwarded: boolean;
  /** Whether its status counts: it is for the website, and not excluded. */
  isOwn: boolean;
  request: KnownRequest | undefined;
  /** Where its status counts. */
  agent: KnownAgent | undefined;
}

/** One that is counted. */
export interface PageView extends ClassifiedLine {
  readonly site: ClassifiedSite;
  readonly request: KnownRequest;
  readonly agent: KnownAgent;
}

const missingStatus = 404;
/** A part of a file: how many of them make one download nobody can tell. */
const partStatus = 206;
const firstFailure = 500;
const fewCharacters = 1_000_000;
/** With the values some 20 MB: the addresses of a busy month. */
const maxCharacters = 8_000_000;

/** What lines are told apart by. */
export interface ClassifierTask {
  readonly choice: SiteChoice;
  /** The random key of the database. */
  readonly key: string;
  readonly reading: ReadingOptions;
}

/**
 * Understands the fields of lines, each text once, and tells by them what a line counts as. What each map saves is said of the CPU
 * time to classify 100,000 lines: medians of 21 runs in turn.
 */
export class LineFields {
  readonly sites: Sites;
  readonly #countries: Countries | undefined;
  readonly #field: ClientField | undefined;
  readonly #rules: HeadRules;
  readonly #agents = new Agents();
  /** Without: +75 % of the time to classify a log of few clients. */
  readonly #heads: BoundedMap<KnownHead>;
  /** By the word in front: in the logs of many websites each host comes with each client. Without: +25 % for twenty hosts. */
  readonly #hosts = new BoundedMap<KnownHost>(fewCharacters);
  /** Of lines that name none: one for all of them. */
  #unnamed: KnownHost | undefined;
  /** Without: +60 % where nineteen of twenty busy hosts are no website, of which +20 % were left without their countries. */
  readonly #clientsOfNone = new BoundedMap<KnownClient>(fewCharacters);
  /** Without: 2.6 to 4.7 times the time. */
  readonly #knownAgents: BoundedMap<KnownAgent>;
  /** Of lines of a format that holds none. */
  #withoutAgent: KnownAgent | undefined;
  /** Without: +5 % of diverse lines. */
  readonly #referrers: BoundedMap<KnownReferrer>;
  /** Without: +13 % of JSON with languages. */
  readonly #languages = new BoundedMap<string>(fewCharacters);

  /** @param characters how much is remembered of each field */
  constructor(
    { choice, key, reading }: ClassifierTask,
    countries?: Countries,
    characters: number = maxCharacters,
  ) {
    this.#countries = countries;
    this.#field = readClientField(reading.client);
    this.sites = new Sites(choice, key, characters);
    const proxies = addressTest(reading.trustedProxies?.join('\n') ?? null);
    const isTrusted = (address: string): boolean => isPrivateAddress(address) || proxies.isExcluded(address);
    this.#rules = { isTrusted, isOwnHost: host => this.sites.isKnownHost(host) };
    this.#heads = new BoundedMap(characters);
    this.#knownAgents = new BoundedMap(characters);
    this.#referrers = new BoundedMap(characters);
  }

  get software(): Agents['software'] {
    return this.#agents.software;
  }

  get places(): Countries['places'] {
    return this.#countries?.places ?? [];
  }

  /** Forgets everything that has the number of a text. */
  clear(): void {
    for (const cache of [this.#heads, this.#hosts, this.#clientsOfNone]) cache.clear();
    for (const cache of [this.#knownAgents, this.sites]) cache.clear();
  }

  /**
   * Undefined for a line in front of which neither an address nor a host stands.
   * @param namesHosts whether lines that do not name the host of a website are of none
   */
  classify(line: LogLine, namesHosts: boolean): ClassifiedLine | undefined {
    const { head } = line;
    const { host, client } =
      this.#hostAndClient(head) ?? this.#heads.get(head) ?? this.#heads.make(head, this.#readHead);
    if (host === unreadHead.host) return undefined;
    const isNamed = !namesHosts || (host.isOwnHost && host.name !== undefined);
    const found: ClassifiedLine = {
      kind: 'otherHosts',
      host,
      site: isNamed ? host.site : undefined,
      client,
      isForwarded: false,
      isOwn: false,
      request: undefined,
      agent: undefined,
    };
    if (found.site) found.kind = this.#kindOf(line, found.site, found);
    return found;
  }

  #kindOf(line: LogLine, site: ClassifiedSite, found: ClassifiedLine): LineClass {
    const { host } = found;
    const forwarded = this.#field && this.#forwardedClient(line, this.#field, host);
    found.client = forwarded ?? found.client;
    found.isForwarded = forwarded !== undefined;
    found.isOwn = host.isOwnHost && !found.client.isExcluded;
    const request = this.#request(line, site);
    found.request = request;
    const agent = found.isOwn ? this.#agent(line) : undefined;
    found.agent = agent;
    if (request.kind === 'otherMethods') return 'otherMethods';
    if (!isAnswered(line.status)) return 'otherStatus';
    if (request.kind !== 'page') return request.kind;
    if (!host.isOwnHost) return 'otherHosts';
    if (!agent) return 'excluded';
    return agent.isBot && site.excludesBots ? 'bots' : 'counted';
  }

  /** How the session begins that begins with a page view. A link of the website itself is no referrer. */
  sessionStart(line: LogLine, { site, request }: PageView): SessionStart & { readonly language: string } {
    const { page, campaign, utm } = request;
    const { host } = this.#referrer(line);
    const isInternal = site.ownHosts.has(host);
    const referrer = isInternal ? '' : host;
    const rank = rankOf(referrer !== '' || campaign !== '' || utm !== '', isInternal);
    return { started: line.time, rank, page, referrer, campaign, utm, language: this.#language(line) };
  }

  /** What a line counts as in a statistic of requests; undefined where it does not. */
  requestValue(name: RequestStatistic, line: LogLine, found: ClassifiedLine): string | undefined {
    const { kind, agent, isOwn, request } = found;
    const bot = agent?.isBot === true ? agent.bot : undefined;
    switch (name) {
      case 'status':
        return isOwn ? String(line.status) : undefined;
      case 'bot':
        return bot;
      case 'bot_page':
        return kind === 'bots' || kind === 'counted' ? bot : undefined;
      case 'not_found': {
        const missing = this.missing(line, found);
        return missing && missingText(missing);
      }
      case 'failed':
        return line.status >= firstFailure && agent ? wholePath(line, found) : undefined;
      case 'download': {
        const isFile = kind === 'assets' && request?.isDownload === true;
        const isGiven = isFile && agent?.isBot === false && line.status !== partStatus;
        return isGiven ? filePath(line, found) : undefined;
      }
      case 'bytes':
        return isOwn && (line.bytes ?? 0) > 0 ? filePath(line, found) : undefined;
      case 'response_time':
      case 'slow_response':
        return kind === 'counted' && line.took !== undefined ? request?.page : undefined;
    }
  }

  /** What a request of people asked for that was not found, of whatever kind; undefined for any other line. */
  missing(line: LogLine, found: ClassifiedLine): MissingPath | undefined {
    const { site, agent } = found;
    if (!site || !agent || agent.isBot || line.status !== missingStatus) return undefined;
    return { path: wholePath(line, found), link: this.linkOf(line, site) };
  }

  /** A host, or the page of the website that has the link; empty for none. */
  linkOf(line: LogLine, site: ClassifiedSite): string {
    const link = this.#referrer(line);
    return site.ownHosts.has(link.host) ? (link.path ??= referrerPath(line.referrer)) : link.host;
  }

  #referrer({ referrer }: LogLine): KnownReferrer {
    return this.#referrers.get(referrer) ?? this.#referrers.make(referrer, readReferrer);
  }

  #language({ language }: LogLine): string {
    return language === ''
      ? ''
      : (this.#languages.get(language) ?? this.#languages.make(language, languageOf));
  }

  #request({ request }: LogLine, site: ClassifiedSite): KnownRequest {
    const cache = site.shared.requests;
    const known = cache.get(request);
    if (known) return known;
    const text = ownText(request);
    const made = site.readRequest(text);
    // An absolute address is of this website or of another one.
    return text[text.indexOf(' ') + 1] === '/' ? cache.add(text, made) : made;
  }

  #agent({ agent }: LogLine): KnownAgent {
    return agent === undefined
      ? (this.#withoutAgent ??= this.#readAgent(undefined))
      : (this.#knownAgents.get(agent) ?? this.#knownAgents.make(agent, this.#readAgent));
  }

  readonly #readAgent = (text: string | undefined): KnownAgent => ({
    ...this.#agents.read(text),
    number: 0,
  });

  /** A line without one did not come through the proxy. */
  #forwardedClient(line: LogLine, field: ClientField, { site }: KnownHost): KnownClient | undefined {
    const list = fieldOf(line, field);
    const address = list === undefined ? undefined : forwardedClient(list, this.#rules.isTrusted);
    return address === undefined ? undefined : this.#clientAt(ownText(address), site);
  }

  #clientAt(address: string, site: ClassifiedSite | undefined): KnownClient {
    const isExcluded = site?.isExcludedAddress(address) === true;
    return { address, isExcluded, place: this.#countries?.locationOf(address) ?? 0, number: 0 };
  }

  /** The two apart, where the line begins with a host that is known. */
  #hostAndClient(head: string): KnownHead | undefined {
    if (this.#hosts.size === 0) return undefined;
    const end = head.indexOf(' ');
    const host = end < 0 ? undefined : this.#hosts.get(head.slice(0, end));
    if (!host) return undefined;
    const cache = host.site?.shared.clients ?? this.#clientsOfNone;
    const behind = head.slice(end + 1);
    const known = cache.get(behind);
    if (known) return { host, client: known };
    const text = ownText(behind);
    const address = readAddress(text, this.#rules);
    return address === undefined
      ? undefined
      : { host, client: cache.add(text, this.#clientAt(address, host.site)) };
  }

  readonly #readHead = (text: string): KnownHead => {
    const head = readHead(text, this.#rules);
    if (!head) return unreadHead;
    const { host: name, address } = head;
    if (name === undefined) {
      const host = (this.#unnamed ??= { name, site: this.sites.find(name), isOwnHost: true, number: 0 });
      return { host, client: this.#clientAt(address, host.site) };
    }
    const site = this.sites.find(name);
    const isOwnHost = site?.ownHosts.has(name) === true;
    const host: KnownHost = { name, site, isOwnHost, number: 0 };
    const word = text.slice(0, Math.max(0, text.indexOf(' ')));
    const isHost = word !== '' && hostBefore(word, this.#rules) === name;
    if (isHost && this.#hosts.get(word) === undefined) this.#hosts.add(ownText(word), host);
    return { host, client: this.#clientAt(address, site) };
  };
}

function readReferrer(text: string): KnownReferrer {
  return { host: referrerHost(text), path: undefined };
}

/** What was not found, and what linkOf says of the link to it. */
interface MissingPath {
  readonly path: string;
  readonly link: string;
}

/** What is counted of it. */
export function missingText({ path, link }: MissingPath): string {
  return link === '' ? path : `${path} from ${link}`;
}

/** Whether a line is a page view: then it has all that tells of one. */
export function isPageView(found: ClassifiedLine): found is PageView {
  return found.kind === 'counted';
}

/** Also of what is no page, and in whatever way it was asked for. */
function wholePath({ request: text }: LogLine, { site, request }: ClassifiedLine): string {
  if (!request || !site) return '';
  return request.kind === 'page' ? request.page : (request.whole ??= requestedPath(text, site.pathRules));
}

/** Without its query and method. */
function filePath({ request: text }: LogLine, { site, request }: ClassifiedLine): string | undefined {
  return site && request && (request.path ??= pathOfRequest(text, site.pathRules));
}
