import { type DayParts, dayParts, daysInMonth } from '#model/period/day.ts';
import { dayOfNumber } from '#server/days.ts';
import { type Random, roundByChance, seeded, textKey } from './random.ts';
import type { Rhythm, Site } from './Site.ts';

/** What is counted before noon and after. */
export type Half = 0 | 1;

/** A half day up to an hour of the day: 0 to 12 in the first, 12 to 24 in the second. */
export interface HalfDay {
  readonly half: Half;
  readonly until: number;
}

/** How many of each a half day has. */
export interface Totals {
  readonly visitors: number;
  readonly sessions: number;
  readonly pageviews: number;
  /** For the rest of this half day. */
  readonly random: Random;
}

const growthFrom = 2026;
const spikeEvery = 35;
const returningShare = 0.12;

/**
 * How many come up to an hour of the half day, in proportion to its hours.
 * @param day since 1970-01-01
 * @param storyDay what the opening and closing of sites are counted from
 */
export function halfDayTotals(site: Site, day: number, { half, until }: HalfDay, storyDay: number): Totals {
  const key = textKey(site.domain);
  const ofDay = seeded(key, day, 2);
  const noise = 0.86 + 0.14 * (ofDay() + ofDay());
  const visitorsOfDay = roundByChance(usualVisitors(site, day, storyDay) * noise, ofDay);
  const morning = hoursPart(site.rhythm, 0, 12, 24);
  const before = Math.min(visitorsOfDay, roundByChance(visitorsOfDay * morning, ofDay));
  const visitorsOfHalf = half === 0 ? before : visitorsOfDay - before;
  const from = 12 * half;
  const visitors = Math.round(visitorsOfHalf * hoursPart(site.rhythm, from, until, from + 12));
  const random = seeded(key, day, half);
  const sessions = visitors + roundByChance(visitors * returningShare, random);
  const further = sessions * (site.content.pagesPerSession - 1) * (0.9 + 0.2 * random());
  const pageviews = sessions === 0 ? 0 : sessions + roundByChance(further, random);
  return { visitors, sessions, pageviews, random };
}

/** The factor of a spike on a day; 1 on most days. A spike begins in full and is over after three days. */
export function spikeFactor(site: Site, day: number): number {
  const highest = site.rhythm.spike;
  if (highest === undefined) return 1;
  const term = Math.floor(day / spikeEvery);
  const random = seeded(textKey(site.domain), term, 3);
  const since = day - term * spikeEvery - Math.floor(random() * (spikeEvery - 4));
  const height = (highest - 1) * (0.3 + 0.7 * random());
  return 1 + height * ([1, 0.4, 0.15][since] ?? 0);
}

function usualVisitors(site: Site, day: number, storyDay: number): number {
  const { visitors, yearlyGrowth, weekdays, opens, closes } = site.rhythm;
  if (opens !== undefined && day < storyDay + opens) return 0;
  if (closes !== undefined && day > storyDay + closes) return 0;
  const date = dayParts(dayOfNumber(day));
  // 1970-01-01 was a Thursday.
  const weekday = weekdays[(day + 3) % 7] ?? 1;
  const usual = visitors * growth(yearlyGrowth, date) * weekday * season(site.rhythm, date);
  return usual * launchFactor(site.rhythm, day, storyDay) * spikeFactor(site, day);
}

/** Grows by the year, evenly within it. */
function growth(yearly: number, { year, month, date }: DayParts): number {
  const years = year - growthFrom + (month - 1 + (date - 1) / 31) / 12;
  return Math.max(0.3, 1 + yearly * years);
}

/** A new site reaches its usual traffic after some weeks. */
function launchFactor({ opens }: Rhythm, day: number, storyDay: number): number {
  return opens === undefined ? 1 : Math.min(1, 0.15 + (day - storyDay - opens) / 60);
}

/** The month's factor, interpolated between the middles of two months. */
function season({ months }: Rhythm, { year, month, date }: DayParts): number {
  const position = month - 1 + (date - 0.5) / daysInMonth(year, month) + 11.5;
  const earlier = months[Math.floor(position) % 12] ?? 1;
  const later = months[Math.floor(position + 1) % 12] ?? 1;
  return earlier + (later - earlier) * (position % 1);
}

/** The part that the hours up to `until` have in those up to `to`. */
function hoursPart({ hours }: Rhythm, from: number, until: number, to: number): number {
  const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
  return sum(hours.slice(from, until)) / sum(hours.slice(from, to));
}
