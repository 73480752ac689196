import { UsageError } from '#connection/errors.ts';
import { perPageSizes, type PerPage, type SortDirection } from '#model/paging/query.ts';
import type { Capabilities } from '#model/service/capabilities.ts';
import type { OptionTable } from './optionTable.ts';
import { wholeNumber } from './wholeNumber.ts';

/** The parameters of a list. */
interface ListQuery<S extends string> {
  readonly search?: string | undefined;
  readonly sortBy?: S | undefined;
  readonly sort?: SortDirection | undefined;
  readonly perPage?: PerPage | undefined;
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
    sort: { value: '<direction>', description: 'the direction', choices: ['desc', 'asc'] },
    perPage: {
      value: '<rows>',
      description: `rows a page: ${perPageSizes.join(', ')}`,
      parse: perPage,
      suggestions: perPageSizes.map(String),
    },
    page: { value: '<page>', description: 'which page', parse: wholeNumber(1) },
    all: { description: 'every page', conflicts: ['page'] },
  } as const satisfies OptionTable;
}

/** The parameters given on the command line; the service has its own defaults for the others. */
export function listQuery<S extends string>(options: ListOptions<S>): ListQuery<S> {
  const { search, sortBy, sort, perPage, page } = options;
  return { search: search?.trim() === '' ? undefined : search, sortBy, sort, perPage, page };
}

function perPage(text: string): PerPage {
  const size = perPageSizes.find(known => String(known) === text.trim());
  if (size !== undefined) return size;
  throw new UsageError(`Allowed choices are ${perPageSizes.join(', ')}.`);
}
