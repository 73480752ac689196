import { pageHolding, perPageSizes, type PerPage, type SortDirection } from '#model/paging/query.ts';
import type { Capabilities } from '#model/service/capabilities.ts';
import type { OptionTable } from './optionTable.ts';
import { wholeNumber } from './wholeNumber.ts';

/** The parameters of a list. */
interface ListQuery<S extends string> {
  readonly search?: string | undefined;
  readonly sortBy?: S | undefined;
  readonly sort?: SortDirection | undefined;
  readonly perPage?: number | undefined;
  readonly page?: number | undefined;
}

/** The values of the options of a list. */
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
    search: { value: '<text>', description: 'only rows with this text', whyLacking: lacking.search },
    sortBy: {
      value: '<field>',
      description: 'what the rows are sorted by',
      choices: sortBy,
      whyLacking: lacking.sortBy,
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
