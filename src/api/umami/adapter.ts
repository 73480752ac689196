import { randomBytes } from 'node:crypto';
import * as z from 'zod/mini';
import type { Adapter, RequestOptions, WebsiteMethods } from '#api/api.ts';
import {
  boundedFields,
  lenient,
  mapYielding,
  maxRows,
  pageOfWebsites,
  parseAnswer,
  segment,
  wrongShape,
} from '#api/decode.ts';
import { ApiError } from '#model/failure.ts';
import { mapConcurrently } from '#model/promises.ts';
import type { ShareLink, Website, WebsiteFields } from '#model/website/website.ts';
import { lazy } from '#text/memo.ts';
import { isRecord } from '#text/safeText.ts';
import { compareText, groupThousands } from '#text/words.ts';
import { createSession, readShareLink, type Session, signIn } from './session.ts';
import { statisticsOf } from './statistics.ts';

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
async function decodeTeams(body: unknown, max: number): Promise<Listed<string>> {
  return await decodeList(body, 'a list of teams', value => toWebsite(value)?.id, max);
}

async function decodeList<T>(
  body: unknown,
  what: string,
  decode: (value: unknown) => T | undefined,
  max = maxRows,
): Promise<Listed<T>> {
  const listed = wireList().safeParse(body);
  if (!listed.success) throw wrongShape(what);
  const { data, count = 0 } = listed.data;
  const rows = await mapYielding(data.slice(0, max), value => {
    const row = decode(value);
    if (row === undefined) throw wrongShape(what);
    return row;
  });
  return { rows, count: Math.max(count, data.length) };
}

const list = '/api/websites';
/** There is no upper limit; 20 by default. */
const usualPageSize = 1000;
const maxNameLength = 100;
/** Each takes a request: somebody is in a few of them. */
const maxTeams = 200;
/** As many as are sent at once. */
const listsAtOnce = 4;
/** What a share link is of. */
const ofWebsite = 1;
const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** The websites that somebody owns, and those of the teams they are in; or the one that a share link shows. */
export function websitesOf(http: Session): WebsiteMethods {
  /** 3.0 has one for a website, in a field of it, and no list. */
  let hasShareLists = true;

  const readList = async <T>(
    path: string,
    decode: (body: unknown) => Promise<Listed<T>>,
    options: RequestOptions,
  ): Promise<Listed<T>> => {
    const read = async (pageSize: number) => {
      const query = new URLSearchParams({ pageSize: String(pageSize) });
      return await decode(await http.get(path, { query, options }));
    };
    const first = await read(usualPageSize);
    const { rows, count } = first;
    // Never page after page: nothing says that the order stays.
    const isFull = rows.length >= usualPageSize && rows.length < Math.min(count, maxRows);
    return isFull ? await read(Math.min(count, maxRows)) : first;
  };
  const readAll = async (options: RequestOptions) => {
    const share = await http.share();
    if (share !== undefined) return { websites: [await readOne(share.websiteId, options)] };
    const found = new Map<string, Website>();
    let isFull = false;
    const readWebsites = async (path: string) => {
      // Enough for one list: those of further teams would only be thrown away.
      if (isFull) return;
      for (const website of (await readList(path, decodeWebsites, options)).rows) {
        isFull ||= found.size >= maxRows;
        if (!isFull) found.set(website.id, website);
      }
    };
    const ofTeams = async () => {
      const decode = (body: unknown) => decodeTeams(body, maxTeams);
      const { rows: ids, count } = await readList('/api/teams', decode, options);
      const read = (id: string) => readWebsites(`/api/teams/${segment(id)}/websites`);
      await mapConcurrently(ids, read, { max: listsAtOnce, signal: options.signal });
      return count;
    };
    const [, teams] = await Promise.all([readWebsites(list), ofTeams()]);
    const websites = [...found.values()];
    return { websites, whyCut: websites.length < maxRows ? ofManyTeams(teams) : ofManyWebsites };
  };
  const sharedAll = http.shared(readAll);
  const find = async (id: string, options?: RequestOptions): Promise<Website | undefined> =>
    decodeWebsite(await http.get(pathOf(id), { options, ofWebsite: true }));
  const readRecord = async (id: string, options?: RequestOptions): Promise<Website> => {
    const website = await find(id, options);
    if (website === undefined) throw unknownWebsite();
    return website;
  };
  const readOne = async (id: string, options?: RequestOptions): Promise<Website> => {
    const website = await readRecord(id, options);
    return website.privacy === 'public'
      ? { ...website, shareLinks: await readLinks(website, options) }
      : website;
  };
  const readLinks = async (
    { id, name = '', fields }: Website,
    options: RequestOptions = {},
  ): Promise<readonly ShareLink[] | undefined> => {
    if ((await http.share()) !== undefined) return undefined;
    const links = await ifShareLists(
      async () => (await readList(`/api/websites/${id}/shares`, decodeShares, options)).rows,
    );
    if (links !== undefined) return links.toReversed();
    return typeof fields['shareId'] === 'string' ? [{ slug: fields['shareId'], name }] : undefined;
  };
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
      try {
        const made = await ifShareLists(
          async () => (await http.write('POST', '/api/share', { ofWebsite: true }, json)) ?? true,
        );
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
  const pathOf = (id: string): string => {
    // Any other text is answered with an error of the server.
    if (!uuid.test(id)) throw unknownWebsite();
    return `${list}/${id}`;
  };
  const write = async (id: string, json: Readonly<Record<string, unknown>>): Promise<Website | undefined> =>
    decodeWebsite(await http.write('POST', pathOf(id), { ofWebsite: true }, json));
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
    async listWebsites(query, options = {}) {
      const { websites, whyCut } = await sharedAll(options);
      const page = pageOfWebsites(websites, query, (a, b) =>
        compareText(a.createdAt ?? '', b.createdAt ?? ''),
      );
      return { ...page, ...(whyCut !== undefined && { isCut: true, whyCut }) };
    },
    showWebsite: readOne,
    async createWebsite({ domain, name, privacy }) {
      const json = { name: name.trim() === '' ? domain.slice(0, maxNameLength) : name, domain };
      const made = decodeWebsite(await http.write('POST', list, {}, json));
      if (made === undefined) return undefined;
      try {
        return await share(made, privacy);
      } catch (fault) {
        throw halfSaved('The website was added, and is private.', fault);
      }
    },
    async updateWebsite(id, { name, privacy }, former) {
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
      try {
        await http.write('DELETE', pathOf(id), { ofWebsite: true });
      } catch (fault) {
        const isFailure = fault instanceof ApiError && fault.details.status === 500;
        if (!isFailure || (await find(id)) !== undefined) throw fault;
      }
    },
  };
}

const ofManyWebsites = `Only the first ${groupThousands(maxRows)} websites are read: others are left out.`;

/** Why the websites of some teams are missing. */
function ofManyTeams(count: number): string | undefined {
  return count > maxTeams
    ? `Of ${groupThousands(count)} teams only the first ${maxTeams} are read: the websites of the others are left out.`
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

/** Umami on its own server, tried with 3.0.3 and 3.1.0. */
export const umami: Adapter = {
  signIn,
  readShareLink,
  async recognise(send) {
    const { status, text } = await send('GET', '/api/heartbeat');
    const body = parseAnswer(text);
    return status === 200 && isRecord(body) && body['ok'] === true;
  },
  connect(open, about) {
    const session = createSession(open);
    const statistics = statisticsOf(session, about);
    const websites = websitesOf(session);
    return {
      get capabilities() {
        return statistics.capabilities();
      },
      ...websites,
      ...statistics.methods,
      async readVersion() {
        // Of a script that is empty where somebody has turned telemetry off; what it leads to is not asked.
        const { text } = await session.send('GET', '/api/scripts/telemetry');
        return /\?v=(\d+(?:\.\d+){1,3})\b/.exec(text)?.[1];
      },
      async shareLinkOf(id) {
        const link = (await websites.showWebsite(id)).shareLinks?.at(-1);
        return link && `${about.baseUrl}/share/${encodeURIComponent(link.slug)}`;
      },
      async pageOf(id) {
        // The page of a share link has an address that is a secret.
        const isShown = /^[\w-]+$/.test(id) && (await session.share()) === undefined;
        return isShown ? `${about.baseUrl}/websites/${id}` : undefined;
      },
    };
  },
};
