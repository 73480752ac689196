import { hash } from 'node:crypto';
import type { LogSourceRecord } from '#server/database/logSources.ts';
import type { Target } from '#server/database/waitingWebsites.ts';
import { isPrivateAddress } from '#server/import/fields/address.ts';
import { Agents } from '#server/import/fields/Agents.ts';
import { isPlainAsset } from '#server/import/fields/assets.ts';
import { BoundedCache } from '#server/import/fields/BoundedCache.ts';
import { Clients } from '#server/import/fields/Clients.ts';
import { readClientField } from '#server/import/fields/clientField.ts';
import { addressTest } from '#server/import/fields/exclusions.ts';
import { isAnswered } from '#server/import/fields/pageRequest.ts';
import { bareName, referrerHost, referrerPath } from '#server/import/fields/referrer.ts';
import type { LogLine } from '#server/import/formats/LogLine.ts';
import { ServerFormat } from '#server/import/formats/ServerFormat.ts';
import { HostSearch } from '#server/import/hostField/HostSearch.ts';
import { hostTest } from '#server/import/sites/HostSites.ts';
import { SiteRules } from '#server/import/sites/SiteRules.ts';
import { singleSite } from '#server/import/sites/Sites.ts';
import type { CountedView } from './RecentViews.ts';

/** What each cache remembers: some 2 MB. */
const cacheCharacters = 1_000_000;

/** Finds the page views of a website among the lines of a source, by the rules of an import. */
export class ViewReader {
  /** Of all lines; undefined: each line tells. */
  readonly format: ServerFormat | undefined;
  /** Finds the host of the lines of each log. */
  readonly hosts: HostSearch;
  readonly #site: SiteRules;
  readonly #clients: Clients<SiteRules>;
  readonly #agents = new Agents(cacheCharacters);
  readonly #referrers = new BoundedCache(referrerHost, cacheCharacters);
  /** Undefined where lines without a host are the website's. */
  readonly #isWanted: ((host: string) => boolean) | undefined;

  constructor(target: Target, { website, options }: LogSourceRecord) {
    const { logFormat, client, trustedProxies, hosts } = options;
    this.format = logFormat === undefined ? undefined : new ServerFormat(logFormat);
    this.hosts = new HostSearch(website && target.domain);
    this.#site = new SiteRules(target, cacheCharacters);
    const proxies = addressTest(trustedProxies?.join('\n') ?? null);
    const isTrusted = (address: string): boolean => isPrivateAddress(address) || proxies.isExcluded(address);
    const clientField = client === undefined ? undefined : readClientField(client);
    const rules = { sites: singleSite(this.#site), isTrusted, clientField };
    this.#clients = new Clients(rules, undefined, cacheCharacters);
    this.#isWanted = website ? undefined : hostTest(hosts?.patterns ?? []);
  }

  /** Undefined for a line that is no page view of the website. */
  viewOf(line: LogLine): CountedView | undefined {
    const head = this.#clients.headOf(line);
    if (head === undefined || !head.isOwnHost || !this.#takes(head.host)) return undefined;
    if (!line.request.startsWith('GET ') || !isAnswered(line.status)) return undefined;
    if (isPlainAsset(line.request)) return undefined;
    const request = this.#site.requestOf(line.request);
    const client = this.#clients.clientOf(line, head);
    if (request.kind !== 'page' || client.isExcluded) return undefined;
    const agent = this.#agents.of(line.agent);
    if (agent.isBot && this.#site.excludesBots) return undefined;
    const visitor = (): number => visitorNumber(`${client.address}\n${agent.text}`);
    return { time: line.time, visitor, page: request.page, referrer: this.#referrerOf(line) };
  }

  #takes(host: string | undefined): boolean {
    if (this.#isWanted === undefined) return true;
    return host !== undefined && this.#isWanted(bareName(host));
  }

  /** A host, or the page of the website that has the link. */
  #referrerOf({ referrer }: LogLine): string {
    const host = this.#referrers.get(referrer);
    return this.#site.isOwnHost(host) ? referrerPath(referrer) : host;
  }
}

/** 48 bits of a hash: neither the address nor the agent is kept. */
function visitorNumber(text: string): number {
  return hash('sha1', text, 'buffer').readUIntBE(0, 6);
}
