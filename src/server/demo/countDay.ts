import type { StatisticName } from '#model/statistics/statistics.ts';
import { distribute } from './Mix.ts';
import { roundByChance } from './random.ts';
import type { Site } from './Site.ts';
import { type HalfDay, halfDayTotals, spikeFactor } from './traffic.ts';
import type { Vocabulary } from './Vocabulary.ts';

/** What a day counted, for each statistic in the order of its values in the vocabulary. */
export type DayCounts = Readonly<Record<StatisticName, number[]>>;

/**
 * A day of a website up to an hour. The whole is the sum of its halves, and all statistics agree: pages sum to the
 * page views, landing pages and referrers to the sessions, places, agents and hours to the visitors.
 */
export function countDay(
  site: Site,
  vocabulary: Vocabulary,
  { day, hours, storyDay }: { day: number; hours: number; storyDay: number },
): DayCounts {
  const counts = emptyCounts(vocabulary);
  const shares = {
    pages: vocabulary.pages.sharesOn(day),
    landingPages: vocabulary.landingPages.sharesOn(day),
    referrers: referrerShares(site, vocabulary, day),
    campaigns: vocabulary.campaigns.sharesOn(day),
    events: vocabulary.events.sharesOn(day),
  };
  for (const part of halfDays(hours)) {
    const { visitors, sessions, pageviews, random } = halfDayTotals(site, day, part, storyDay);
    if (visitors === 0) continue;
    add(counts.visitors, 0, visitors);
    add(counts.pageviews, 0, pageviews);

    const ofHours = site.rhythm.hours.map((share, hour) =>
      Math.floor(hour / 12) === part.half && hour < part.until ? share : 0,
    );
    split(visitors, ofHours, [counts.visitors_hours, counts.pageviews_hours]);
    split(pageviews - visitors, ofHours, [counts.pageviews_hours]);
    split(sessions, shares.landingPages, [counts.landing_page, counts.page]);
    split(pageviews - sessions, shares.pages, [counts.page]);
    split(sessions, shares.referrers, [counts.referrer]);

    eachByChance(sessions, shares.campaigns, counts.campaign);
    eachByChance(visitors, shares.events, counts.event);
    countPlaces(vocabulary, split(visitors, vocabulary.cityShares, [counts.city]), counts);
    split(visitors, vocabulary.agentShares, []).forEach((amount, index) => {
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

    function eachByChance(total: number, parts: readonly number[], into: number[]): void {
      for (let index = 0; index < parts.length; index++)
        add(into, index, roundByChance(total * (parts[index] ?? 0), random));
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
  const { spikeReferrer } = site.content;
  if (spikeReferrer === undefined) return shares;
  const usual = shares.reduce((total, share) => total + share, 0);
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

function emptyCounts({ values }: Vocabulary): DayCounts {
  const zeros = (name: StatisticName): number[] => zerosFor(values[name]);
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
    bot: zeros('bot'),
    not_found: zeros('not_found'),
    status: zeros('status'),
  };
}

function zerosFor(values: readonly unknown[]): number[] {
  return values.map(() => 0);
}

function add(counts: number[], index: number, amount: number): void {
  counts[index] = (counts[index] ?? 0) + amount;
}
