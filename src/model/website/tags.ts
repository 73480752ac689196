/** The tags of websites, each list from a to z, by the id of the website. */
export type Tags = ReadonlyMap<string, readonly string[]>;

export const noTags: Tags = new Map();

const pattern = /^[\p{L}\p{N}][\p{L}\p{M}\p{N}._-]{0,39}$/u;
const searched = /^tag:(.*)$/i;

/** A tag as it is kept: "Client-A" and "client-a" are one. Undefined for what is none. */
export function asTag(text: string): string | undefined {
  const tag = text.trim().normalize('NFC').toLowerCase();
  return pattern.test(tag) ? tag : undefined;
}

/** What a tag may be, after "is no tag". */
export const tagRule = 'letters and digits, with - _ . inside, at most 40 of them';

/** The tags of all websites, from a to z. */
export function tagNames(tags: Tags): string[] {
  return [...new Set([...tags.values()].flat())].toSorted();
}

/** The same tags, with some more on these websites and others taken off them. */
export function changeTags(
  tags: Tags,
  ids: Iterable<string>,
  { add = [], remove = [] }: { readonly add?: readonly string[]; readonly remove?: readonly string[] },
): Tags {
  const changed = new Map(tags);
  for (const id of ids) {
    const kept = (tags.get(id) ?? []).filter(tag => !remove.includes(tag));
    const now = [...new Set([...kept, ...add])].toSorted();
    if (now.length === 0) changed.delete(id);
    else changed.set(id, now);
  }
  return changed;
}

/** Whether a website has all of these tags. */
export function hasTags(tags: Tags, id: string, wanted: readonly string[]): boolean {
  const own = tags.get(id) ?? [];
  return wanted.every(tag => own.includes(tag));
}

/** A search with words such as "tag:shop" in it: those, and what is left for the service. */
interface TagSearch {
  readonly text: string;
  /** As they are typed, which may be the beginning of one. */
  readonly tags: readonly string[];
}

export function parseTagSearch(search: string): TagSearch {
  const words = search.split(/\s+/).filter(word => word !== '');
  const tags = words.flatMap(word => searched.exec(word)?.[1]?.normalize('NFC').toLowerCase() ?? []);
  // Without a tag it stays as it was typed, with its blanks.
  if (tags.length === 0) return { text: search, tags };
  return { text: words.filter(word => !searched.test(word)).join(' '), tags };
}

/** The ids of the websites that a search means: a tag that is none yet is the beginning of those that are. */
export function taggedIds(tags: Tags, wanted: readonly string[]): ReadonlySet<string> {
  const names = new Set([...tags.values()].flat());
  const fits = (own: readonly string[], word: string) =>
    names.has(word) ? own.includes(word) : own.some(tag => tag.startsWith(word));
  return new Set([...tags].filter(([, own]) => wanted.every(word => fits(own, word))).map(([id]) => id));
}
