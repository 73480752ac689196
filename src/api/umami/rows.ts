import * as z from 'zod/mini';
import { compareText, count, mostRows, wrongShape } from '#api/decode.ts';
import { lazy } from '#text/memo.ts';
import { sum } from '#model/statistics/series.ts';
import type { StatisticName, StatisticRow } from '#model/statistics/statistics.ts';
import { continentOf } from '#model/statistics/values.ts';

/** Browsers by the keys that Umami stores; a key that is not here is shown as it is. */
const browsers: Readonly<Record<string, string>> = {
  android: 'Android Browser',
  aol: 'AOL',
  bb10: 'BlackBerry 10',
  beaker: 'Beaker',
  chrome: 'Chrome',
  'chromium-webview': 'Chrome WebView',
  crios: 'Chrome on iOS',
  curl: 'curl',
  edge: 'Edge (old)',
  'edge-chromium': 'Edge',
  'edge-ios': 'Edge on iOS',
  facebook: 'Facebook',
  firefox: 'Firefox',
  fxios: 'Firefox on iOS',
  ie: 'Internet Explorer',
  instagram: 'Instagram',
  ios: 'Safari on iOS',
  'ios-webview': 'iOS WebView',
  kakaotalk: 'KakaoTalk',
  miui: 'MIUI Browser',
  opera: 'Opera',
  'opera-mini': 'Opera Mini',
  phantomjs: 'PhantomJS',
  safari: 'Safari',
  samsung: 'Samsung Internet',
  searchbot: 'Search bot',
  silk: 'Silk',
  yandexbrowser: 'Yandex',
};

function browserName(key: string): string {
  return Object.hasOwn(browsers, key) ? (browsers[key] ?? key) : key;
}

const browserKeys = lazy(() => new Map(Object.entries(browsers).map(([key, name]) => [name, key])));

/** The key of a browser that is shown by name. */
export function browserKey(name: string): string {
  return browserKeys().get(name) ?? name;
}

/** A browser does not say which of the two Windows it runs on. */
export const windows = { stored: 'Windows 10', shown: 'Windows 10 or 11' } as const;

/** The rows of a statistic that is neither days nor hours. */
export type RowsName = Extract<
  StatisticName,
  | 'page'
  | 'landing_page'
  | 'exit_page'
  | 'referrer'
  | 'campaign'
  | 'event'
  | 'country'
  | 'city'
  | 'continent'
  | 'language'
  | 'browser'
  | 'os'
  | 'device'
  | 'resolution'
>;

/** A row of metrics/expanded: who saw it, how often, in how many visits. Of entries and exits `pageviews` are visits, of events events. */
interface MetricsRow {
  readonly name: string;
  readonly country: string;
  readonly pageviews: number;
  readonly visitors: number;
  readonly visits: number;
}

interface Metrics {
  readonly type: string;
  /** What is counted: for each statistic the same as with other services. */
  readonly counts: 'pageviews' | 'visitors' | 'visits';
  /** Each visitor has one value, or none: those without one are the rest of all visitors. */
  readonly isOfVisitor?: true;
  readonly value?: (row: MetricsRow) => string;
  /** Rows are shown as they are stored: the search of the service finds all that show a text, and others. */
  readonly isSearched?: true;
}

const ofVisitor = { counts: 'visitors', isOfVisitor: true } as const;

/** The first version that has it, where earlier ones of Umami 3 do not. */
export const sinceVersion: Readonly<Partial<Record<RowsName, string>>> = { campaign: '3.1' };

export const metricsOf: Readonly<Record<RowsName, Metrics>> = {
  page: { type: 'path', counts: 'pageviews', isSearched: true },
  landing_page: { type: 'entry', counts: 'visits', isSearched: true },
  exit_page: { type: 'exit', counts: 'visits', isSearched: true },
  referrer: { type: 'referrer', counts: 'visits', isSearched: true },
  campaign: { type: 'utmCampaign', counts: 'visits', isSearched: true },
  event: { type: 'event', counts: 'pageviews', isSearched: true },
  country: { type: 'country', ...ofVisitor },
  city: {
    type: 'city',
    ...ofVisitor,
    // 3.0 has a row of each country for those without a city.
    value: ({ name, country }) => (country === '' || name === '' ? name : `${country}:${name}`),
  },
  // There is none: since a visitor has one country, those of a continent are the sum of its countries.
  continent: { type: 'country', ...ofVisitor, value: ({ name }) => continentOf(name) },
  language: { type: 'language', ...ofVisitor },
  browser: { type: 'browser', ...ofVisitor, value: ({ name }) => browserName(name) },
  os: { type: 'os', ...ofVisitor, value: ({ name }) => (name === windows.stored ? windows.shown : name) },
  device: { type: 'device', ...ofVisitor },
  resolution: { type: 'screen', ...ofVisitor },
};

const text = () =>
  z.pipe(
    z.nullish(z.string()),
    z.transform(value => value ?? ''),
  );

const wireRows = lazy(() =>
  z.array(
    z.object({ name: text(), country: text(), pageviews: count(), visitors: count(), visits: count() }),
  ),
);

/** Throws an ApiError of kind shape. */
export function decodeMetrics(given: unknown): readonly MetricsRow[] {
  const body = Array.isArray(given) ? given.slice(0, mostRows) : given;
  const rows = wireRows().safeParse(body);
  if (!rows.success) throw wrongShape('a statistic');
  return rows.data;
}

/**
 * The rows of a statistic, most first, in an order that is always the same.
 * @param visitors of the period, where they are known and all rows were read: those who have no value are a row without one
 */
export function rowsOf(
  name: RowsName,
  read: readonly MetricsRow[],
  visitors: number | undefined,
): StatisticRow[] {
  const { counts, value = ({ name: own }: MetricsRow) => own } = metricsOf[name];
  const sums = new Map<string, number>();
  for (const row of read) sums.set(value(row), (sums.get(value(row)) ?? 0) + row[counts]);
  const rows = Array.from(sums, ([key, total]) => ({ value: key, count: total }));
  const without = (visitors ?? 0) - sum(rows);
  if (without > 0) {
    const empty = rows.find(row => row.value === '');
    if (empty === undefined) rows.push({ value: '', count: without });
    else empty.count += without;
  }
  return rows.toSorted((a, b) => b.count - a.count || compareText(a.value, b.value));
}
