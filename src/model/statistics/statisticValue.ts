import { formatDay, parseDay } from '#model/period/day.ts';
import { statisticInfo } from './statisticCatalogue.ts';
import type { StatisticName } from './statistics.ts';

const continents: Readonly<Record<string, string>> = {
  AF: 'Africa',
  AN: 'Antarctica',
  AS: 'Asia',
  EU: 'Europe',
  NA: 'North America',
  OC: 'Oceania',
  SA: 'South America',
};

/**
 * The value of a row in readable form: "US" and "US:United States" are United States, "en" is English. A value that is not
 * understood stays as it is. The result is foreign text: make it safe before it is shown.
 */
export function readableValue(name: StatisticName, value: string): string {
  const text = value.trim();
  if (text === '') return statisticInfo(name).emptyValue;
  switch (name) {
    case 'country':
      return afterCode(text) ?? regionName(text) ?? value;
    case 'city':
      return cityName(text) ?? value;
    case 'continent':
      return afterCode(text) ?? continents[text.replace(/:$/, '').toUpperCase()] ?? value;
    case 'language':
      return afterCode(text) ?? languageName(text) ?? value;
    case 'event':
      // "name:value:unit", the last two often empty.
      return text.replace(/:+$/, '') || value;
    case 'visitors_hours':
    case 'pageviews_hours':
      return /^\d{1,2}$/.test(text) ? `${text.padStart(2, '0')}:00` : value;
    case 'visitors':
    case 'pageviews':
      return dayName(text) ?? value;
    default:
      return value;
  }
}

/** Whether its values are codes of places or languages. */
export function hasCodes(name: StatisticName): boolean {
  return name === 'country' || name === 'city' || name === 'continent' || name === 'language';
}

/**
 * A place or language by name and code: "United States" and "US" for "US:United States" and for "US"; the code of a
 * city is its country's. Undefined for what the value does not contain, and for statistics without codes.
 */
export function namedCode(
  statistic: StatisticName,
  value: string,
): { readonly name: string | undefined; readonly code: string | undefined } {
  if (!hasCodes(statistic)) return { name: undefined, code: undefined };
  const text = value.trim();
  if (statistic === 'city') {
    const [, code, city] = /^([A-Za-z][A-Za-z0-9]):(.*)$/s.exec(text) ?? [];
    return { name: (city ?? text).trim() || statisticInfo('city').emptyValue, code: code?.toUpperCase() };
  }
  const name = readableValue(statistic, value);
  const [, head] = /^([A-Za-z]{2,3}(?:[-_][A-Za-z0-9]+)*)(?::|$)/s.exec(text) ?? [];
  const code = statistic === 'language' ? head : head?.toUpperCase();
  return { name: name === text && code !== undefined ? undefined : name, code };
}

/** "United States" of "US:United States". */
function afterCode(text: string): string | undefined {
  return /^[A-Za-z]{2,3}(?:-[A-Za-z0-9]+)*:(.+)$/s.exec(text)?.[1]?.trim() || undefined;
}

/** "New York, US" for "US:New York": the code tells Paris, FR from Paris, US and leaves room for the name. */
function cityName(text: string): string | undefined {
  const [, code, city] = /^([A-Za-z][A-Za-z0-9]):(.*)$/s.exec(text) ?? [];
  if (code === undefined || city === undefined) return undefined;
  return `${city.trim() || statisticInfo('city').emptyValue}, ${code.toUpperCase()}`;
}

function dayName(text: string): string | undefined {
  const day = parseDay(text);
  return day && formatDay(day);
}

let regions: Intl.DisplayNames | undefined;
let languages: Intl.DisplayNames | undefined;

function regionName(text: string): string | undefined {
  const code = /^([A-Za-z]{2}):?$/.exec(text)?.[1];
  if (code === undefined) return undefined;
  regions ??= new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  return regions.of(code.toUpperCase());
}

function languageName(text: string): string | undefined {
  const code = /^([A-Za-z]{2,3}(?:[-_][A-Za-z0-9]{2,8})*):?$/.exec(text)?.[1];
  if (code === undefined) return undefined;
  languages ??= new Intl.DisplayNames('en', {
    type: 'language',
    fallback: 'none',
    languageDisplay: 'standard',
  });
  try {
    return languages.of(code.replaceAll('_', '-'));
  } catch {
    // In the form of a language tag, but invalid: "en-aaaaa-aaaaa".
    return undefined;
  }
}
