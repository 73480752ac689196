import { addEntries, removeEntries } from '#model/website/listEntries.ts';
import { websiteName, type Website, type WebsiteSettings } from '#model/website/website.ts';
import { safeText } from '#terminal/safeText.ts';

/** What a command line adds to the lists of websites and removes from them. */
export interface ListChanges {
  readonly addExcludeIp?: readonly string[];
  readonly removeExcludeIp?: readonly string[];
  readonly addExcludeParam?: readonly string[];
  readonly removeExcludeParam?: readonly string[];
}

const lists = [
  { name: 'excludeIps', add: 'addExcludeIp', remove: 'removeExcludeIp', what: 'addresses' },
  { name: 'excludeParams', add: 'addExcludeParam', remove: 'removeExcludeParam', what: 'parameters' },
] as const;

type List = (typeof lists)[number];

export function changesLists(options: ListChanges): boolean {
  return lists.some(list => isChanged(list, options));
}

function isChanged({ add, remove }: List, options: ListChanges): boolean {
  return options[add] !== undefined || options[remove] !== undefined;
}

/** Whether a list is both given whole and added to or removed from. */
export function replacesAndChanges(settings: Partial<WebsiteSettings>, options: ListChanges): boolean {
  return lists.some(list => settings[list.name] !== undefined && isChanged(list, options));
}

/** The lists of a website that become other ones, whole. */
export function changedLists(website: Website, options: ListChanges): Partial<WebsiteSettings> {
  return Object.fromEntries(
    lists.flatMap(({ name, add, remove }) => {
      const stored = website[name] ?? '';
      const changed = addEntries(removeEntries(stored, options[remove] ?? []), options[add] ?? []);
      return changed === stored ? [] : [[name, changed]];
    }),
  );
}

/** A list that the service does not tell cannot be added to: it would be replaced. */
export function unknownLists(website: Website, options: ListChanges): string[] {
  return lists
    .filter(list => website[list.name] === undefined && isChanged(list, options))
    .map(
      ({ what }) =>
        `${safeText(websiteName(website), 100)}: the service does not tell which ${what} are excluded, so none can be added or removed.`,
    );
}
