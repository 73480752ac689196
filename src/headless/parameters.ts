import { InvalidArgumentError, Option } from 'commander';
import { perPageSizes, type PerPage } from '#model/query.ts';

/** A whole number from `least` on, for an option's value. */
export function wholeNumber(least: number, most = Number.MAX_SAFE_INTEGER): (text: string) => number {
  return text => {
    const value = /^\d{1,15}$/.test(text.trim()) ? Number(text) : Number.NaN;
    if (value >= least && value <= most) return value;
    const range = most === Number.MAX_SAFE_INTEGER ? `from ${least} on` : `from ${least} to ${most}`;
    throw new InvalidArgumentError(`Give a whole number ${range}.`);
  };
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

/** What the options of a list come to. */
export interface ListOptions<S extends string> {
  readonly search?: string;
  readonly sortBy?: S;
  readonly sort?: 'asc' | 'desc';
  readonly perPage?: PerPage;
  readonly page?: number;
  readonly all?: true;
}

function perPage(text: string): PerPage {
  const size = perPageSizes.find(known => String(known) === text.trim());
  if (size !== undefined) return size;
  throw new InvalidArgumentError(`Allowed choices are ${perPageSizes.join(', ')}.`);
}
