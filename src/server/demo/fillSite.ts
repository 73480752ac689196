import { type StatisticName, statisticNames } from '#model/statistics/statistics.ts';
import { addStatistics, type StatisticEntry } from '#server/database/addStatistics.ts';
import { type DemoTime, removeDay } from '#server/database/demoWebsites.ts';
import type { Database } from '#server/database/Database.ts';
import { countDay, type DayCounts } from './countDay.ts';
import { Yielder } from './Yielder.ts';
import type { Site } from './Site.ts';
import type { Story } from './story.ts';
import { type Vocabulary, vocabularyOf } from './Vocabulary.ts';

interface FillRequest {
  readonly website: number;
  readonly site: Site;
  /** What its statistics reach up to; undefined: none yet. */
  readonly through: DemoTime | undefined;
  readonly now: DemoTime;
  readonly story: Story;
}

type CountedDay = readonly [day: number, counts: DayCounts];

/**
 * Adds a demo site's statistics from where they end up to an hour of today. The day they end on is made anew: a whole day
 * is the same in every demo. Needs a transaction, and yields to the event loop while it is open.
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
  if (request.through !== undefined) removeDay(database, request.website, request.through.day);
  for (const name of statisticNames) {
    const entries = entriesOf(days, name, vocabulary.values[name]);
    for (const _ of addStatistics(database, request.website, name, entries)) {
      if (yielder.shouldYield) await yielder.yieldNow();
    }
    written++;
  }
}

async function countDays(
  { site, through, now, story }: FillRequest,
  vocabulary: Vocabulary,
  yielder: Yielder,
): Promise<CountedDay[]> {
  const days: CountedDay[] = [];
  for (let day = through?.day ?? story.from; day <= now.day; day++) {
    const hours = day === now.day ? now.hour : 24;
    days.push([day, countDay(site, vocabulary, { day, hours, storyDay: story.storyDay })]);
    if (yielder.shouldYield) await yielder.yieldNow();
  }
  return days;
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
