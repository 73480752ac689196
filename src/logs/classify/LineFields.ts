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
  parameterTest,
  readAddress,
  readClientField,
  readHead,
} from '#logs/fields/clients.ts';
import {
  bareHost,
  type HostRules,
  hostTest,
  ownHostTest,
  referrerHost,
  referrerPath,
  websiteOfHost,
} from '#logs/fields/hosts.ts';
import {
  isAnswered,
  type MissingPath,
  missingText,
  pathOfRequest,
  type PageRequest,
  readPageRequest,
  requestedPath,
} from '#logs/fields/requests.ts';
import type { LogLine } from '#logs/formats/LogLine.ts';
import type { ReadingOptions } from '#logs/formats/ServerFormat.ts';
import type { LineClass } from '#logs/summary.ts';
import type { RequestStatistic } from '#model/statistics/statistics.ts';
import { newTarget, type Target } from '#logs/storage/targets.ts';
import { LineHash, lineSecret, siteSecret } from '#logs/count/KnownLines.ts';

/** A request, with the numbers that its texts were given; 0 where none yet. Those of requests, clients and agents save 3 to 7 %. */
interface KnownRequest {
  readonly kind: PageRequest['kind'] | 'otherMethods';
  readonly page: string;
  readonly campaign: string;
  /** The other parameters of a campaign, a line each; empty without any. */
  readonly utm: string;
  readonly isDownload: boolean;
  /** Without its query; undefined until it is asked for. Worked out for each line: +14 %. */
  path: string | undefined;
  pathNumber: number;
  pageNumber: number;
}

interface KnownClient {
  /** A host name where the server looks them up. */
  readonly address: string;
  readonly isExcluded: boolean;
  /** In the places of the countries. */
  readonly place: number;
  /** What its address was given; 0 where none yet. */
  number: number;
}

/** A website while lines are told apart for it: which of them it counts. */
class ClassifiedSite {
  readonly number: number;
  readonly excludesBots: boolean;
  readonly isOwnHost: (host: string) => boolean;
  readonly isExcludedAddress: (address: string) => boolean;
  readonly hash: LineHash;
  readonly shared: SharedFields;
  readonly pathRules: Parameters<typeof readPageRequest>[1];

  /** @param shared with the websites that have the same exclusions */
  constructor(target: Target, number: number, secret: string, shared: SharedFields) {
    this.number = number;
    this.excludesBots = target.exclude_bots === 1;
    this.isOwnHost = ownHostTest(target.domain);
    this.isExcludedAddress = addressTest(target.exclude_ips).isExcluded;
    const isExcludedParameter = parameterTest(target.exclude_params);
    this.pathRules = { isOwnHost: this.isOwnHost, isExcludedParameter };
    this.hash = new LineHash(secret);
    this.shared = shared;
  }

  /** @param text is kept */
  readRequest(text: string): KnownRequest {
    return {
      kind: 'otherMethods',
      page: '',
      campaign: '',
      utm: '',
      isDownload: false,
      path: undefined,
      pathNumber: 0,
      pageNumber: 0,
      ...(text.startsWith('GET ') && readPageRequest(text, this.pathRules)),
    };
  }
}

/** What is known of the fields that mean the same on all websites with the same exclusions. */
interface SharedFields {
  /** Without: +40 % for twenty busy hosts, +2 to 3 % where little repeats. */
  readonly clients: BoundedMap<KnownClient>;
  /** Without: +11 to 50 % of the time to classify a log. */
  readonly requests: BoundedMap<KnownRequest>;
}

/** Which websites lines are told apart for: one, or one of each host. */
type SiteChoice =
  | { readonly target: Target }
  | {
      /** The websites there are, waiting ones too. */
      readonly targets: readonly Target[];
      readonly rules: HostRules;
    };

/** More new hosts are left out: nobody has so many, but anybody can send them. */
const maxNewHosts = 2_000;
const minCharacters = 200_000;

/** The websites that lines are told apart for. Where each host is one, "www." belongs to the bare domain. */
class Sites {
  /** Hosts that were left out since there were too many. */
  crowdedOut = 0;
  readonly #key: string;
  readonly #only: ClassifiedSite | undefined;
  readonly #known: ReadonlyMap<string, Target>;
  readonly #matches: (host: string) => boolean;
  readonly #byHost = new Map<string, ClassifiedSite>();
  /** By the exclusions of websites: with the same ones, a client and a request for a path mean the same. */
  readonly #shared = new Map<string, SharedFields>();
  readonly #characters: number;
  readonly #made: Target[] = [];
  #count = 0;
  #new = 0;

  /** @param characters how much may be remembered of clients, and of requests */
  constructor(choice: SiteChoice, key: string, characters: number) {
    this.#key = key;
    const targets = 'target' in choice ? [choice.target] : [newTarget(''), ...choice.targets];
    this.#characters = Math.max(minCharacters, characters / new Set(targets.map(exclusionsOf)).size);
    const hosts = 'target' in choice ? { targets: [], rules: { patterns: [] } } : choice;
    this.#only = 'target' in choice ? this.#make(choice.target) : undefined;
    // A website of the bare domain comes before one with "www.".
    const ordered = hosts.targets.toSorted((a, b) => b.domain.length - a.domain.length);
    this.#known = new Map(ordered.map(target => [bareHost(target.domain), target]));
    this.#matches = hostTest(hosts.rules.patterns);
  }

  /** The website of a line with this virtual host (undefined: none stands in the line); undefined where it has none. */
  find(host: string | undefined): ClassifiedSite | undefined {
    if (this.#only || host === undefined) return this.#only;
    const domain = bareHost(host);
    const found = this.#byHost.get(domain);
    if (found) return found;
    const known = this.#known.get(domain);
    if ((!known && websiteOfHost(domain) === undefined) || !this.#matches(domain)) return undefined;
    if (!known && ++this.#new > maxNewHosts) {
      this.crowdedOut++;
      return undefined;
    }
    const target = known ?? newTarget(domain);
    this.#made.push(target);
    const site = this.#make(target);
    this.#byHost.set(domain, site);
    return site;
  }

  /** Whether a host is surely one, however short. */
  isKnownHost(host: string): boolean {
    return this.#only ? this.#only.isOwnHost(host) : this.#known.has(bareHost(host));
  }

  /** Those of hosts that were made since this was called last, in the order of their numbers. */
  takeNew(): Target[] {
    return this.#made.splice(0);
  }

  /** Forgets everything that has the number of a text. */
  clear(): void {
    for (const { clients, requests } of this.#shared.values())
      for (const known of [clients, requests]) known.clear();
  }

  #make(target: Target): ClassifiedSite {
    const exclusions = exclusionsOf(target);
    const shared: SharedFields = this.#shared.get(exclusions) ?? {
      clients: new BoundedMap(this.#characters),
      requests: new BoundedMap(this.#characters),
    };
    this.#shared.set(exclusions, shared);
    const secret = lineSecret(siteSecret(this.#key, target.domain));
    return new ClassifiedSite(target, this.#count++, secret, shared);
  }
}

function exclusionsOf({ exclude_params, exclude_ips }: Target): string {
  return JSON.stringify([exclude_params, exclude_ips]);
}

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
  /** Without: +5 % of diverse lines. */
  readonly #referrers: BoundedMap<string>;
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
    const { host, client } =
      this.#hostAndClient(line.head) ?? this.#heads.getOrAdd(line.head, this.#readHead);
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
    const host = this.#referrers.getOrAdd(line.referrer, referrerHost);
    const isInternal = site.isOwnHost(host);
    const referrer = isInternal ? '' : host;
    const rank = rankOf(referrer !== '' || campaign !== '' || utm !== '', isInternal);
    const language = line.language === '' ? '' : this.#languages.getOrAdd(line.language, languageOf);
    return { started: line.time, rank, page, referrer, campaign, utm, language };
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
    const host = this.#referrers.getOrAdd(line.referrer, referrerHost);
    return site.isOwnHost(host) ? referrerPath(line.referrer) : host;
  }

  #request({ request }: LogLine, site: ClassifiedSite): KnownRequest {
    const cache = site.shared.requests;
    const known = cache.get(request);
    if (known) return known;
    const text = ownText(request);
    const made = site.readRequest(text);
    // An absolute address is of this website or of another one.
    return text.startsWith('GET ') && text[4] !== '/' ? made : cache.add(text, made);
  }

  #agent({ agent }: LogLine): KnownAgent {
    return agent === undefined
      ? this.#readAgent(undefined)
      : this.#knownAgents.getOrAdd(agent, this.#readAgent);
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
    if (this.#hosts.isEmpty) return undefined;
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
    const isOwnHost = site?.isOwnHost(name) === true;
    const host: KnownHost = { name, site, isOwnHost, number: 0 };
    const word = text.slice(0, Math.max(0, text.indexOf(' ')));
    const isHost = word !== '' && hostBefore(word, this.#rules) === name;
    if (isHost && this.#hosts.get(word) === undefined) this.#hosts.add(ownText(word), host);
    return { host, client: this.#clientAt(address, site) };
  };
}

/** Whether a line is a page view: then it has all that tells of one. */
export function isPageView(found: ClassifiedLine): found is PageView {
  return found.kind === 'counted';
}

/** Also of what is no page, and in whatever way it was asked for. */
function wholePath({ request: text }: LogLine, { site, request }: ClassifiedLine): string {
  return request?.kind === 'page' ? request.page : site ? requestedPath(text, site.pathRules) : '';
}

/** Without its query and method. */
function filePath({ request: text }: LogLine, { site, request }: ClassifiedLine): string | undefined {
  return site && request && (request.path ??= pathOfRequest(text, site.pathRules));
}
