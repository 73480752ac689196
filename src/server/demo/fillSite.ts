import { type StatisticName, statisticNames } from '#model/statistics/statistics.ts';
import { addStatistics, type StatisticEntry } from '#server/database/addStatistics.ts';
import type { Database } from '#server/database/Database.ts';
import { countDay, type DayCounts } from './countDay.ts';
import { Pacer } from './Pacer.ts';
import type { Site } from './Site.ts';
import type { Story } from './story.ts';
import type { Half } from './traffic.ts';
import { type Vocabulary, vocabularyOf } from './Vocabulary.ts';

export interface Filling {
  readonly website: number;
  readonly site: Site;
  /** The last day with statistics, of which the afternoon is missing; undefined: none yet. */
  readonly through: number | undefined;
  /** Today, which gets its morning only. Days are days since 1970-01-01. */
  readonly day: number;
  readonly story: Story;
}

type CountedDay = readonly [day: number, counts: DayCounts];

/**
 * Adds a demo site's statistics from where they end up to today's noon. Wants to be in a transaction, and rests there.
 * @param onProgress gets how much of this site is done, 0 to 1
 */
export async function fillSite(
  database: Database,
  filling: Filling,
  onProgress: (part: number) => void,
): Promise<void> {
  let written = 0;
  const pacer = new Pacer(() => onProgress(written / statisticNames.length));
  const vocabulary = vocabularyOf(filling.site);
  const days = await countDays(filling, vocabulary, pacer);
  for (const name of statisticNames) {
    const entries = entriesOf(days, name, vocabulary.values[name]);
    for (const _ of addStatistics(database, filling.website, name, entries)) {
      if (pacer.isDue) await pacer.rest();
    }
    written++;
  }
}

async function countDays(
  { site, through, day: today, story }: Filling,
  vocabulary: Vocabulary,
  pacer: Pacer,
): Promise<CountedDay[]> {
  const days: CountedDay[] = [];
  for (let day = through ?? story.from; day <= today; day++) {
    const halves = halvesOf(day, through, today);
    days.push([day, countDay(site, vocabulary, { day, halves, storyDay: story.storyDay })]);
    if (pacer.isDue) await pacer.rest();
  }
  return days;
}

function halvesOf(day: number, through: number | undefined, today: number): readonly Half[] {
  const halves: Half[] = [];
  if (day !== through) halves.push(0);
  if (day !== today) halves.push(1);
  return halves;
}

/** In the order of the primary key. */
function* entriesOf(
  days: readonly CountedDay[],
  name: StatisticName,
  values: readonly string[],
): Generator<StatisticEntry, void, void> {
  for (const [day, counts] of days) {
    // By index: an iterator of pairs costs, a million times.
    const counted = counts[name];
    for (let index = 0; index < values.length; index++) {
      const count = counted[index] ?? 0;
      if (count > 0) yield [day, values[index] ?? '', count];
    }
  }
}
