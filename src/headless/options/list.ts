import { InvalidArgumentError, Option } from 'commander';
import { perPageSizes, type PerPage, type SortDirection } from '#model/paging/query.ts';
import { wholeNumber } from './wholeNumber.ts';

/** What the service can be asked of a list. */
interface ListQuery<S extends string> {
  readonly search?: string | undefined;
  readonly sortBy?: S | undefined;
  readonly sort?: SortDirection | undefined;
  readonly perPage?: PerPage | undefined;
  readonly page?: number | undefined;
}

/** What the options of a list come to. */
export interface ListOptions<S extends string> extends ListQuery<S> {
  readonly all?: true;
}

/** What both lists of the service take. */
export function listOptions(sortBy: readonly string[]): Option[] {
  return [
    new Option('--search <text>', 'only rows with this text'),
    new Option('--sort-by <field>', 'what the rows are sorted by').choices(sortBy),
    new Option('--sort <direction>', 'the direction').choices(['desc', 'asc']),
    new Option('--per-page <rows>', `rows a page: ${perPageSizes.join(', ')}`).argParser(perPage),
    new Option('--page <page>', 'which page').argParser(wholeNumber(1)),
    new Option('--all', 'every page').conflicts(['page']),
  ];
}

/** Only what was given: the service has its own defaults. */
export function listQuery<S extends string>(options: ListOptions<S>): ListQuery<S> {
  const { search, sortBy, sort, perPage, page } = options;
  return { search: search?.trim() === '' ? undefined : search, sortBy, sort, perPage, page };
}

function perPage(text: string): PerPage {
  const size = perPageSizes.find(known => String(known) === text.trim());
  if (size !== undefined) return size;
  throw new InvalidArgumentError(`Allowed choices are ${perPageSizes.join(', ')}.`);
}
