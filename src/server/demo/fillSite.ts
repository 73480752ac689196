import { type StatisticName, statisticNames } from '#model/statistics/statistics.ts';
import { addStatistics, type StatisticEntry } from '#server/database/addStatistics.ts';
import type { Database } from '#server/database/Database.ts';
import { countDay, type DayCounts } from './countDay.ts';
import { Yielder } from './Yielder.ts';
import type { Site } from './Site.ts';
import type { Story } from './story.ts';
import type { Half } from './traffic.ts';
import { type Vocabulary, vocabularyOf } from './Vocabulary.ts';

interface FillRequest {
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
 * Adds a demo site's statistics from where they end up to today's noon. Needs a transaction, and yields to the event loop while it is open.
 * @param onProgress gets how much of this site is done, 0 to 1
 */
export async function fillSite(
  database: Database,
  request: FillRequest,
  onProgress: (part: number) => void,
): Promise<void> {
  let written = 0;
  const yielder = new Yielder(() => onProgress(written / statisticNames.length));
  const vocabulary = vocabularyOf(request.site);
  const days = await countDays(request, vocabulary, yielder);
  for (const name of statisticNames) {
    const entries = entriesOf(days, name, vocabulary.values[name]);
    for (const _ of addStatistics(database, request.website, name, entries)) {
      if (yielder.shouldYield) await yielder.yieldNow();
    }
    written++;
  }
}

async function countDays(
  { site, through, day: today, story }: FillRequest,
  vocabulary: Vocabulary,
  yielder: Yielder,
): Promise<CountedDay[]> {
  const days: CountedDay[] = [];
  for (let day = through ?? story.from; day <= today; day++) {
    const halves = halvesOf(day, through, today);
    days.push([day, countDay(site, vocabulary, { day, halves, storyDay: story.storyDay })]);
    if (yielder.shouldYield) await yielder.yieldNow();
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
    // By index: an iterator of pairs is slow over a million values.
    const counted = counts[name];
    for (let index = 0; index < values.length; index++) {
      const count = counted[index] ?? 0;
      if (count > 0) yield [day, values[index] ?? '', count];
    }
  }
}
