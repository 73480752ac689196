import type { Page, SortDirection } from '#model/paging/query.ts';
import type { Day, SeriesName, StatisticRow } from '#model/statistics/statistics.ts';
import type { Website } from '#model/website/website.ts';

/** The numbers of a measure of one website as they were read: by days, or as 'exact' the visitors of a period. */
export interface KeptNumbers {
  readonly from: Day;
  readonly to: Day;
  readonly name: SeriesName | 'exact';
  /** By website: when they were requested, in milliseconds since 1970, and a count for every day. */
  readonly of: Readonly<Record<string, { readonly at: number; readonly counts: readonly number[] }>>;
}

/** The list of websites as it was last seen. All texts in it are the service's, raw. */
export interface KeptList {
  /** When the rows were requested, in milliseconds since 1970. */
  readonly at: number;
  /** The day that the numbers were for, in the profile's time zone. */
  readonly day: Day;
  readonly sortBy: 'id' | 'domain';
  readonly sort: SortDirection;
  readonly rows: readonly Website[];
  readonly total?: number | undefined;
  readonly next: Page<Website>['next'];
  readonly numbers: readonly KeptNumbers[];
}

/** One answer of a statistic, by the key it has in the store. */
export type KeptAnswer = { readonly key: string; readonly at: number } & (
  | { readonly kind: 'rows'; readonly data: Page<StatisticRow> }
  | { readonly kind: 'series'; readonly data: { readonly from: Day; readonly counts: readonly number[] } }
  | { readonly kind: 'hours'; readonly data: readonly number[] }
  | { readonly kind: 'visitors'; readonly data: number }
  | { readonly kind: 'counts'; readonly data: number | 'unknown' }
  | { readonly kind: 'since'; readonly data: Day | 'unknown' }
);

/** The statistics of one website as they were last seen. */
export interface KeptWebsite {
  readonly id: string;
  /** The day of the last answer, in the profile's time zone. */
  readonly day: Day;
  readonly answers: readonly KeptAnswer[];
}

/** What was last seen of a service, kept on disk. */
export interface LastSeen {
  /** Whether every day is to be read again, however long ago it ended: an import into the services of this machine may change any. */
  readonly isReadAgain: boolean;
  /** The file of the list; undefined where there is none. */
  listFile(): string | undefined;
  /** Undefined where nothing is kept, or what is kept cannot be used. */
  readonly list: KeptList | undefined;
  website(id: string): KeptWebsite | undefined;
  /** Writes the list in a while, as it is then. */
  keepList(make: () => KeptList | undefined): void;
  keepWebsite(id: string, make: () => KeptWebsite | undefined): void;
  /** A website was deleted. */
  drop(id: string): void;
  /** The service takes another key from now on: what it answers is kept apart. */
  useAccount(account: string): void;
  /** Writes at once what is to be written. */
  flush(): void;
}
