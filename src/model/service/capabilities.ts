import { resultOfEach } from '#model/cachedResult.ts';
import { panelOrder } from '#model/statistics/statisticCatalogue.ts';
import { offeredStatistics, type SeriesName, type StatisticName } from '#model/statistics/statistics.ts';
import type { FieldName } from '#model/website/draft.ts';
import type { Privacy } from '#model/website/website.ts';

/** What a count is a count of. */
export type Counted = 'visitors' | 'page views' | 'visits' | 'sessions' | 'events' | 'requests';

/** What every service has: without them there is nothing to show. */
type BasicStatistic = SeriesName | 'page';

/** What a service can do, as its adapter says. Nothing above the adapter offers the rest. */
export interface Capabilities {
  /** What sentences call it, "Umami". */
  readonly serviceName: string;
  /** What the counts of each statistic are; a statistic that is left out is not recorded. */
  readonly statistics: Readonly<Record<BasicStatistic, Counted> & Partial<Record<StatisticName, Counted>>>;
  /** Of statistics that an answer has refused, which its version lacks for example: the reason, a sentence. */
  readonly refused?: Readonly<Partial<Record<StatisticName, string>>>;
  /** How the visitors of several days are counted: everybody once, or as the sum of the days; and the same in words. */
  readonly visitors: { readonly ofPeriod: 'exact' | 'sum'; readonly note: string };
  /** What the rows of a statistic are sorted by, and whether their values can be searched. */
  readonly rows: { readonly orders: readonly ['count', ...'value'[]]; readonly canSearch: boolean };
  /** What the list of websites is sorted by, the usual order first, and whether domains can be searched. */
  readonly websites: {
    readonly orders: readonly [WebsiteOrder, ...WebsiteOrder[]];
    readonly canSearch: boolean;
  };
  /** Who a website's statistics can be shown to: empty where that is not set here, else "private" is among them. */
  readonly privacies: readonly Privacy[];
  /** Whether a public website has share links, which end where it is made private. */
  readonly hasShareLinks?: true;
  /** The other fields of a website that can be written. A password goes with the privacy "password". */
  readonly fields: readonly Exclude<FieldName, 'privacy' | 'password'>[];
}

export type WebsiteOrder = 'id' | 'domain';

export function hasStatistic({ statistics }: Capabilities, name: StatisticName): boolean {
  return statistics[name] !== undefined;
}

/** Without statistics that an answer has refused; the same object where it has none of them. */
export function withoutStatistics(
  known: Capabilities,
  names: readonly StatisticName[],
  reason: (name: StatisticName) => string,
): Capabilities {
  const { visitors, pageviews, page, ...others } = known.statistics;
  const gone = names.filter(name => Object.hasOwn(others, name));
  if (gone.length === 0) return known;
  const left = Object.entries(others).filter(([name]) => gone.every(other => other !== name));
  return {
    ...known,
    statistics: { visitors, pageviews, page, ...Object.fromEntries(left) },
    refused: { ...known.refused, ...Object.fromEntries(gone.map(name => [name, reason(name)])) },
  };
}

/** The panels of the dashboard in their order. */
export function panelsOf(capabilities: Capabilities): readonly StatisticName[] {
  return panels(capabilities, [], () =>
    [...panelOrder, ...offeredStatistics].filter(name => hasStatistic(capabilities, name)),
  );
}

const panels = resultOfEach<readonly StatisticName[]>();

export function canWrite({ fields, privacies }: Capabilities, field: FieldName): boolean {
  if (field === 'privacy') return privacies.length > 0;
  return field === 'password' ? privacies.includes('password') : fields.includes(field);
}
