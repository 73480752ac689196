import type { Database } from '#server/database/Database.ts';
import * as demo from '#server/database/demoWebsites.ts';
import type { DemoTime } from '#server/database/demoWebsites.ts';
import { domainIsTaken, insertWebsite, defaultValues } from '#server/database/websiteQueries.ts';
import { dayOfNumber } from '#server/days.ts';
import { fillSite } from './fillSite.ts';
import type { Site } from './Site.ts';
import { sites } from './sites.ts';
import { type Story, storyOf } from './story.ts';

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
  const waiting = (await database.read(() => demo.demoWebsitesBehind(database, now))).length;
  // Another process was faster.
  if (waiting === 0) return;
  let fraction = 0;
  const report = (done: number): void => {
    fraction = Math.max(fraction, Math.min(1, done / waiting));
    onProgress(fraction);
  };
  const story = storyOf(begun);
  let left = waiting;
  await database.withoutReferenceChecks(async () => {
    do {
      left = await fillNext(database, story, now, (left, part) => report(waiting - left + part));
    } while (left > 0);
  });
  report(waiting);
}

/** Fills one website that waits for statistics. Returns how many are left. */
async function fillNext(
  database: Database,
  story: Story,
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
      await fillSite(database, { ...next, site, story, now }, part => onProgress(waiting.length, part));
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
  const { storyDay, from } = storyOf(begun);
  const { opens } = site.rhythm;
  const added = (opens === undefined ? from : storyDay + opens) - site.addedBefore;
  const website = insertWebsite(
    database,
    { ...defaultValues, ...site.settings, domain: site.domain },
    `${dayOfNumber(added)} 09:${String(site.domain.length).padStart(2, '0')}:00`,
  );
  demo.addDemoWebsite(database, website, site.domain);
}
