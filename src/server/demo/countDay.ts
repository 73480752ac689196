import { total } from '#text/fit.ts';
import { dayOfNumber, type DayParts, dayParts, daysInMonth } from '#model/period/day.ts';
import type { InterfaceStatistic } from '#model/statistics/statistics.ts';
import { evenWeek, evenYear, type Site } from './DemoSite.ts';
import { add, distribute, roundByChance, seeded, textKey } from './random.ts';
import type { Vocabulary } from './vocabulary.ts';

/** A half day up to an hour of the day: 0 to 12 in the first, 12 to 24 in the second. */
interface HalfDay {
  readonly half: 0 | 1;
  readonly until: number;
}

const growthFrom = 2026;
const spikeEvery = 35;
const returningShare = 0.12;

/**
 * How many come up to an hour of the half day, in proportion to its hours.
 * @param day since 1970-01-01
 * @param anchorDay what the opening and closing of sites are counted from
 */
function halfDayTotals(site: Site, day: number, { half, until }: HalfDay, anchorDay: number) {
  const key = textKey(site.domain);
  const ofDay = seeded(key, day, 2);
  const noise = 0.86 + 0.14 * (ofDay() + ofDay());
  const visitorsOfDay = roundByChance(usualVisitors(site, day, anchorDay) * noise, ofDay);
  const morning = hoursPart(site, 0, 12, 24);
  const before = Math.min(visitorsOfDay, roundByChance(visitorsOfDay * morning, ofDay));
  const visitorsOfHalf = half === 0 ? before : visitorsOfDay - before;
  const from = 12 * half;
  const visitors = Math.round(visitorsOfHalf * hoursPart(site, from, until, from + 12));
  /** Also for the rest of this half day. */
  const random = seeded(key, day, half);
  const sessions = visitors + roundByChance(visitors * returningShare, random);
  const further = sessions * (site.pagesPerSession - 1) * (0.9 + 0.2 * random());
  const pageviews = sessions === 0 ? 0 : sessions + roundByChance(further, random);
  return { visitors, sessions, pageviews, random };
}

/** The factor of a spike on a day; 1 on most days. A spike begins in full and is over after three days. */
function spikeFactor(site: Site, day: number): number {
  const { spike: highest } = site;
  if (highest === undefined) return 1;
  const term = Math.floor(day / spikeEvery);
  const random = seeded(textKey(site.domain), term, 3);
  const since = day - term * spikeEvery - Math.floor(random() * (spikeEvery - 4));
  const height = (highest - 1) * (0.3 + 0.7 * random());
  return 1 + height * ([1, 0.4, 0.15][since] ?? 0);
}

function usualVisitors(site: Site, day: number, anchorDay: number): number {
  const { visitors, yearlyGrowth, weekdays = evenWeek, opens, closes } = site;
  if (opens !== undefined && day < anchorDay + opens) return 0;
  if (closes !== undefined && day > anchorDay + closes) return 0;
  const date = dayParts(dayOfNumber(day));
  // 1970-01-01 was a Thursday.
  const weekday = weekdays[(day + 3) % 7] ?? 1;
  const usual = visitors * growth(yearlyGrowth, date) * weekday * season(site, date);
  return usual * launchFactor(site, day, anchorDay) * spikeFactor(site, day);
}

/** Grows by the year, evenly within it. */
function growth(yearly: number, { year, month, date }: DayParts): number {
  const years = year - growthFrom + (month - 1 + (date - 1) / 31) / 12;
  return Math.max(0.3, 1 + yearly * years);
}

/** A new site reaches its usual traffic after some weeks. */
function launchFactor({ opens }: Site, day: number, anchorDay: number): number {
  return opens === undefined ? 1 : Math.min(1, 0.15 + (day - anchorDay - opens) / 60);
}

/** The month's factor, interpolated between the middles of two months. */
function season({ months = evenYear }: Site, { year, month, date }: DayParts): number {
  const position = month - 1 + (date - 0.5) / daysInMonth(year, month) + 11.5;
  const earlier = months[Math.floor(position) % 12] ?? 1;
  const later = months[Math.floor(position + 1) % 12] ?? 1;
  return earlier + (later - earlier) * (position % 1);
}

/** The part that the hours up to `until` have in those up to `to`. */
function hoursPart({ hours }: Site, from: number, until: number, to: number): number {
  return total(hours.slice(from, until)) / total(hours.slice(from, to));
}

/** What a day counted, for each statistic in the order of its values in the vocabulary; of agents in their order there. */
export type DayCounts = Readonly<Record<InterfaceStatistic | 'agent', number[]>>;

/** All statistics agree: pages sum to the page views, landing pages and referrers to the sessions, places to the visitors. */
export function countDay(
  site: Site,
  vocabulary: Vocabulary,
  { day, hours, anchorDay }: { day: number; hours: number; anchorDay: number },
): DayCounts {
  const counts = emptyCounts(vocabulary);
  const shares = {
    pages: vocabulary.pages.sharesOn(day),
    landingPages: vocabulary.landingPages.sharesOn(day),
    referrers: referrerShares(site, vocabulary, day),
    campaigns: vocabulary.campaigns.sharesOn(day),
    events: vocabulary.events.sharesOn(day),
    cities: vocabulary.cityShares.map((share, city) =>
      day < anchorDay + (vocabulary.cityArrivals[city] ?? 0) ? 0 : share,
    ),
  };
  for (const part of halfDays(hours)) {
    const { visitors, sessions, pageviews, random } = halfDayTotals(site, day, part, anchorDay);
    if (visitors === 0) continue;
    add(counts.visitors, 0, visitors);
    add(counts.pageviews, 0, pageviews);

    const ofHours = site.hours.map((share, hour) =>
      Math.floor(hour / 12) === part.half && hour < part.until ? share : 0,
    );
    split(visitors, ofHours, [counts.visitors_hours, counts.pageviews_hours]);
    split(pageviews - visitors, ofHours, [counts.pageviews_hours]);
    split(sessions, shares.landingPages, [counts.landing_page, counts.page]);
    split(pageviews - sessions, shares.pages, [counts.page]);
    split(sessions, shares.referrers, [counts.referrer]);

    eachByChance(sessions, shares.campaigns, counts.campaign);
    eachByChance(visitors, shares.events, counts.event);
    countPlaces(vocabulary, split(visitors, shares.cities, [counts.city]), counts);
    split(visitors, vocabulary.agentShares, [counts.agent]).forEach((amount, index) => {
      const agent = vocabulary.ofAgent[index];
      if (!agent || amount === 0) return;
      add(counts.browser, agent.browser, amount);
      add(counts.os, agent.os, amount);
      add(counts.device, agent.device, amount);
      distribute(amount, agent.screens, random, counts.resolution);
    });

    // Loops by index: over a million values calls for each take twice as long.
    function split(total: number, among: readonly number[], into: readonly number[][]): number[] {
      const parts = zerosFor(among);
      distribute(total, among, random, parts);
      for (const target of into)
        for (let index = 0; index < parts.length; index++) add(target, index, parts[index] ?? 0);
      return parts;
    }

    // No more of all than there are.
    function eachByChance(total: number, parts: readonly number[], into: number[]): void {
      let left = total;
      for (let index = 0; index < parts.length; index++) {
        const amount = Math.min(left, roundByChance(total * (parts[index] ?? 0), random));
        add(into, index, amount);
        left -= amount;
      }
    }
  }
  return counts;
}

function halfDays(hours: number): readonly HalfDay[] {
  const morning = { half: 0, until: Math.min(12, hours) } as const;
  return hours <= 12 ? [morning] : [morning, { half: 1, until: hours }];
}

/** On the days of a spike its additional sessions come from one referrer. */
function referrerShares(site: Site, vocabulary: Vocabulary, day: number): number[] {
  const shares = vocabulary.referrers.sharesOn(day);
  const { spikeReferrer } = site;
  if (spikeReferrer === undefined) return shares;
  const usual = total(shares);
  add(shares, vocabulary.referrers.values.indexOf(spikeReferrer), usual * (spikeFactor(site, day) - 1));
  return shares;
}

/** One visitor in eight has an English browser, in every country. */
function countPlaces(vocabulary: Vocabulary, ofCities: readonly number[], counts: DayCounts): void {
  ofCities.forEach((amount, index) => {
    const place = vocabulary.ofCity[index];
    if (!place || amount === 0) return;
    add(counts.country, place.country, amount);
    add(counts.continent, place.continent, amount);
    const inEnglish = Math.floor(amount / 8);
    add(counts.language, vocabulary.english, inEnglish);
    add(counts.language, place.language, amount - inEnglish);
  });
}

function emptyCounts({ values, agentShares }: Vocabulary): DayCounts {
  const zeros = (name: InterfaceStatistic): number[] => zerosFor(values[name]);
  return {
    visitors: zeros('visitors'),
    pageviews: zeros('pageviews'),
    page: zeros('page'),
    landing_page: zeros('landing_page'),
    referrer: zeros('referrer'),
    campaign: zeros('campaign'),
    event: zeros('event'),
    country: zeros('country'),
    city: zeros('city'),
    continent: zeros('continent'),
    language: zeros('language'),
    browser: zeros('browser'),
    os: zeros('os'),
    device: zeros('device'),
    resolution: zeros('resolution'),
    visitors_hours: zeros('visitors_hours'),
    pageviews_hours: zeros('pageviews_hours'),
    agent: zerosFor(agentShares),
  };
}

function zerosFor(values: readonly unknown[]): number[] {
  return values.map(() => 0);
}
