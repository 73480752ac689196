import { UsageError } from '#connection/errors.ts';
import { whyNoWebsiteSearch } from '#model/service/whyLacking.ts';
import type { OptionTable } from './optionTable.ts';
import { tagOption, type TagOptions } from './tagOption.ts';

export interface SeveralOptions extends TagOptions {
  readonly all?: boolean;
  readonly search?: string;
}

/** In place of naming websites. */
export const severalOptions = {
  all: { description: 'every website' },
  search: {
    value: '<text>',
    description: 'every website with this text in its domain or name',
    whyLacking: whyNoWebsiteSearch,
  },
  ...tagOption,
} as const satisfies OptionTable;

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
