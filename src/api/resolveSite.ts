import { domainToASCII, domainToUnicode } from 'node:url';
import type { Api } from '#api/api.ts';
import { ApiError, RefusedError, UsageError } from '#model/failure.ts';
import { everyPage } from '#model/service/paging.ts';
import { isHostName, normaliseDomain, ownName, type Website } from '#model/website/website.ts';
import { didYouMean } from '#text/match.ts';
import { saveMemory } from '#system/runtime.ts';
import { safeText } from '#text/safeText.ts';

/** The domains that a service had when its websites were last listed. */
type KnownDomains = () => readonly string[];

/** A website, and whether it was read on its own just now: rows of a list may lack fields. */
interface Resolved {
  readonly website: Website;
  readonly isRecord: boolean;
}

/**
 * The website with this id, domain or name; a domain goes before a name, and a number is an id alone. Rejects with a
 * RefusedError where there is none, a UsageError where several are called so, and as the Api does.
 */
export async function resolveSite(api: Api, site: string, known?: KnownDomains): Promise<Website> {
  return (await resolve(api, site, known)).website;
}

/** The same with all its fields, as the service has them now. */
export async function readSite(api: Api, site: string, known?: KnownDomains): Promise<Website> {
  const { website, isRecord } = await resolve(api, site, known);
  return isRecord ? website : await api.showWebsite(website.id);
}

async function resolve(api: Api, site: string, kept?: KnownDomains): Promise<Resolved> {
  const known = kept ?? (() => []);
  const text = site.trim();
  if (text === '') throw new UsageError('A website is named by its domain or id: this one is empty.');
  const readRecord = async (): Promise<Resolved | undefined> => {
    const website = await readById(api, text, known);
    return website && { website, isRecord: true };
  };
  const isDomain = looksLikeDomain(text, known);
  const byId = isDomain ? undefined : await readRecord();
  if (byId !== undefined) return byId;
  const { matches, isWhole } = await calledIn(api, text);
  const [found, ...others] = matches;
  if (others.length > 0) throw ambiguousSite(text, matches);
  if (found !== undefined) return { website: found, isRecord: false };
  const named = isDomain ? await readRecord() : undefined;
  if (named !== undefined) return named;
  if (isWhole) {
    // Where a list may be kept: of a command, whose websites somebody types.
    const meant = kept?.().length === 0 ? await someDomains(api) : known();
    throw noWebsite(text, () => meant);
  }
  throw new RefusedError(
    `"${safeText(text, 100)}" is not among the websites that could be read, which are not all: name it by its id.`,
  );
}

/** A website that something was kept of: that with its id and domain, else with its domain. Rejects as `resolveSite` does. */
export async function resolveKept(
  api: Api,
  { id, domain }: { readonly id: string; readonly domain: string },
  known?: KnownDomains,
): Promise<Website> {
  const byId = await api.showWebsite(id).catch((error: unknown) => {
    if (error instanceof ApiError && isNoSuchId(error)) return undefined;
    throw error;
  });
  const isIt =
    byId?.id === id && (domain === '' ? (byId.domain ?? '') === '' : sameDomain(byId.domain, domain));
  if (byId !== undefined && isIt) return byId;
  if (domain === '') throw noWebsite(id, known ?? (() => []));
  return await resolveSite(api, domain, known);
}

function noWebsite(text: string, known: KnownDomains): RefusedError {
  const names = known();
  const [only = ''] = names;
  const hint = didYouMean(text, names) || (names.length === 1 ? ` It has ${safeText(only, 100)}.` : '');
  return new RefusedError(`There is no website "${safeText(text, 100)}" on this service.${hint}`);
}

/** What may have been meant, where no list of the service is kept yet. */
async function someDomains(api: Api): Promise<string[]> {
  const query = { sortBy: api.capabilities.websites.orders[0], sort: 'asc', perPage: 100, page: 1 } as const;
  const { rows } = await api.listWebsites(query).catch(() => ({ rows: [] }));
  return rows.flatMap(({ domain = '' }) => (isHostName(domain) ? [domain] : []));
}

/** Ids are numbers or words without a dot. A host name may be without one too, and is then known by its list only. */
function looksLikeDomain(text: string, known: KnownDomains): boolean {
  const name = normaliseDomain(text);
  if (/^[\d.]*$/.test(name) && !/^\d+(?:\.\d+){3}$/.test(name)) return false;
  if (name.includes('.')) return isHostName(name);
  return /\D/.test(name) && known().some(domain => sameDomain(domain, name));
}

/** Undefined where it may be a domain. */
async function readById(api: Api, id: string, known: KnownDomains): Promise<Website | undefined> {
  try {
    const website = await api.showWebsite(id);
    // A database that compares loosely gives website 3 for "3dprint.com".
    return website.id === id || sameDomain(website.domain, id) ? website : undefined;
  } catch (error) {
    if (!(error instanceof ApiError) || !isNoSuchId(error)) throw error;
    if (error.kind === 'notFound' && /^\d+$/.test(id)) throw noWebsite(id, known);
    return undefined;
  }
}

/** The errors of services for an id they do not have, or for a domain in place of an id. */
function isNoSuchId({ kind, details }: ApiError): boolean {
  return kind === 'notFound' || kind === 'validation' || (kind === 'server' && details.status === 500);
}

/** By their domain, else by their name. */
async function calledIn(api: Api, text: string) {
  /** False where the service did not return all it found. */
  let isWhole = true;
  const { canSearch, orders } = api.capabilities.websites;
  const sortBy = orders.includes('domain') ? 'domain' : orders[0];
  const named: Website[] = [];
  for (const search of canSearch ? spellings(text) : [undefined]) {
    const query = { search, sortBy, sort: 'asc', perPage: 100 } as const;
    const pages = everyPage(
      page => api.listWebsites({ ...query, page }),
      ({ id }) => id,
    );
    const matches: Website[] = [];
    for await (const { rows, end } of pages) {
      matches.push(...rows.filter(website => sameDomain(website.domain, text)));
      named.push(...rows.filter(website => hasName(website, text)));
      if (matches.length > maxNamed) break;
      if (end === undefined) saveMemory();
      isWhole &&= end === undefined || end === 'whole';
    }
    if (matches.length > 0) return { matches, isWhole };
  }
  return { matches: [...new Map(named.map(website => [website.id, website])).values()], isWhole };
}

/** So many are named in a message. */
const maxNamed = 10;

function hasName({ name }: Website, text: string): boolean {
  return name !== undefined && name.trim().toLowerCase() === text.trim().toLowerCase();
}

/** Those of some websites that are called so: by their domain, else by their name. */
export function called(websites: readonly Website[], text: string): Website[] {
  const matches = websites.filter(({ domain }) => sameDomain(domain, text));
  return matches.length > 0 ? matches : websites.filter(website => hasName(website, text));
}

/** Where a word is the domain, or the name, of several websites. */
export function ambiguousSite(text: string, websites: readonly Website[]): UsageError {
  const word = safeText(text, 100);
  const areDomains = websites.some(({ domain }) => sameDomain(domain, text));
  const names = websites.map(ownName);
  // Names that tell them apart are easier to type.
  const byName = areDomains && new Set(names.filter(name => name !== undefined)).size === websites.length;
  const shown = websites.slice(0, maxNamed).map(({ id }, at) => {
    const name = names[at];
    return byName && name !== undefined ? `${safeText(name, 60)} (${safeText(id, 40)})` : safeText(id, 40);
  });
  const list = shown.join(', ') + (shown.length < websites.length ? ' ...' : '');
  return new UsageError(
    areDomains
      ? `Several websites have the domain ${word}: name one by its ${byName ? 'name or id' : 'id'}, ${list}.`
      : `Several websites are called ${word}: name one by its domain or id, ${list}.`,
  );
}

/** As typed, in punycode and in Unicode: a service may have stored either. */
function spellings(domain: string): ReadonlySet<string> {
  const other = [domainToASCII(domain), domainToUnicode(domain)].filter(name => name !== '');
  return new Set([normaliseDomain(domain), ...other]);
}

/** Compares domains as DNS does: case-insensitive, Unicode and punycode alike. */
export function sameDomain(one: string | undefined, other: string): boolean {
  return one !== undefined && domainKey(one) === domainKey(other);
}

/** The same key for all ways to write a domain. */
export function domainKey(domain: string): string {
  const name = normaliseDomain(domain);
  // A service may send megabytes as a domain: that is the same as nothing else.
  return (name.length <= maxNameLength && domainToASCII(name)) || name;
}

/** Host names have at most 253 characters, and in other ways to write them not many more. */
const maxNameLength = 1_000;
