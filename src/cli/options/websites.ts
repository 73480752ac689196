import type { Api } from '#api/api.ts';
import { allWebsites } from '#cli/readPages.ts';
import type { Run } from '#cli/withService.ts';
import { ConfigError, exitCodes, UsageError } from '#model/failure.ts';
import { complain } from '#cli/output/streams.ts';
import { type GlobalOptions, type OptionTable, type OptionValues, wholeNumber } from '#cli/subcommand.ts';
import type { KeptFile } from '#config/kept/given.ts';
import { type Capabilities, whyNoWebsiteSearch } from '#model/service/capabilities.ts';
import { pageHolding, type PerPage, perPageSizes, type SortDirection } from '#model/service/paging.ts';
import {
  asTag,
  hasTags,
  searchedTags,
  strayTags,
  type StrayTags,
  strayWords,
  tagNames,
  tagRule,
  type Tags,
  withDomains,
} from '#model/website/tags.ts';
import type { Website } from '#model/website/website.ts';
import { safeText } from '#text/safeText.ts';
import { shellQuote } from '#text/words.ts';

export const tagOption = {
  tag: {
    value: '<tag>',
    description: 'every website with this tag; given twice, with both',
    repeatable: true,
    suggestions: 'tags',
  },
} as const satisfies OptionTable;

export type TagOptions = OptionValues<typeof tagOption>;

export function tagOf(word: string): string {
  const tag = asTag(word);
  if (tag === undefined) throw new UsageError(`"${safeText(word, 60)}" is no tag: a tag is ${tagRule}.`);
  return tag;
}

/** Chooses among websites that were just read. */
export type ChooseTagged = (websites: readonly Website[]) => readonly Website[];

/** Undefined where none is asked for. Tags given to another domain choose nothing: said, with exit code 1. Throws a UsageError. */
export function taggedBy(file: KeptFile<Tags>, { tag: words }: TagOptions): ChooseTagged | undefined {
  if (words === undefined) return undefined;
  const wanted = words.map(tagOf);
  const tags = file.read();
  const names = tagNames(tags);
  const unknown = wanted.find(tag => !names.includes(tag));
  if (unknown !== undefined)
    throw new UsageError(
      names.length === 0
        ? 'No website has a tag yet: sitedeck tag SITE shop gives it one.'
        : `No website has the tag ${safeText(unknown)}: there are ${safeText(names.join(', '), 400)}.`,
    );
  return websites => {
    sayStrays(strayTags(searchedTags(tags, wanted), websites));
    keepDomains(file, tags, websites);
    return websites.filter(website => hasTags(tags, website, wanted));
  };
}

export function sayStrays(strays: readonly StrayTags[]): void {
  const [first] = strays;
  if (first === undefined) return;
  process.exitCode = Math.max(exitCodes.refused, Number(process.exitCode ?? 0));
  const id = shellQuote(first.website.id);
  complain(
    `Tags are of the website they were given to: ${strayWords(strays)}. Tag it again, or clear what it had:  sitedeck tag ${id} --clear`,
  );
}

/** Tags of an older version, which kept no domains, get those that the websites have now. */
export function keepDomains(file: KeptFile<Tags>, tags: Tags, websites: readonly Website[]): void {
  if (withDomains(tags, websites) === tags) return;
  try {
    file.change(before => withDomains(before, websites));
  } catch (error) {
    // Nobody has asked for it: the next command tries again.
    if (!(error instanceof ConfigError)) throw error;
  }
}

/** In place of naming websites. */
export const severalOptions = {
  all: { description: 'every website' },
  search: {
    value: '<text>',
    description: 'every website with this text in its domain or name',
    whyUnsupported: whyNoWebsiteSearch,
  },
  ...tagOption,
} as const satisfies OptionTable;

export type SeveralOptions = OptionValues<typeof severalOptions>;

/** Throws a UsageError unless websites are either named or searched for. */
export function mustNameSites(sites: readonly string[], { all, search, tag }: SeveralOptions): void {
  const ways = [sites.length > 0, all === true, search !== undefined || tag !== undefined].filter(
    Boolean,
  ).length;
  if (ways === 0) throw new UsageError('Say which websites: their ids or domains, --all, --search or --tag.');
  if (ways > 1)
    throw new UsageError('Name websites, or give --all, or --search and --tag: only one of them.');
  if (search?.trim() === '') throw new UsageError('--search is empty: give --all for every website.');
}

interface ListQuery<S extends string> {
  readonly search?: string | undefined;
  readonly sortBy?: S | undefined;
  readonly sort?: SortDirection | undefined;
  readonly perPage?: number | undefined;
  readonly page?: number | undefined;
}

export interface ListOptions<S extends string> extends ListQuery<S> {
  readonly all?: boolean;
}

/** The options of both lists, websites and statistics. `lacking`: why the service does not search or sort it so. */
export function listOptions<const S extends string>(
  sortBy: readonly S[],
  lacking: {
    search(this: void, capabilities: Capabilities): string | undefined;
    sortBy(this: void, capabilities: Capabilities, order: S): string | undefined;
  },
) {
  return {
    search: { value: '<text>', description: 'only rows with this text', whyUnsupported: lacking.search },
    sortBy: {
      value: '<field>',
      description: 'what the rows are sorted by',
      choices: sortBy,
      whyUnsupported: lacking.sortBy,
    },
    sort: { value: '<direction>', description: 'descending or ascending', choices: ['desc', 'asc'] },
    perPage: {
      value: '<rows>',
      description: 'rows a page, any number',
      parse: wholeNumber(1, 100_000),
      suggestions: perPageSizes.map(String),
    },
    page: { value: '<page>', description: 'which page', parse: wholeNumber(1) },
    all: { description: 'every page', conflicts: ['page'] },
  } as const satisfies OptionTable;
}

/** What is given on the command line beside the page; the service has its own defaults for the others. */
export function listQuery<S extends string>({
  search,
  sortBy,
  sort,
}: ListOptions<S>): Pick<ListQuery<S>, 'search' | 'sortBy' | 'sort'> {
  return { search: search?.trim() === '' ? undefined : search, sortBy, sort };
}

/** The size of the pages that all rows are read in: the one given where the service has it. */
export function pageSizeOfAll({ perPage = 100 }: { readonly perPage?: number | undefined }): PerPage {
  return pageHolding(perPage);
}

/** Which websites: all, or of those that the service finds the ones with the tags. */
interface Chosen {
  readonly search?: string | undefined;
  readonly tagged?: ChooseTagged | undefined;
}

/** What the options of a command choose. Throws a UsageError and a ConfigError. */
export function chosenBy({
  tags,
  options,
}: Pick<Run<GlobalOptions & TagOptions & { readonly search?: string }>, 'tags' | 'options'>): Chosen {
  return { search: options.search, tagged: taggedBy(tags, options) };
}

/** The websites chosen. Where not all can be read, stderr says so and the exit code is 1. */
export async function searchWebsites(api: Api, { search, tagged }: Chosen) {
  const { orders } = api.capabilities.websites;
  const sortBy = orders.includes('domain') ? 'domain' : orders[0];
  const searched = search === undefined || search.trim() === '' ? {} : { search };
  const { rows, readToEnd } = await allWebsites(page =>
    api.listWebsites({ ...searched, sortBy, sort: 'asc', perPage: 100, page }),
  );
  return { rows: tagged?.(rows) ?? rows, readToEnd };
}
