import { compareText } from '#text/words.ts';
import * as z from 'zod/mini';
import type { CountedRow } from '#api/api.ts';
import { count, maxRows, wrongShape } from '#api/decode.ts';
import { ApiError } from '#model/failure.ts';
import type { Capabilities } from '#model/service/capabilities.ts';
import {
  comparisons,
  fieldOfStatistic,
  type Filter,
  type FilterCapabilities,
  type FilterField,
  narrowed,
} from '#model/service/filter.ts';
import { conditionLabel, fieldTitle } from '#model/service/filterText.ts';
import { sum } from '#model/statistics/series.ts';
import type { StatisticName, StatisticRow } from '#model/statistics/statistics.ts';
import { continentOf, countriesOf } from '#model/statistics/values.ts';
import { lazy } from '#text/memo.ts';

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

function browserKey(name: string): string {
  return browserKeys().get(name) ?? name;
}

/** A browser does not say which of the two Windows it runs on. */
export const windows = { stored: 'Windows 10', shown: 'Windows 10 or 11' } as const;

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

const metrics = {
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
} satisfies Partial<Record<StatisticName, Metrics>>;

/** The rows of a statistic that is neither days nor hours. */
export type RowsName = keyof typeof metrics;

export const metricsOf: Readonly<Record<RowsName, Metrics>> = metrics;

/** The first version that has it, where earlier ones of Umami 3 do not. */
export const sinceVersion: Readonly<Partial<Record<RowsName, string>>> = { campaign: '3.1' };

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
export function decodeMetrics(answer: unknown): readonly MetricsRow[] {
  const body = Array.isArray(answer) ? answer.slice(0, maxRows) : answer;
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

/** A parameter with an operator, without which a value such as "t.co" would be read as one. */
interface Clause {
  readonly name: string;
  readonly operator: 'eq' | 'neq' | 'c' | 're';
  readonly values: readonly string[];
}

const nameOf: Readonly<Partial<Record<FilterField, string>>> = {
  page: 'path',
  continent: 'country',
};

/** Without what takes several values of a parameter, or an expression. */
export function earlierFilters(filters: FilterCapabilities = {}): FilterCapabilities {
  const { continent: _continent, language: _language, ...others } = filters;
  return others;
}

/** The parameters of a filter that the capabilities have. Throws an ApiError where its values cannot be asked for. */
export function filterParameters(where: Filter = []) {
  for (const { field, comparison, value } of where) {
    if (value === '') throw refused(`Umami does not filter by an empty ${fieldTitle(field)}.`);
    if (comparison !== 'contains' && /[,\n\r\u2028\u2029]/.test(value))
      throw refused(
        `Umami splits a value at its commas and lines: it cannot filter by ${conditionLabel({ field, comparison, value })}.`,
      );
  }
  const fields = [...new Set(where.map(({ field }) => field))];
  const clauses = fields.flatMap(field => {
    const [is = [], not = [], contained = []] = comparisons.map(comparison => [
      ...new Set(where.filter(one => one.field === field && one.comparison === comparison).map(valueOf)),
    ]);
    const name = nameOf[field] ?? field;
    return [
      ...(is.length === 0 ? [] : clausesOf(field, is)),
      ...(not.length === 0 ? [] : [{ name, operator: 'neq', values: not } as const]),
      ...contained.map(text => ({ name, operator: 'c', values: [text] }) as const),
    ];
  });
  const parameters: Record<string, string> = {};
  /** 3.0 would read the values of a parameter as one, and count all views for a second condition on it. */
  let isOnlyLater = false;
  for (const { name, operator, values } of clauses) {
    const value = `${operator}.${values.join(',')}`;
    const names = Object.keys(parameters).filter(known => known.replace(/\d+$/, '') === name);
    if (names.some(known => parameters[known] === value)) continue;
    isOnlyLater ||= names.length > 0 || values.length > 1 || operator === 're';
    parameters[names.length === 0 ? name : `${name}${names.length}`] = value;
  }
  return { parameters, isOnlyLater };
}

export function filterOfRow(
  { name, value }: Pick<CountedRow, 'name' | 'value'>,
  where: Filter = [],
  { filters }: Pick<Capabilities, 'filters'>,
): Filter | undefined {
  const field = fieldOfStatistic(name);
  if (value === '' || field === undefined || filters?.[field]?.includes('is') !== true) return undefined;
  const alternatives = where.filter(one => one.field === field && one.comparison === 'is');
  const isAmong = alternatives.length === 0 || alternatives.some(one => one.value === value);
  return isAmong ? narrowed(where, [{ field, value }]) : undefined;
}

/** As the service stores it, or looks for it. */
function valueOf({ field, comparison, value }: Filter[number]): string {
  if (comparison !== 'contains') return value;
  if (field === 'os' && includes(windows.shown, value) && !includes(windows.stored, value))
    throw refused(`Umami has "${windows.stored}" for Windows 10 and 11: type a part of that.`);
  // As in LIKE of the database.
  return value.replaceAll(/[\\%_]/g, '\\$&');
}

function includes(text: string, part: string): boolean {
  return text.toLowerCase().includes(part.toLowerCase());
}

function clausesOf(field: FilterField, values: readonly string[]): readonly Clause[] {
  const among = (name: string, stored: readonly string[]): Clause => ({
    name,
    operator: 'eq',
    values: stored,
  });
  switch (field) {
    case 'city':
      return citiesAmong(values);
    case 'continent': {
      const countries = values.flatMap(countriesOf);
      if (countries.length === 0) throw refused('Umami filters by a continent of countries only.');
      return [among('country', countries)];
    }
    case 'language': {
      // It stores "en-GB" and shows "en".
      const starts = values.map(value => {
        const text = value.replaceAll(/[^\p{L}\p{N}]/gu, '\\$&');
        return value.length < 2 ? `${text}$` : text;
      });
      return [{ name: 'language', operator: 're', values: [`^(?:${starts.join('|')})`] }];
    }
    case 'browser':
      return [among(field, values.map(browserKey))];
    case 'os':
      return [
        among(
          field,
          values.map(value => (value === windows.shown ? windows.stored : value)),
        ),
      ];
    default:
      return [among(nameOf[field] ?? field, values)];
  }
}

/** A city is one of its country: those of several would be those of each in all of them. */
function citiesAmong(values: readonly string[]): readonly Clause[] {
  const places = values.map(value => /^([A-Za-z][A-Za-z0-9]):(.+)$/s.exec(value) ?? []);
  const countries = new Set(places.map(([, country]) => country));
  const [country] = countries;
  if (country === undefined)
    throw refused('Umami filters by a city with its country only, as in city=GB:London.');
  if (countries.size > 1) throw refused('Umami filters by cities of one country at once.');
  return [
    { name: 'city', operator: 'eq', values: places.map(([, , city = '']) => city) },
    { name: 'country', operator: 'eq', values: [country] },
  ];
}

function refused(reason: string): ApiError {
  return new ApiError('validation', reason);
}
