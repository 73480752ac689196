import * as z from 'zod/mini';
import { boundedFields, lenient, mapInTurns, mostRows, wrongShape } from '#api/decode.ts';
import { isRecord } from '#text/parsedJson.ts';
import { lazy } from '#text/memo.ts';
import type { Page } from '#model/service/paging.ts';
import type { Privacy, Website } from '#model/website/website.ts';
import { type PageRequest, toPage, unwrapList } from './paging.ts';

// A number too large to be exact could be the id of another website.
const id = () =>
  z.union([
    z.string().check(z.minLength(1)),
    z.pipe(z.number().check(z.refine(Number.isSafeInteger)), z.transform(String)),
  ]);

const text = () => lenient(z.union([z.string(), z.pipe(z.number(), z.transform(String))]));

/** Stored text: null is empty; a list becomes one item a line. */
const lines = () =>
  lenient(
    z.union([
      z.string(),
      z.pipe(
        z.null(),
        z.transform(() => ''),
      ),
      z.pipe(z.number(), z.transform(String)),
      z.pipe(
        z.array(z.string()),
        z.transform(items => items.join('\n')),
      ),
    ]),
  );

const flag = () =>
  lenient(
    z.pipe(
      z.union([z.boolean(), z.literal([0, 1, '0', '1', 'false', 'true'])]),
      z.transform(value => value === true || value === 1 || value === '1' || value === 'true'),
    ),
  );

const privacyWords: ReadonlyMap<unknown, Privacy> = new Map<unknown, Privacy>([
  [0, 'public'],
  ['0', 'public'],
  [false, 'public'],
  [1, 'private'],
  ['1', 'private'],
  [true, 'private'],
  [2, 'password'],
  ['2', 'password'],
]);

const privacy = () =>
  lenient(
    z.pipe(
      z.unknown(),
      z.transform(value => privacyWords.get(value)),
    ),
  );

/** Only the id is required. A field that cannot be read is undefined; `fields` has the original value. */
const wireWebsite = lazy(() =>
  z.object({
    id: id(),
    domain: text(),
    privacy: privacy(),
    email: flag(),
    exclude_bots: flag(),
    exclude_params: lines(),
    exclude_ips: lines(),
    created_at: text(),
  }),
);

/** Undefined for a value without an id. */
function toWebsite(value: unknown): Website | undefined {
  if (!isRecord(value)) return undefined;
  const result = wireWebsite().safeParse(value);
  if (!result.success) return undefined;
  const { id, domain, privacy, email, exclude_bots, exclude_params, exclude_ips, created_at } = result.data;
  return {
    id,
    domain,
    privacy,
    email,
    excludeBots: exclude_bots,
    excludeParams: exclude_params,
    excludeIps: exclude_ips,
    createdAt: created_at,
    ...boundedFields(value, name => Object.hasOwn(result.data, name)),
  };
}

/** Reads `{data: {...}}` or the bare website; undefined where there is none. */
export function findWebsite(body: unknown): Website | undefined {
  return toWebsite(isRecord(body) && isRecord(body.data) ? body.data : body);
}

/** Reads the answer for one website. Throws an ApiError of kind shape. */
export function decodeWebsite(body: unknown): Website {
  const website = findWebsite(body);
  if (website === undefined) throw wrongShape('a website');
  return website;
}

/** Reads a page of the list of websites. Throws an ApiError of kind shape. */
export async function decodeWebsites(body: unknown, asked: PageRequest): Promise<Page<Website>> {
  const { data, position } = unwrapList(body);
  if (!Array.isArray(data)) throw wrongShape('a list of websites');
  const rows = await mapInTurns(data.slice(0, mostRows), (item: unknown) => {
    const website = toWebsite(item);
    if (website === undefined) throw wrongShape('a list of websites');
    return website;
  });
  return toPage(rows, position, asked, data.length > mostRows);
}
