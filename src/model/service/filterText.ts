import { formatDay, weekdayNames } from '#model/period/format.ts';
import {
  allStatistics,
  type Day,
  isOfRequests,
  isOfVisits,
  type StatisticName,
} from '#model/statistics/statistics.ts';
import { namedCode, readableValue } from '#model/statistics/values.ts';
import { didYouMean } from '#text/match.ts';
import { joinSafe, label, safeText, type SafeText } from '#text/safeText.ts';
import { listed } from '#text/words.ts';
import { memoizeByObject } from '#text/memo.ts';
import { type Capabilities, statisticInfo, withoutStatistics } from './capabilities.ts';
import {
  comparisons,
  comparisonSigns,
  type Condition,
  conditionText,
  countConditions,
  type Filter,
  type FilterCapabilities,
  type FilterField,
  filterFields,
  isTimeField,
  maxConditions,
} from './filter.ts';

/** What people type for a field beside its name. */
const spellings: Readonly<Record<string, FilterField>> = {
  system: 'os',
  landing: 'landing_page',
  exit: 'exit_page',
  path: 'page',
};

/** "country", "landing page". */
export function fieldTitle(field: FilterField): string {
  return isTimeField(field) ? field : statisticInfo(field).singular;
}

/**
 * Reads what conditionText writes, and what a person types in its place. A value that is no time stays as it was typed.
 * @param filters of the service that is asked: no others are named
 */
export function parseCondition(
  text: string,
  filters?: FilterCapabilities,
): { readonly condition: Condition } | { readonly problem: SafeText } {
  const found = /^\s*([\w -]+?)\s*(!=|=|~)(.*)$/s.exec(text);
  if (found === null)
    return {
      problem: label`"${safeText(text, 60)}" is no condition: type country=DE, device!=mobile or page~/blog.`,
    };
  const [, typed = '', sign = '', rest = ''] = found;
  const name = typed.toLowerCase().replaceAll(/[ -]/g, '_');
  const field = Object.hasOwn(spellings, name) ? spellings[name] : filterFields.find(known => known === name);
  if (field === undefined) {
    const statistic = allStatistics.find(each => each === name);
    if (statistic !== undefined && isOfRequests(statistic))
      return {
        problem: safeText(`${statistic} is counted by request, not by page view, so not within a filter.`),
      };
    const fields = filterFields.filter(each => filters === undefined || filters[each] !== undefined);
    const meant = didYouMean(name, fields);
    const known = meant === '' ? `, only by ${fields.join(', ')}` : '';
    return { problem: safeText(`There is no filter by "${typed}"${known}.${meant}`) };
  }
  const comparison = comparisons.find(each => comparisonSigns[each] === sign) ?? 'is';
  const value = isTimeField(field) ? timeValue(field, rest.trim()) : rest.trim();
  if (value === undefined)
    return {
      problem:
        field === 'hour'
          ? label`"${safeText(rest, 60)}" is no hour: type hour=14, from 0 to 23.`
          : label`"${safeText(rest, 60)}" is no weekday: type weekday=Monday.`,
    };
  if (comparison === 'contains' && value === '')
    return { problem: label`Type the text that ${safeText(fieldTitle(field))} contains, as in page~/blog.` };
  return { condition: { field, comparison, value } };
}

/** "09" of "9" and "9:00"; "1" of "Monday", "mon" and "1". */
function timeValue(field: 'hour' | 'weekday', typed: string): string | undefined {
  if (field === 'hour') {
    const hour = /^(\d{1,2})(?::00)?$/.exec(typed)?.[1];
    return hour === undefined || Number(hour) > 23 ? undefined : hour.padStart(2, '0');
  }
  const wanted = typed.toLowerCase();
  const at = weekdayNames.findIndex(name =>
    [name, name.slice(0, 3)].some(text => text.toLowerCase() === wanted),
  );
  if (at >= 0) return String(at + 1);
  return /^[1-7]$/.test(typed) ? typed : undefined;
}

/** "country Germany", "device not mobile", "page contains /blog", "referrer direct", "campaign none". */
export function conditionLabel({ field, comparison, value }: Condition): SafeText {
  const words = { is: '', 'is not': 'not ', contains: 'contains ' }[comparison];
  const readable = comparison === 'contains' ? value : readableCondition(field, value);
  // "(none)" stands in brackets itself.
  const shown = value === '' ? readable.replaceAll(/^\(|\)$/g, '') : readable;
  return label`${safeText(fieldTitle(field))} ${safeText(words)}${safeText(shown)}`;
}

/** "Germany", "14:00", "Monday", as it stands in a condition; of `contains` the text itself. */
export function readableCondition(field: FilterField, value: string): string {
  if (field === 'weekday') return weekdayNames[Number(value) - 1] ?? value;
  return readableValue(field === 'hour' ? 'visitors_hours' : field, value);
}

/** How it is typed in a command: a place or language by its code. */
export function typedCondition(condition: Condition): string {
  const { field, comparison, value } = condition;
  if (isTimeField(field) || field === 'city' || comparison === 'contains') return conditionText(condition);
  return conditionText({ ...condition, value: namedCode(field, value).code ?? value });
}

/** "Umami does not filter by campaign." Undefined where the service can apply the condition. */
export function whyNoCondition(
  { filters = {}, serviceName }: Capabilities,
  { field, comparison }: Pick<Condition, 'field' | 'comparison'>,
): string | undefined {
  const known = filters[field];
  if (known === undefined) return `${serviceName} does not filter by ${fieldTitle(field)}.`;
  if (known.includes(comparison)) return undefined;
  const others = listed(known.map(each => `"${each}"`));
  return `${serviceName} filters by ${fieldTitle(field)} with ${others} only.`;
}

/** Why a service cannot apply a filter; undefined where it can. */
export function whyNoFilter(capabilities: Capabilities, filter: Filter): string | undefined {
  if (Object.keys(capabilities.filters ?? {}).length === 0)
    return `${capabilities.serviceName} does not filter statistics.`;
  if (countConditions(filter) > maxConditions) return `A filter has at most ${maxConditions} conditions.`;
  for (const condition of filter) {
    const reason = whyNoCondition(capabilities, condition);
    if (reason !== undefined) return reason;
  }
  return undefined;
}

const narrowed = memoizeByObject<Capabilities>();

/** What a service has within a filter: nothing that it cannot count so. The same object without a filter. */
export function withinFilter(capabilities: Capabilities, where: Filter): Capabilities {
  if (where.length === 0) return capabilities;
  return narrowed(capabilities, [where], () => {
    const { knowsErrors: _, ...rest } = capabilities;
    const reasonOf = (name: StatisticName) => whyNotFiltered(name, capabilities, where);
    const names = allStatistics.filter(name => reasonOf(name) !== undefined);
    return withoutStatistics(rest, names, name => reasonOf(name) ?? '');
  });
}

/** " (country Germany)", behind what is within it; empty without a filter. Foreign text. */
export function withinText(where: Filter = []): string {
  return where.length === 0 ? '' : ` (${filterLabel(where)})`;
}

/** "country Germany, device not mobile". */
export function filterLabel(where: Filter): SafeText {
  return joinSafe(where.map(conditionLabel), label`, `);
}

/** Of earlier days there is no detail that a filter could count. */
export function filterBeginsText(begins: Day): string {
  return `Within a filter counts begin on ${formatDay(begins)}.`;
}

/**
 * "Bots: counted by request, not by page view, so not within a filter." Undefined for what a filter can count.
 * @param capabilities of a service that has the conditions of `filter`, but may not count everything within them
 */
export function whyNotFiltered(
  name: StatisticName | 'errors',
  capabilities?: Pick<Capabilities, 'unfiltered' | 'serviceName'>,
  filter: Filter = [],
): string | undefined {
  const isErrors = name === 'errors';
  const title = isErrors ? 'Errors' : statisticInfo(name).title;
  if (isErrors || isOfRequests(name))
    return `${title}: counted by request, not by page view, so not within a filter.`;
  if (!isOfVisits(name)) return `${title}: not a value of each visit, so not within a filter.`;
  const fields = capabilities?.unfiltered?.[name] ?? [];
  const field = fields.find(each => filter.some(condition => condition.field === each));
  if (capabilities === undefined || field === undefined) return undefined;
  return `${capabilities.serviceName} does not count ${title.toLowerCase()} within a filter by ${fieldTitle(field)}.`;
}

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
  const byVerb = Map.groupBy(
    [...Map.groupBy(where, ({ field }) => field)].flatMap(([field, conditions]) =>
      textsOf(field, conditions).map(text => ({ verb: phrases[field].verb, text })),
    ),
    ({ verb }) => verb,
  );
  const verbs = [...byVerb].sort(([one], [other]) => Number(other === 'are') - Number(one === 'are'));
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
