import { addMonths, dayNumber, dayOfNumber, startOfMonth } from '#model/period/day.ts';
import { type InterfaceStatistic, statisticNames } from '#model/statistics/statistics.ts';
import { type Database, isBusy, Yielder } from '#server/database/Database.ts';
import { addStatistics, type StatisticEntry } from '#server/database/counts.ts';
import { defaultValues, domainIsTaken, insertWebsite } from '#server/database/websites.ts';
import type { Site } from './DemoSite.ts';
import { countDay, type DayCounts } from './countDay.ts';
import * as demo from './demoTables.ts';
import { type DemoTime, removeDay } from './demoTables.ts';
import { sites } from './sites.ts';
import { type Vocabulary, vocabularyOf } from './vocabulary.ts';

interface FillRequest {
  readonly website: number;
  readonly site: Site;
  /** What its statistics reach up to; undefined: none yet. */
  readonly through: DemoTime | undefined;
  readonly now: DemoTime;
  readonly timeline: Timeline;
}

type CountedDay = readonly [day: number, counts: DayCounts];

/**
 * Adds a demo site's statistics from where they end up to an hour of today. The day they end on is made again: a whole day
 * is the same in every demo. Needs a transaction, and yields to the event loop while it is open.
 * @param onProgress gets how much of this site is done, 0 to 1
 */
async function fillSite(
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
    for (const _ of addStatistics(database, request.website, name, entries)) await yielder.yieldWhenDue();
    written++;
  }
}

async function countDays(
  { site, through, now, timeline }: FillRequest,
  vocabulary: Vocabulary,
  yielder: Yielder,
): Promise<CountedDay[]> {
  const days: CountedDay[] = [];
  for (let day = through?.day ?? timeline.from; day <= now.day; day++) {
    const hours = day === now.day ? now.hour : 24;
    days.push([day, countDay(site, vocabulary, { day, hours, anchorDay: timeline.anchorDay })]);
    await yielder.yieldWhenDue();
  }
  return days;
}

/** In the order of the primary key. */
function* entriesOf(
  days: readonly CountedDay[],
  name: InterfaceStatistic,
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

const months = 26;

/** The fixed days of the demo's calendar, in days since 1970-01-01. */
interface Timeline {
  /** The month's first day: a demo begun on any day of a month tells the same story. */
  readonly anchorDay: number;
  /** The first day with statistics, of all names. */
  readonly from: number;
}

export function timelineOf(begun: number): Timeline {
  const day = dayOfNumber(begun);
  return {
    anchorDay: dayNumber(startOfMonth(day)),
    from: dayNumber(addMonths(day, -months)),
  };
}

/**
 * Creates the demo's websites in a new file, and brings the statistics of the remaining ones up to now. Each website is
 * one transaction: an interrupted run continues with the next one, and a second process that starts at the same time
 * takes turns. Deleted and edited websites stay as the user left them.
 * @param onProgress gets 0 to 1
 */
export async function makeDemo(
  database: Database,
  now: DemoTime,
  onProgress: (fraction: number) => void,
): Promise<void> {
  const begun = await begin(database, now.day);
  const behind = (): number => demo.demoWebsitesBehind(database, now).length;
  const waiting = await database.read(behind);
  // Another process was faster.
  if (waiting === 0) return;
  let fraction = 0;
  const report = (done: number): void => {
    fraction = Math.max(fraction, Math.min(1, done / waiting));
    onProgress(fraction);
  };
  const timeline = timelineOf(begun);
  let left = waiting;
  await database.withoutReferenceChecks(async () => {
    while (left > 0) {
      const before = left;
      try {
        left = await fillNext(database, timeline, now, (left, part) => report(waiting - left + part));
      } catch (error) {
        // Another program makes it too: as long as it gets on, this one waits.
        left = isBusy(error) ? await database.read(behind) : before;
        if (left === before) throw error;
      }
    }
  });
  report(waiting);
}

/** Fills one website that waits for statistics. Returns how many are left. */
async function fillNext(
  database: Database,
  timeline: Timeline,
  now: DemoTime,
  onProgress: (left: number, part: number) => void,
): Promise<number> {
  let left = 0;
  await database.writeInSteps(async () => {
    const waiting = demo.demoWebsitesBehind(database, now);
    const [next] = waiting;
    if (!next) return;
    left = waiting.length - 1;
    const site = sites.find(site => site.domain === next.site);
    if (site)
      await fillSite(database, { ...next, site, timeline, now }, part => onProgress(waiting.length, part));
    demo.setDemoThrough(database, next.website, now);
  });
  return left;
}

/** Adds the websites in a file without the demo. Returns the day it was begun. */
async function begin(database: Database, day: number): Promise<number> {
  const known = await database.read(() => demo.demoBegunDay(database));
  if (known !== undefined) return known;
  return await database.write(() => {
    const meanwhile = demo.demoBegunDay(database);
    if (meanwhile !== undefined) return meanwhile;
    demo.beginDemo(database, day);
    for (const site of sites) addSite(database, site, day);
    return day;
  });
}

/** Skips a domain that the user has added already. */
function addSite(database: Database, site: Site, begun: number): void {
  if (domainIsTaken(database, site.domain)) return;
  const { anchorDay, from } = timelineOf(begun);
  const { opens } = site;
  const added = (opens === undefined ? from : anchorDay + opens) - site.addedBefore;
  const website = insertWebsite(
    database,
    { ...defaultValues, ...site.settings, domain: site.domain },
    `${dayOfNumber(added)} 09:${String(site.domain.length).padStart(2, '0')}:00`,
  );
  demo.addDemoWebsite(database, website, site.domain);
}
