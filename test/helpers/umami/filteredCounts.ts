import type { Condition, Filter, FilterField } from '#model/service/filter.ts';
import { type Period, type StatisticName, statisticNames } from '#model/statistics/statistics.ts';
import { memoizeLast } from '#text/memo.ts';
import { manyPeople, manyVisits } from './manyVisits.ts';
import { countBy, entriesOf, type View, viewsOf } from './recount.ts';
import type { Person } from './visits.ts';

const continents: Readonly<Record<string, string>> = {
  DE: 'EU:Europe',
  GB: 'EU:Europe',
  CA: 'NA:North America',
  US: 'NA:North America',
  BR: 'SA:South America',
  KR: 'AS:Asia',
};
const browsers: Readonly<Record<string, string>> = {
  firefox: 'Firefox',
  'edge-chromium': 'Edge',
  chrome: 'Chrome',
  crios: 'Chrome on iOS',
  ios: 'Safari on iOS',
};

/** The value that a row of a person has; empty where there is none. */
const ofPerson: Readonly<Partial<Record<StatisticName, (person: Person) => string>>> = {
  country: ({ country = '' }) => country,
  city: ({ country = '', city }) => (city === undefined ? '' : `${country}:${city}`),
  continent: ({ country = '' }) => continents[country] ?? '',
  language: ({ language = '' }) => language.slice(0, 2),
  browser: ({ browser }) => browsers[browser] ?? browser,
  os: ({ os }) => (os === 'Windows 10' ? 'Windows 10 or 11' : os),
  device: ({ device }) => device,
  resolution: ({ screen }) => screen,
};

function valueIn(person: Person, path: string | undefined, field: FilterField): string {
  const value = field === 'hour' || field === 'weekday' ? undefined : ofPerson[field]?.(person);
  return value ?? path ?? '';
}

function meets(person: Person, path: string | undefined, where: Filter): boolean {
  const holds = ({ field, comparison, value }: Condition) => {
    const own = valueIn(person, path, field);
    if (comparison === 'contains') return own.toLowerCase().includes(value.toLowerCase());
    return (own === value) === (comparison === 'is');
  };
  const alternatives = where.filter(({ comparison }) => comparison === 'is');
  return (
    where.filter(({ comparison }) => comparison !== 'is').every(holds) &&
    alternatives.every(({ field }) => alternatives.some(other => other.field === field && holds(other)))
  );
}

const lastViews = memoizeLast<View[]>();
const viewsIn = ({ from, to }: Period) =>
  lastViews([from, to], () => viewsOf(manyVisits(), from, to, manyPeople));

/** Every statistic of the many visits under a filter, by going through all of them: counts by value, without zeros. */
export function filteredCounts({ from, to }: Period, where: Filter) {
  const views = viewsIn({ from, to });
  const met = views.filter(({ person, path }) => meets(person, path, where));
  const metVisits = new Set(met.map(({ visit }) => visit));
  const inMetVisits = views.filter(({ visit }) => metVisits.has(visit));
  const visits = (valueOf: (view: View) => string | undefined, among: readonly View[]) =>
    countBy(among, valueOf, ({ visit }) => visit);
  const events: Record<string, number> = {};
  for (const { who, at, events: names = [] } of manyVisits()) {
    const person = manyPeople[who];
    const isIn = at.slice(0, 10) >= from && at.slice(0, 10) <= to;
    if (person !== undefined && isIn && meets(person, undefined, where))
      for (const name of names) events[name] = (events[name] ?? 0) + 1;
  }
  const visitors = (valueOf: (view: View) => string) => countBy(met, valueOf, ({ visitor }) => visitor);
  const day = ({ minute }: View) => minute.slice(0, 10);
  const hour = ({ minute }: View) => minute.slice(11, 13);
  const counts: Partial<Record<StatisticName, Record<string, number>>> = {
    visitors: visitors(day),
    pageviews: countBy(met, day, view => view),
    page: countBy(
      met,
      ({ path }) => path,
      view => view,
    ),
    landing_page: visits(({ path }) => path, entriesOf(inMetVisits)),
    exit_page: visits(({ path }) => path, entriesOf(inMetVisits.toReversed())),
    referrer: visits(({ referrer }) => referrer, inMetVisits),
    campaign: visits(({ campaign }) => campaign, inMetVisits),
    event: events,
    visitors_hours: countBy(met, hour, view => `${day(view)} ${view.visitor}`),
    pageviews_hours: countBy(met, hour, view => view),
  };
  for (const name of statisticNames) {
    const valueOf = ofPerson[name];
    if (valueOf !== undefined) counts[name] = visitors(({ person }) => valueOf(person));
  }
  const metOfVisits = [...Map.groupBy(met, ({ visit }) => visit).values()];
  const secondsOf = (of: readonly View[]) => {
    const times = of.map(({ minute }) => Date.parse(`${minute}Z`) / 1000);
    return Math.max(...times) - Math.min(...times);
  };
  const sessions = {
    sessions: metOfVisits.length,
    bounces: metOfVisits.filter(({ length }) => length === 1).length,
    seconds: metOfVisits.reduce((sum, of) => sum + secondsOf(of), 0),
    pageviews: met.length,
  };
  return { counts, sessions, visitors: new Set(met.map(({ visitor }) => visitor)).size };
}

/** All values that the rows of a field have. */
export function valuesOf(field: FilterField, period: Period): readonly string[] {
  const views = viewsIn(period);
  return [...new Set(views.map(({ person, path }) => valueIn(person, path, field)))].filter(Boolean);
}
