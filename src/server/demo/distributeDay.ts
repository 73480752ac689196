import { total } from '#text/fit.ts';
import { referrerGroup, referrerGroups } from '#model/statistics/values.ts';
import type { Numbers } from '#server/database/columns.ts';
import type { Database } from '#server/database/Database.ts';
import type { FilteredField, Visits } from '#server/database/filter/filtered.ts';
import {
  type AboutColumn,
  aboutColumns,
  Columns,
  type DealtColumn,
  dealtColumns,
  sessionColumns,
  viewColumns,
  visitorBytes,
  VisitPart,
} from '#server/database/visit/VisitPart.ts';
import { countDay, type DayCounts } from './countDay.ts';
import { demoBegunDay, demoWebsite } from './demoTables.ts';
import { timelineOf } from './makeDemo.ts';
import { add, type Random, seeded, textKey } from './random.ts';
import { sites } from './sites.ts';
import { type Vocabulary, vocabularyOf } from './vocabulary.ts';

type Rows<Name extends string> = Readonly<Record<Name, Numbers>>;

/**
 * Sessions and page views that come to exactly what a day counted. A city has one country, and an agent one browser,
 * system and device; the rest is drawn. Texts are numbers from 1 in the order of the vocabulary, 0 for the empty one.
 */
export function distributeDay(counts: DayCounts, vocabulary: Vocabulary, random: Random): VisitPart {
  const visitors = distributeVisitors(counts, vocabulary, random);
  const { visitor, sessions, views, event } = distributeSessions(counts, vocabulary, random);
  const { length } = visitor;
  const ids = Buffer.alloc(length * visitorBytes);
  for (const [at, number] of visitor.entries()) ids.writeUInt32BE(number, at * visitorBytes);
  const ofVisitor = (name: keyof typeof visitors): Numbers => visitor.map(at => visitors[name][at] ?? 0);
  return new VisitPart(
    ids,
    new Columns(sessionColumns, length, index => sessions[sessionColumns[index] ?? 'rank']),
    {
      about: new Columns(aboutColumns, length, index => ofVisitor(aboutColumns[index] ?? 'country')),
      views: new Columns(viewColumns, views.page.length, index => views[viewColumns[index] ?? 'page']),
    },
    new Columns(dealtColumns, length, index => {
      const name = dealtColumns[index] ?? 'event';
      return name === 'event' ? event : ofVisitor(name);
    }),
  );
}

function distributeVisitors(
  counts: DayCounts,
  { values, ofCity, ofAgent, english }: Vocabulary,
  random: Random,
): Rows<AboutColumn | Exclude<DealtColumn, 'event'>> {
  const cities = shuffled(eachAsCounted(counts.city), random);
  const agents = shuffled(eachAsCounted(counts.agent), random);
  const empty = (): Numbers => new Int32Array(cities.length);
  const rows = {
    country: empty(),
    continent: empty(),
    language: empty(),
    city: empty(),
    browser: empty(),
    os: empty(),
    device: empty(),
    resolution: empty(),
  };
  const speaks = languagesOf(counts, { ofCity, english }, random);
  const screens = screensOf(counts, ofAgent, random);
  for (const [at, city] of cities.entries()) {
    const place = ofCity[city];
    const agent = ofAgent[agents[at] ?? 0];
    if (!place || !agent) continue;
    rows.city[at] = numberIn(values.city, city);
    rows.country[at] = numberIn(values.country, place.country);
    rows.continent[at] = numberIn(values.continent, place.continent);
    rows.language[at] = numberIn(values.language, speaks(place.language));
    rows.browser[at] = numberIn(values.browser, agent.browser);
    rows.os[at] = numberIn(values.os, agent.os);
    rows.device[at] = numberIn(values.device, agent.device);
    rows.resolution[at] = numberIn(values.resolution, screens(agent.device));
  }
  return rows;
}

/** Tells of one visitor after the other, by the language of the country, which is spoken: some have English instead. */
function languagesOf(
  counts: DayCounts,
  { ofCity, english }: Pick<Vocabulary, 'ofCity' | 'english'>,
  random: Random,
): (language: number) => number {
  const left = [...counts.language];
  const visitors = left.map(() => 0);
  for (const [city, { language }] of ofCity.entries()) add(visitors, language, counts.city[city] ?? 0);
  return language => {
    const speaks = random() * (visitors[language] ?? 0) < (left[language] ?? 0);
    add(visitors, language, -1);
    if (language === english || !speaks) return english;
    add(left, language, -1);
    return language;
  };
}

/** Tells of one visitor after the other, by the device, its screen: no two devices have the same. */
function screensOf(
  counts: DayCounts,
  ofAgent: Vocabulary['ofAgent'],
  random: Random,
): (device: number) => number {
  const ofDevice = new Map<number, { readonly screens: Numbers; next: number }>();
  for (const { device, screens: shares } of ofAgent) {
    if (ofDevice.has(device)) continue;
    const counted = counts.resolution.map((count, at) => ((shares[at] ?? 0) > 0 ? count : 0));
    ofDevice.set(device, { screens: shuffled(eachAsCounted(counted), random), next: 0 });
  }
  return device => {
    const known = ofDevice.get(device);
    return known?.screens[known.next++] ?? 0;
  };
}

function distributeSessions(counts: DayCounts, { values }: Vocabulary, random: Random) {
  const drawn = (amounts: readonly number[], texts: readonly string[], length?: number): Numbers =>
    shuffled(numbered(eachAsCounted(amounts, length), texts), random);
  const arrivals = eachAsCounted(counts.visitors_hours);
  const later = eachAsCounted(
    counts.pageviews_hours.map((all, at) => all - (counts.visitors_hours[at] ?? 0)),
  );
  const landing = drawn(counts.landing_page, values.page);
  const further = drawn(
    counts.page.map((all, at) => all - (counts.landing_page[at] ?? 0)),
    values.page,
  );
  const { length } = landing;
  const empty = (rows = length): Numbers => new Int32Array(rows);
  /** Whose each session is, in the order of their arrival. */
  const visitor = empty();
  for (const at of visitor.keys())
    visitor[at] = at < arrivals.length ? at : Math.floor(random() * arrivals.length);
  visitor.sort();
  const sessions = {
    started: empty(),
    seconds: empty(),
    hour: empty(),
    rank: empty(),
    landing_page: landing,
    referrer: drawn(counts.referrer, values.referrer),
    campaign: drawn(counts.campaign, values.campaign, length),
    exit_page: empty(),
    views: empty(),
    // Its campaigns have names only.
    utm_source: empty(),
    utm_medium: empty(),
    utm_term: empty(),
    utm_content: empty(),
  };
  const views = {
    second: empty(length + further.length),
    hour: empty(length + further.length),
    page: empty(length + further.length),
  };
  let [view, nextHour, nextPage] = [0, 0, 0];
  for (let at = 0; at < length; at++) {
    const first = view;
    const isFirst = at === 0 || visitor[at] !== visitor[at - 1];
    const hour = isFirst ? arrivals[visitor[at] ?? 0] : later[nextHour++];
    views.hour[view] = hour ?? 0;
    views.page[view++] = landing[at] ?? 0;
    // Any way to share those that are left is as likely: many sessions have none, few have many.
    while (
      nextPage < further.length &&
      random() * (further.length - nextPage + length - 1 - at) >= length - 1 - at
    ) {
      views.second[view] = (views.second[view - 1] ?? 0) + 5 + Math.floor(random() * random() * 240);
      views.hour[view] = later[nextHour++] ?? 0;
      views.page[view++] = further[nextPage++] ?? 0;
    }
    sessions.started[at] = (hour ?? 0) * 3600 + Math.floor(random() * 3600);
    sessions.seconds[at] = views.second[view - 1] ?? 0;
    sessions.hour[at] = hour ?? 0;
    sessions.exit_page[at] = views.page[view - 1] ?? 0;
    sessions.views[at] = view - first;
  }
  return {
    visitor,
    sessions,
    views,
    event: distributeEvents(numbered(eachAsCounted(counts.event), values.event), sessions.views, random),
  };
}

/** One for a session: those with several page views first. */
function distributeEvents(events: Numbers, views: Numbers, random: Random): Numbers {
  const event = new Int32Array(views.length);
  let several = views.reduce((count, each) => count + (each > 1 ? 1 : 0), 0);
  for (const number of events) {
    const min = several-- > 0 ? 2 : 1;
    let at = Math.floor(random() * views.length);
    while (event[at] !== 0 || (views[at] ?? 0) < min) at = (at + 1) % views.length;
    event[at] = number;
  }
  return event;
}

/** Each index as often as it was counted, in their order; -1 up to the length. */
function eachAsCounted(counts: readonly number[], length = total(counts)): Numbers {
  const each = new Int32Array(length).fill(-1);
  let at = 0;
  for (const [index, count] of counts.entries()) each.fill(index, at, (at += count));
  return each;
}

function numbered(indexes: Numbers, texts: readonly string[]): Numbers {
  return indexes.map(index => numberIn(texts, index));
}

function numberIn(texts: readonly string[], index: number): number {
  return texts[index] === '' ? 0 : index + 1;
}

function shuffled(numbers: Numbers, random: Random): Numbers {
  for (let at = numbers.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1));
    const number = numbers[at] ?? 0;
    numbers[at] = numbers[other] ?? 0;
    numbers[other] = number;
  }
  return numbers;
}

/** Dealt again of what each day counted, the same each time; undefined for other websites. Nothing is stored. */
export function dealtVisits(database: Database, website: number): Visits | undefined {
  const begun = demoBegunDay(database);
  const found = demoWebsite(database, website);
  const site = sites.find(({ domain }) => domain === found?.site);
  if (begun === undefined || site === undefined || found?.through === undefined) return undefined;
  const { through } = found;
  const { anchorDay, from: first } = timelineOf(begun);
  const vocabulary = vocabularyOf(site);
  const key = textKey(site.domain);
  // What it does not make up has no texts.
  const texts: Readonly<Partial<Record<FilteredField, readonly string[]>>> = vocabulary.values;
  const valuesOf = (field: FilteredField): readonly string[] => texts[field] ?? [];
  const textsOf = (field: FilteredField): readonly string[] => ['', ...valuesOf(field)];
  const partsOf = (day: number): VisitPart[] => {
    const hours = day === through.day ? through.hour : 24;
    const counts = countDay(site, vocabulary, { day, hours, anchorDay });
    return [distributeDay(counts, vocabulary, seeded(key, day, 4))];
  };
  return {
    last: field => valuesOf(field).length,
    number: (field, value) => numbersOf(textsOf(field), text => text === value)[0],
    *containing(field, value) {
      yield;
      const wanted = value.toLowerCase();
      return numbersOf(textsOf(field), text => text.toLowerCase().includes(wanted));
    },
    texts: textsOf,
    groups: () => Uint8Array.from(textsOf('referrer'), text => referrerGroups.indexOf(referrerGroup(text))),
    reach: () => undefined,
    *days({ from, to }) {
      for (let day = Math.max(from, first); day <= Math.min(to, through.day); day++) yield day;
    },
    parts: partsOf,
    sessions: partsOf,
  };
}

function numbersOf(texts: readonly string[], isMeant: (text: string) => boolean): number[] {
  return texts.flatMap((text, number) => (isMeant(text) ? [number] : []));
}
