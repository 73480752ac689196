import { everyPage, type Page, type PageRequest } from '#model/service/paging.ts';
import {
  asTag,
  changeTags,
  noTags,
  ownTags,
  parseTagSearch,
  strayTags,
  type StrayTags,
  tagRule,
  type Tags,
  withoutTags,
} from '#model/website/tags.ts';
import { type Website, websiteName } from '#model/website/website.ts';
import type { NoticesSlice } from '#store/notices.ts';
import type { NavigationSlice } from '#store/navigation/navigation.ts';
import { localDataOf, type LocalDataSlice, type SliceContext } from '#store/slice.ts';
import { textAtEnd } from '#text/textField.ts';
import { counted } from '#text/words.ts';

/** The service knows no tags and is read page by page until all are found. `strays`: another domain with the id. */
export async function readTagged(
  read: (pageRequest: PageRequest) => Promise<Page<Website>>,
  tags: Tags,
): Promise<Page<Website> & { readonly strays: readonly StrayTags[] }> {
  const found: Website[] = [];
  const pages = everyPage(
    page => read({ page, perPage: 100 }),
    ({ id }) => id,
  );
  if (tags.size > 0)
    for await (const page of pages) {
      found.push(...page.rows.filter(({ id }) => tags.has(id)));
      if (found.length >= tags.size) break;
    }
  const rows = found.filter(website => ownTags(tags, website).length > 0);
  return { rows, page: 1, total: rows.length, next: 'no', strays: strayTags(tags, found) };
}

export interface TagsSlice extends LocalDataSlice<Tags> {
  readonly targets: readonly Website[];
  /** The tags that all of them had when it was opened. */
  readonly common: readonly string[];
  open(websites: readonly Website[]): void;
}

interface Needs {
  readonly navigation: NavigationSlice;
  readonly notices: NoticesSlice;
  readonly marks: { remove(ids: ReadonlySet<string>): void };
  readonly websites: { readonly search: string; load(isAgain: boolean): Promise<void> };
}

export function createTags({ get, patch, services }: SliceContext<{ tags: TagsSlice }, Needs>): TagsSlice {
  const { atStart, read, keep } = localDataOf(services.tags, noTags, change => patch('tags', change));
  return {
    ...atStart,
    targets: [],
    common: [],
    open(targets) {
      read();
      const { all } = get().tags;
      const [first = [], ...others] = targets.map(website => ownTags(all, website));
      const common = first.filter(tag => others.every(tags => tags.includes(tag)));
      patch('tags', { targets, common, typed: textAtEnd(common.join(' ')), error: undefined });
      get().navigation.push({ screen: 'tags' });
    },
    // What all had and is not typed any more is taken off, what is new is added; tags of some only stay.
    save() {
      const { targets, common, typed } = get().tags;
      const words = typed.value.split(/[\s,]+/).filter(word => word !== '');
      const wrong = words.find(word => asTag(word) === undefined);
      if (wrong !== undefined) return patch('tags', { error: `"${wrong}" is no tag: take ${tagRule}.` });
      const wanted = words.flatMap(word => asTag(word) ?? []);
      const change = {
        add: wanted.filter(tag => !common.includes(tag)),
        remove: common.filter(tag => !wanted.includes(tag)),
      };
      const ids = targets.map(({ id }) => id);
      const kept = keep(before => {
        const strays = strayTags(before, targets).map(({ website }) => website.id);
        return changeTags(withoutTags(before, strays), targets, change);
      });
      if (kept === undefined) return;
      get().marks.remove(new Set(ids));
      get().navigation.pop();
      get().notices.say(doneLine(targets, kept), 'good');
      const { websites } = get();
      if (parseTagSearch(websites.search).tags.length > 0) void websites.load(true);
    },
  };
}

function doneLine(targets: readonly Website[], tags: Tags): string {
  const [only, ...others] = targets;
  if (only === undefined || others.length > 0)
    return `The tags of ${counted(targets.length, 'websites')} are changed.`;
  const own = ownTags(tags, only);
  return own.length === 0
    ? `${websiteName(only)} has no tags.`
    : `${websiteName(only)} is tagged ${own.join(', ')}.`;
}
