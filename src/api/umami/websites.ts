import { randomBytes } from 'node:crypto';
import * as z from 'zod/mini';
import type { Api, Turn } from '#api/api.ts';
import {
  boundedFields,
  compareText,
  isRecord,
  lazy,
  lenient,
  mapInTurns,
  mostRows,
  pageOf,
  segment,
  wrongShape,
} from '#api/decode.ts';
import { ApiError } from '#model/failure.ts';
import type { KeptAnswers } from '#api/http/client.ts';
import { turnOf } from '#api/limiter.ts';
import { fewAtOnce } from '#model/service/fewAtOnce.ts';
import { type ShareLink, type Website, type WebsiteFields, websiteName } from '#model/website/website.ts';
import { groupThousands } from '#text/words.ts';
import type { Session } from './session.ts';

const known = new Set(['id', 'name', 'domain', 'shareId', 'createdAt', 'teamId', 'userId']);

const wireWebsite = lazy(() =>
  z.object({
    id: z.string().check(z.minLength(1)),
    name: lenient(z.string()),
    domain: lenient(z.string()),
    shareId: lenient(z.nullable(z.string())),
    createdAt: lenient(z.string()),
  }),
);

const wireList = lazy(() =>
  z.object({ data: z.array(z.unknown()), count: lenient(z.int().check(z.nonnegative())) }),
);

/** Undefined for a value without an id. */
function toWebsite(value: unknown): Website | undefined {
  const result = isRecord(value) ? wireWebsite().safeParse(value) : undefined;
  if (!isRecord(value) || result?.success !== true) return undefined;
  const { id, name, domain, shareId, createdAt } = result.data;
  const privacy = shareId === undefined ? undefined : shareId === null ? 'private' : 'public';
  return {
    id,
    // Umami takes a website without one, which then has its name only.
    domain: domain === '' ? undefined : domain,
    name,
    privacy,
    createdAt,
    ...boundedFields(value, name => known.has(name)),
  };
}

/** The website of an answer; undefined for `null`, which is what an administrator gets for an id that does not exist. */
function decodeWebsite(body: unknown): Website | undefined {
  if (body === null) return undefined;
  const website = toWebsite(body);
  if (website === undefined) throw wrongShape('a website');
  return website;
}

interface Listed<T> {
  readonly rows: readonly T[];
  /** How many there are in all, also where not all are read. */
  readonly count: number;
}

/** Throws an ApiError of kind shape. */
async function decodeWebsites(body: unknown): Promise<Listed<Website>> {
  return await decodeList(body, 'a list of websites', toWebsite);
}

const wireShare = lazy(() =>
  z.object({
    slug: z.string().check(z.minLength(1)),
    name: lenient(z.string()),
    parameters: lenient(z.record(z.string(), z.unknown())),
  }),
);

/** The share links of a website. Throws an ApiError of kind shape. */
async function decodeShares(body: unknown): Promise<Listed<ShareLink>> {
  return await decodeList(body, 'a list of share links', value => {
    const { data } = wireShare().safeParse(value);
    return data && { ...data, name: data.name ?? '' };
  });
}

/** The ids of the first teams somebody is in. Throws an ApiError of kind shape. */
async function decodeTeams(body: unknown, most: number): Promise<Listed<string>> {
  return await decodeList(body, 'a list of teams', value => toWebsite(value)?.id, most);
}

async function decodeList<T>(
  body: unknown,
  what: string,
  decode: (value: unknown) => T | undefined,
  most = mostRows,
): Promise<Listed<T>> {
  const list = wireList().safeParse(body);
  if (!list.success) throw wrongShape(what);
  const { data, count = 0 } = list.data;
  const rows = await mapInTurns(data.slice(0, most), value => {
    const row = decode(value);
    if (row === undefined) throw wrongShape(what);
    return row;
  });
  return { rows, count: Math.max(count, data.length) };
}

/** There is no upper limit; 20 by default. */
const usualPageSize = 1000;
const longestName = 100;
/** Each takes a request: somebody is in a few of them. */
const mostTeams = 200;
/** As many as are sent at once. */
const listsAtOnce = 4;
/** What a share link is of. */
const ofWebsite = 1;
const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** What a list is made of. */
export interface AllWebsites {
  readonly websites: readonly Website[];
  /** Why these are not all, in a sentence; undefined where they are. */
  readonly whyCut?: string | undefined;
}

type WebsiteMethods = Pick<
  Api,
  'listWebsites' | 'showWebsite' | 'createWebsite' | 'updateWebsite' | 'deleteWebsite'
>;

/** The websites that somebody owns, and those of the teams they are in; or the one that a share link shows. */
export function websitesOf(
  baseUrl: string,
  session: Session,
  kept: KeptAnswers<AllWebsites>,
): WebsiteMethods {
  const all = `${baseUrl}/api/websites`;
  const { request } = session;
  /** 3.0 has one for a website, in a field of it, and no list. */
  let hasShareLists = true;

  const readList = async <T>(
    path: string,
    decode: (body: unknown) => Promise<Listed<T>>,
    turn: Turn,
  ): Promise<Listed<T>> => {
    const read = async (pageSize: number) => {
      const parameters = new URLSearchParams({ pageSize: String(pageSize) });
      const url = `${baseUrl}${path}`;
      const call = { method: 'GET', url, parameters, turn, ofWebsite: false } as const;
      return await decode(await request(call));
    };
    const first = await read(usualPageSize);
    const { rows, count } = first;
    // Never page after page: nothing says that the order stays.
    const isFull = rows.length >= usualPageSize && rows.length < Math.min(count, mostRows);
    return isFull ? await read(Math.min(count, mostRows)) : first;
  };
  const readAll = async (turn: Turn): Promise<AllWebsites> => {
    const share = await session.share();
    if (share !== undefined) return { websites: [await readOne(share.websiteId, turn)] };
    const found = new Map<string, Website>();
    let isFull = false;
    const readWebsites = async (path: string) => {
      // Enough for one list: those of further teams would only be thrown away.
      if (isFull) return;
      for (const website of (await readList(path, decodeWebsites, turn)).rows) {
        isFull ||= found.size >= mostRows;
        if (!isFull) found.set(website.id, website);
      }
    };
    const ofTeams = async () => {
      const decode = (body: unknown) => decodeTeams(body, mostTeams);
      const { rows: ids, count } = await readList('/api/teams', decode, turn);
      const read = (id: string) => readWebsites(`/api/teams/${segment(id)}/websites`);
      await fewAtOnce(ids, read, { most: listsAtOnce, signal: turn.signal });
      return count;
    };
    const [, teams] = await Promise.all([readWebsites('/api/websites'), ofTeams()]);
    const websites = [...found.values()];
    return { websites, whyCut: websites.length < mostRows ? ofManyTeams(teams) : ofManyWebsites };
  };
  const find = async (id: string, turn?: Turn): Promise<Website | undefined> =>
    decodeWebsite(await request({ method: 'GET', url: addressOf(id), turn, ofWebsite: true }));
  const readRecord = async (id: string, turn?: Turn): Promise<Website> => {
    const website = await find(id, turn);
    if (website === undefined) throw unknownWebsite();
    return website;
  };
  const readOne = async (id: string, turn?: Turn): Promise<Website> => {
    const website = await readRecord(id, turn);
    return website.privacy === 'public'
      ? { ...website, shareLinks: await readLinks(website, turn) }
      : website;
  };
  /** Undefined for somebody who only has a share link. */
  const readLinks = async (
    { id, name = '', fields }: Website,
    turn: Turn = {},
  ): Promise<readonly ShareLink[] | undefined> => {
    if ((await session.share()) !== undefined) return undefined;
    const list = await ifShareLists(
      async () => (await readList(`/api/websites/${id}/shares`, decodeShares, turn)).rows,
    );
    if (list !== undefined) return list.toReversed();
    return typeof fields['shareId'] === 'string' ? [{ slug: fields['shareId'], name }] : undefined;
  };
  /** Undefined where this version has no lists of share links. */
  const ifShareLists = async <T>(work: () => Promise<T>): Promise<T | undefined> => {
    if (!hasShareLists) return undefined;
    try {
      return await work();
    } catch (fault) {
      if (!(fault instanceof ApiError) || fault.kind !== 'shape' || fault.details.status !== 404) throw fault;
      hasShareLists = false;
      return undefined;
    }
  };
  /** Those that are not there, the oldest first: the last one is shown as the website's own. */
  const bringBack = async (website: Website, links: readonly ShareLink[]): Promise<Website> => {
    const { id } = website;
    const known = website.privacy === 'public' ? ((await readLinks(website)) ?? []) : [];
    const missing = links.filter(({ slug }) => !known.some(link => link.slug === slug));
    const refused: { readonly slug: string; readonly fault: unknown }[] = [];
    for (const { slug, name, parameters = {} } of missing) {
      const json = { entityId: id, shareType: ofWebsite, name, slug, parameters };
      const call = { method: 'POST', url: `${baseUrl}/api/share`, json, ofWebsite: true } as const;
      try {
        const made = await ifShareLists(async () => (await request(call)) ?? true);
        if (made === undefined) await write(id, { shareId: slug });
      } catch (fault) {
        refused.push({ slug, fault });
      }
    }
    const [first] = refused;
    if (first === undefined) return await readOne(id);
    if (refused.length === missing.length) throw first.fault;
    const paths = refused.map(({ slug }) => `/share/${slug}`).join(', ');
    throw halfSaved(`The website is public again, but without ${paths}.`, first.fault);
  };
  const addressOf = (id: string): string => {
    // Any other text is answered with an error of the server.
    if (!uuid.test(id)) throw unknownWebsite();
    return `${all}/${id}`;
  };
  const write = async (id: string, json: Readonly<Record<string, unknown>>): Promise<Website | undefined> =>
    decodeWebsite(await request({ method: 'POST', url: addressOf(id), json, ofWebsite: true }));
  /** Sends `shareId` only where it changes: the website's own one is refused as taken, after the rest was stored. */
  const share = async (
    website: Website,
    privacy: WebsiteFields['privacy'] | undefined,
    links: readonly ShareLink[] = [],
  ) => {
    if (privacy === 'public' && links.length > 0) return await bringBack(website, links);
    if (privacy === undefined || privacy === website.privacy) return website;
    return (await write(website.id, { shareId: privacy === 'public' ? newSlug() : null })) ?? website;
  };

  return {
    async listWebsites(query, asked, urgency) {
      const turn = turnOf(asked, urgency);
      const load = (signal: AbortSignal) => readAll({ ...turn, signal });
      const { websites, whyCut } = await kept.read('websites', load, turn);
      const search = query.search?.trim().toLowerCase() ?? '';
      const found = websites.filter(({ domain = '', name = '' }) =>
        [domain, name].some(text => text.toLowerCase().includes(search)),
      );
      const key = (website: Website) =>
        query.sortBy === 'domain' ? websiteName(website) : (website.createdAt ?? '');
      const direction = (query.sort ?? 'desc') === 'desc' ? -1 : 1;
      const sorted = found.toSorted(
        (a, b) => direction * compareText(key(a), key(b)) || compareText(a.id, b.id),
      );
      return { ...pageOf(sorted, query), ...(whyCut !== undefined && { isCut: true, whyCut }) };
    },
    showWebsite: (id, turn) => readOne(id, turnOf(turn)),
    async createWebsite({ domain, name, privacy }) {
      const json = { name: name.trim() === '' ? domain.slice(0, longestName) : name, domain };
      const made = decodeWebsite(await request({ method: 'POST', url: all, json, ofWebsite: false }));
      kept.forget();
      if (made === undefined) return undefined;
      try {
        return await share(made, privacy);
      } catch (fault) {
        throw halfSaved('The website was added, and is private.', fault);
      }
    },
    async updateWebsite(id, { name, privacy }, former) {
      kept.forget();
      const website = await readRecord(id);
      const isRenamed = name !== undefined && name !== website.name;
      // On its own: of a request with both Umami may store the one and refuse the other.
      const renamed = isRenamed ? ((await write(id, { name })) ?? website) : website;
      try {
        return await share(renamed, privacy, former?.shareLinks);
      } catch (fault) {
        throw isRenamed ? halfSaved('The name was saved, and the privacy was not.', fault) : fault;
      }
    },
    async deleteWebsite(id) {
      kept.forget();
      try {
        await request({ method: 'DELETE', url: addressOf(id), ofWebsite: true });
      } catch (fault) {
        const isFailure = fault instanceof ApiError && fault.details.status === 500;
        if (!isFailure || (await find(id)) !== undefined) throw fault;
      }
    },
  };
}

const ofManyWebsites = `Only the first ${groupThousands(mostRows)} websites are read: others are left out.`;

/** Why the websites of some teams are missing. */
function ofManyTeams(count: number): string | undefined {
  return count > mostTeams
    ? `Of ${groupThousands(count)} teams only the first ${mostTeams} are read: the websites of the others are left out.`
    : undefined;
}

function unknownWebsite(): ApiError {
  return new ApiError('notFound', 'Umami does not know this website: it may have been deleted.');
}

/** The error of a second request, with what the first one has done. */
function halfSaved(done: string, fault: unknown): unknown {
  if (!(fault instanceof ApiError)) return fault;
  return new ApiError(fault.kind, `${done} ${fault.message}`, { ...fault.details, maybeSaved: true });
}

/** The part of a share link that nobody can guess: 16 letters and digits. */
function newSlug(): string {
  return randomBytes(12).toString('base64url').replaceAll(/[-_]/g, 'x');
}
