import { listed } from '#text/words.ts';
import type { Condition, Filter, FilterField } from './filter.ts';
import { readableCondition } from './filterText.ts';

/** How visitors are told that meet a condition: "are from Germany", "read /about", "read a page with /pro". */
interface Phrase {
  readonly verb: string;
  /** Before a value, and before `some` in its place. */
  readonly link?: string;
  /** Before a value alone. */
  readonly article?: string;
  readonly some: string;
}

const phrases: Readonly<Record<FilterField, Phrase>> = {
  country: { verb: 'are', link: 'from', some: 'a country' },
  city: { verb: 'are', link: 'from', some: 'a city' },
  continent: { verb: 'are', link: 'from', some: 'a continent' },
  device: { verb: 'are', link: 'on', article: 'a', some: 'a device' },
  os: { verb: 'are', link: 'on', some: 'a system' },
  browser: { verb: 'use', some: 'a browser' },
  language: { verb: 'prefer', some: 'a language' },
  resolution: { verb: 'have', article: 'a screen of', some: 'a screen' },
  page: { verb: 'read', some: 'a page' },
  landing_page: { verb: 'landed', link: 'on', some: 'a page' },
  exit_page: { verb: 'left', link: 'from', some: 'a page' },
  referrer: { verb: 'came', link: 'from', some: 'a referrer' },
  referrer_group: { verb: 'came', link: 'from', some: 'a referrer group' },
  campaign: { verb: 'came', link: 'by', article: 'the campaign', some: 'a campaign' },
  utm_source: { verb: 'came', link: 'by', article: 'the campaign source', some: 'a campaign source' },
  utm_medium: { verb: 'came', link: 'by', article: 'the campaign medium', some: 'a campaign medium' },
  utm_term: { verb: 'came', link: 'by', article: 'the campaign term', some: 'a campaign term' },
  utm_content: { verb: 'came', link: 'by', article: 'the campaign content', some: 'a campaign content' },
  event: { verb: 'had', article: 'the event', some: 'an event' },
  hour: { verb: 'came', link: 'at', some: 'an hour' },
  weekday: { verb: 'came', link: 'on', some: 'a weekday' },
};

/** "are from Germany, on a mobile, and read a page with /pro", of visitors. Foreign text. */
export function whoMeets(where: Filter): string {
  const told = Map.groupBy(
    [...Map.groupBy(where, ({ field }) => field)].flatMap(([field, conditions]) =>
      textsOf(field, conditions).map(text => ({ verb: phrases[field].verb, text })),
    ),
    ({ verb }) => verb,
  );
  const verbs = [...told].sort(([one], [other]) => Number(other === 'are') - Number(one === 'are'));
  const [only, ...others] = verbs;
  if (only !== undefined && others.length === 0)
    return `${only[0]} ${listed(only[1].map(({ text }) => text))}`;
  const clauses = verbs.map(([verb, each]) => `${verb} ${each.map(({ text }) => text).join(', ')}`);
  const isPlain = clauses.length === 2 && verbs.every(([, each]) => each.length === 1);
  return isPlain ? listed(clauses) : `${clauses.slice(0, -1).join(', ')}, and ${clauses.at(-1)}`;
}

/** Each of what must hold of a field: alternatives are one of them. */
function textsOf(field: FilterField, conditions: readonly Condition[]): string[] {
  const { link, article, some } = phrases[field];
  const linked = (text: string) => (link === undefined ? text : `${link} ${text}`);
  const alternatives = conditions.filter(({ comparison }) => comparison === 'is');
  const named = alternatives.map(({ value }) => readableCondition(field, value)).join(' or ');
  const first =
    alternatives.length === 0 ? [] : [linked(article === undefined ? named : `${article} ${named}`)];
  const others = conditions
    .filter(({ comparison }) => comparison !== 'is')
    .map(({ comparison, value }) => {
      if (comparison === 'contains') return linked(`${some} with ${value}`);
      return linked(`${some} other than ${readableCondition(field, value)}`);
    });
  return [...first, ...others];
}
