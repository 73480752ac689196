import { groupThousands } from '#text/words.ts';
import { normaliseDomain, type Website, websiteName } from './website.ts';

interface Tagged {
  /** The domain that they were given to, empty for a website without one. */
  readonly domain: string;
  readonly tags: readonly string[];
}

/** By the id of the website. Ids are often 1, 2, 3: only `ownTags` and what is made of it says whose tags they are. */
export type Tags = ReadonlyMap<string, Tagged>;

export const noTags: Tags = new Map();

/** What says which website one is. */
type Named = Pick<Website, 'id' | 'domain'>;

const none: readonly string[] = [];

/** The tags of this very website: none where they were given to another domain. */
export function ownTags(tags: Tags, website: Named): readonly string[] {
  const own = tags.get(website.id);
  return own !== undefined && isOf(own, website) ? own.tags : none;
}

function isOf({ domain }: Tagged, website: Named): boolean {
  return normaliseDomain(domain) === normaliseDomain(website.domain ?? '');
}

/** Tags that select nothing: the website with their id has another domain than when it was given them. */
export interface StrayTags {
  readonly website: Named;
  /** Empty for a website that had none. */
  readonly domain: string;
  readonly tags: readonly string[];
}

export function strayTags(tags: Tags, websites: readonly Named[]): StrayTags[] {
  return websites.flatMap(website => {
    const own = tags.get(website.id);
    return own === undefined || isOf(own, website) ? [] : [{ website, ...own }];
  });
}

/** "website 3 was a.example and is b.example now", of at most three. Foreign text. */
export function strayWords(strays: readonly StrayTags[]): string {
  const named = strays
    .slice(0, 3)
    .map(
      ({ website, domain }) =>
        `website ${website.id} was ${domain || 'without a domain'} and is ${websiteName(website)} now`,
    );
  const more = strays.length - named.length;
  return `${named.join(', ')}${more === 0 ? '' : `, and ${groupThousands(more)} more`}`;
}

const searched = /^tag:(.*)$/i;

/** A tag as it is kept: "Client-A" and "client-a" are one. Undefined for what is none. */
export function asTag(text: string): string | undefined {
  const tag = text.trim().normalize('NFC').toLowerCase();
  return /^[\p{L}\p{N}][\p{L}\p{M}\p{N}._-]{0,39}$/u.test(tag) ? tag : undefined;
}

/** What a tag may be, after "is no tag". */
export const tagRule = 'letters and digits, with - _ . inside, at most 40 of them';

export function tagNames(tags: Tags): string[] {
  return [...namesIn(tags)].toSorted();
}

function namesIn(tags: Tags): Set<string> {
  return new Set([...tags.values()].flatMap(own => own.tags));
}

/** Tags given to another domain go as soon as the website gets new ones. */
export function changeTags(
  tags: Tags,
  websites: Iterable<Named>,
  { add = [], remove = [] }: { readonly add?: readonly string[]; readonly remove?: readonly string[] },
): Tags {
  const changed = new Map(tags);
  for (const website of websites) {
    const own = tags.get(website.id);
    const isStray = own !== undefined && !isOf(own, website);
    const before = isStray && add.length > 0 ? [] : (own?.tags ?? []);
    const now = [...new Set([...before.filter(tag => !remove.includes(tag)), ...add])].toSorted();
    const domain = isStray && add.length === 0 ? own.domain : (website.domain ?? '');
    if (now.length === 0) changed.delete(website.id);
    else changed.set(website.id, { domain, tags: now });
  }
  return changed;
}

/** The same tags without those of websites that are none of theirs any more, or were deleted. */
export function withoutTags(tags: Tags, ids: Iterable<string>): Tags {
  const changed = new Map(tags);
  for (const id of ids) changed.delete(id);
  return changed.size === tags.size ? tags : changed;
}

export function hasTags(tags: Tags, website: Named, wanted: readonly string[]): boolean {
  const own = ownTags(tags, website);
  return wanted.every(tag => own.includes(tag));
}

/** Of a search the words such as "tag:shop", as they are typed, which may be the beginning of one; and the text for the service. */
export function parseTagSearch(search: string) {
  const words = search.split(/\s+/).filter(word => word !== '');
  const tags = words.flatMap(word => searched.exec(word)?.[1]?.normalize('NFC').toLowerCase() ?? []);
  // Without a tag it stays as it was typed, with its blanks.
  if (tags.length === 0) return { text: search, tags };
  return { text: words.filter(word => !searched.test(word)).join(' '), tags };
}

/** The tags that a search means: a word that is no tag yet is the beginning of those that are. */
export function searchedTags(tags: Tags, wanted: readonly string[]): Tags {
  const names = namesIn(tags);
  const fits = (own: readonly string[], word: string) =>
    names.has(word) ? own.includes(word) : own.some(tag => tag.startsWith(word));
  return new Map([...tags].filter(([, own]) => wanted.every(word => fits(own.tags, word))));
}
