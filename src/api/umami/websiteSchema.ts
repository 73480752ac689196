import * as z from 'zod/mini';
import { boundedFields } from '#api/boundedFields.ts';
import { wrongShape } from '#api/error.ts';
import { isRecord, lazy, lenient } from '#api/wireSchema.ts';
import type { ShareLink, Website } from '#model/website/website.ts';

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
export function decodeWebsite(body: unknown): Website | undefined {
  if (body === null) return undefined;
  const website = toWebsite(body);
  if (website === undefined) throw wrongShape('a website');
  return website;
}

interface Listed<T> {
  readonly rows: readonly T[];
  /** How many there are in all. */
  readonly count: number;
}

/** Throws an ApiError of kind shape. */
export function decodeWebsites(body: unknown): Listed<Website> {
  return decodeList(body, 'a list of websites', toWebsite);
}

const wireShare = lazy(() =>
  z.object({
    slug: z.string().check(z.minLength(1)),
    name: lenient(z.string()),
    parameters: lenient(z.record(z.string(), z.unknown())),
  }),
);

/** The share links of a website. Throws an ApiError of kind shape. */
export function decodeShares(body: unknown): Listed<ShareLink> {
  return decodeList(body, 'a list of share links', value => {
    const { data } = wireShare().safeParse(value);
    return data && { ...data, name: data.name ?? '' };
  });
}

/** The ids of the teams somebody is in. Throws an ApiError of kind shape. */
export function decodeTeams(body: unknown): Listed<string> {
  return decodeList(body, 'a list of teams', value => toWebsite(value)?.id);
}

function decodeList<T>(body: unknown, what: string, decode: (value: unknown) => T | undefined): Listed<T> {
  const list = wireList().safeParse(body);
  if (!list.success) throw wrongShape(what);
  const rows = list.data.data.map(value => {
    const row = decode(value);
    if (row === undefined) throw wrongShape(what);
    return row;
  });
  return { rows, count: list.data.count ?? rows.length };
}
