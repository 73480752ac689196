import { empty, type Reply } from './reply.ts';
import type { Hit } from './visits.ts';
import type { World } from './world.ts';

type Column = (hit: Hit) => string | undefined;

/** The parameters that are read as filters, and the column of each. Screens are not among them. */
const columns: Readonly<Record<string, Column>> = {
  path: hit => hit.path,
  referrer: hit => hit.referrer,
  query: hit => hit.query,
  event: hit => hit.event,
  country: hit => hit.person.country,
  region: hit => hit.person.region,
  city: hit => hit.person.city,
  browser: hit => hit.person.browser,
  os: hit => hit.person.os,
  device: hit => hit.person.device,
  // The whole tag, of which rows show two letters.
  language: hit => hit.person.language,
};
const laterColumns: typeof columns = { utmCampaign: hit => hit.campaign };

const operators = /^(eq|neq|s|ns|c|dnc|re|nre|t|f|gt|lt|gte|lte|bf|af)\.(.*)$/;
const earlierOperators = /^(eq|neq|s|ns|c|dnc|t|f|gt|lt|gte|lte|bf|af)\.(.*)$/;

/** As ILIKE '%search%' of the database: % and _ stand for other characters, and a backslash takes that from the next one. */
export function likePattern(search: string): RegExp {
  const parts = [...`%${search}%`.matchAll(/\\?(.)/gsu)].map(([text, character = '']) => {
    if (text === '%') return '.*';
    return text === '_' ? '.' : character.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
  });
  return new RegExp(`^${parts.join('')}$`, 'is');
}

/**
 * Whether a row meets the filters of a query. A row without a value meets none, also not that it is another one. 3.1 splits
 * values at commas and takes "path1" beside "path"; 3.0 does neither, and ignores what it does not know.
 * @param without a name whose filter a search has replaced
 */
export function filterOf(
  { version }: Pick<World, 'version'>,
  query: URLSearchParams,
  without?: string,
): ((hit: Hit) => boolean) | Reply {
  const isLater = version !== '3.0';
  const known = isLater ? { ...columns, ...laterColumns } : columns;
  const tests: ((hit: Hit) => boolean)[] = [];
  // The last of one name counts.
  for (const [name, given] of new Map(query)) {
    const column = known[isLater ? name.replace(/\d+$/, '') : name];
    if (column === undefined || name === without) continue;
    const [, operator = 'eq', rest] = (isLater ? operators : earlierOperators).exec(given) ?? [];
    const value = isLater ? (rest ?? given) : rest || given;
    const values = isLater ? value.split(',') : [value];
    const contains = likePattern(value);
    const compare: Readonly<Record<string, (text: string) => boolean>> = {
      eq: text => values.includes(text),
      neq: text => !values.includes(text),
      c: text => contains.test(text),
      dnc: text => !contains.test(text),
      re: text => new RegExp(value, 'i').test(text),
      nre: text => !new RegExp(value, 'i').test(text),
    };
    const test = compare[operator];
    // The condition is then missing from its SQL.
    if (test === undefined) return empty(500);
    tests.push(hit => {
      const text = column(hit);
      return text !== undefined && test(text);
    });
  }
  return hit => tests.every(test => test(hit));
}
