import { addDays, dayParts } from '#model/period/day.ts';
import type { Day, SeriesPoint } from '#model/statistics/statistics.ts';
import { randomOf } from '../../helpers/random.ts';
import { rhythms } from '../why/randomSeries.ts';

/** Visitors of an average day. */
const levels = [10, 30, 100, 300, 1_000, 5_000];

/**
 * Daily counts of a website over years: a rhythm of weekdays, months that are busier than others, growth by the year, good and bad
 * days and weeks, and now and then a day of many.
 */
export function randomYears(seed: number, from: Day, days: number): SeriesPoint[] {
  const random = randomOf(seed);
  const pick = <T>(from: readonly T[]): T | undefined => from[Math.floor(random() * from.length)];
  const level = pick(levels) ?? 100;
  const rhythm = pick(rhythms) ?? [];
  const growth = 0.8 + random() * 0.7;
  const season = random() * 0.25;
  const phase = random() * 12;
  const peaks = random() * 0.01;
  let week = 1;
  return Array.from({ length: days }, (_, index) => {
    const day = addDays(from, index);
    const { month } = dayParts(day);
    if (index % 7 === 0) week = 0.9 + random() * 0.2;
    const mean =
      level *
      growth ** (index / 365) *
      (rhythm[index % 7] ?? 1) *
      (1 + season * Math.sin(((month + phase) / 12) * 2 * Math.PI)) *
      week *
      (0.9 + random() * 0.2) *
      (random() < peaks ? 3 + random() * 4 : 1);
    return { day, count: Math.max(0, Math.round(mean + Math.sqrt(mean) * normal(random))) };
  });
}

function normal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}
