import type { CountedRow } from '#api/api.ts';
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
import { countriesOf } from '#model/statistics/values.ts';
import { browserKey, windows } from './rows.ts';

/** A parameter with an operator, without which a value such as "t.co" would be read as one. */
interface Clause {
  readonly name: string;
  readonly operator: 'eq' | 'neq' | 'c' | 're';
  readonly values: readonly string[];
}

/** What a filter is asked with. */
interface Asked {
  readonly parameters: Readonly<Record<string, string>>;
  /** 3.0 would read the values of a parameter as one, and count all views for a second condition on it. */
  readonly isOnlyLater: boolean;
}

const nameOf: Readonly<Partial<Record<FilterField, string>>> = {
  page: 'path',
  continent: 'country',
};

/** Without what takes several values of a parameter, or an expression. */
export function ofEarlier(filters: FilterCapabilities = {}): FilterCapabilities {
  const { continent: _continent, language: _language, ...others } = filters;
  return others;
}

/** The parameters of a filter that the capabilities have. Throws an ApiError where its values cannot be asked for. */
export function filterParameters(where: Filter = []): Asked {
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

/** A filter with only one row of a statistic in it; undefined where there is none. */
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

/** One of these values. */
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
