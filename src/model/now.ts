import { counted } from '#text/words.ts';
import { timeOfDay } from './period/format.ts';
import { type DataTable, whereParameter } from './export/dataTable.ts';
import { timeStampIn } from '#model/period/day.ts';
import { type Filter, noFilter } from './service/filter.ts';
import type { Day } from './statistics/statistics.ts';

export interface RecentView {
  /** Seconds since 1970. */
  readonly time: number;
  /** As it is counted. Foreign text. */
  readonly page: string;
  /** A host, or a page of the website itself; empty for none. Foreign text. */
  readonly referrer: string;
}

export interface NowNumbers {
  /** The present minute, in minutes since 1970: the last one of `minutes`, not over yet. */
  readonly minute: number;
  /** Page views of each minute; undefined where the logs were not read as far back. */
  readonly minutes: readonly (number | undefined)[];
  /** Of the last five minutes. */
  readonly visitors: number;
  /** Whether there are more visitors than are told apart. */
  readonly isMany: boolean;
  /** The latest page views, newest first. */
  readonly latest: readonly RecentView[];
  /** The first time from which on all lines were read, in seconds since 1970; undefined where they were too few to be left out. */
  readonly since: number | undefined;
  /** How many sources of logs the website has. */
  readonly sources: number;
  /** One line for each file that cannot be read. Foreign text. */
  readonly problems: readonly string[];
}

/** Why what happens now cannot be filtered so; undefined where it can. */
export function whyNotNow(where: Filter): string | undefined {
  return where.some(({ field }) => field === 'exit_page')
    ? 'A visit that goes on has no exit page yet: now is not filtered by it.'
    : undefined;
}

export const shownMinutes = 30;
export const visitorMinutes = 5;

/** Minutes and page views as rows of one table, told apart by `what`. Times are those of the zone. */
export function nowTable(
  { id, domain }: { readonly id: string; readonly domain: string },
  { minute, minutes, visitors, isMany, latest, since }: NowNumbers,
  timeZone: string,
  where: Filter = noFilter,
): DataTable {
  const at = (seconds: number) => timeStampIn(timeZone, new Date(seconds * 1000));
  return {
    title: `Now on ${domain}`,
    about: {
      website: id,
      domain,
      visitors,
      visitors_is_at_least: isMany ? true : undefined,
      visitor_minutes: visitorMinutes,
      read_since: since === undefined ? undefined : at(since),
      time_zone: timeZone,
      ...whereParameter(where),
    },
    columns: [
      { key: 'what', title: 'What' },
      { key: 'time', title: 'Time' },
      { key: 'views', title: 'Page views' },
      { key: 'page', title: 'Page' },
      { key: 'referrer', title: 'Referrer' },
    ],
    rows: [
      ...minutes.map((count, index) => [
        'minute',
        at((minute - shownMinutes + 1 + index) * 60),
        count,
        undefined,
        undefined,
      ]),
      ...latest.map(({ time, page, referrer }) => ['view', at(time), 1, page, referrer]),
    ],
  };
}

/** "12 visitors in the last 5 minutes"; short, "12 visitors in 5 min". */
export function visitorsNow({ visitors, isMany }: NowNumbers, isShort = false): string {
  const when = isShort ? `in ${visitorMinutes} min` : `in the last ${visitorMinutes} minutes`;
  return `${isMany ? 'over ' : ''}${counted(visitors, 'visitors')} ${when}`;
}

/** "240 page views in the last 30"; short, "240 views in 30". */
export function viewsNow({ minutes }: NowNumbers, isShort = false): string {
  const views = minutes.reduce<number>((sum, count = 0) => sum + count, 0);
  return isShort
    ? `${counted(views, 'views')} in ${shownMinutes}`
    : `${counted(views, 'page views')} in the last ${shownMinutes}`;
}

/** What is missing of the numbers, one sentence; undefined where nothing is. Foreign text. */
export function missingText({ since, problems }: NowNumbers, timeZone: string): string | undefined {
  const [problem] = problems;
  if (problem !== undefined) return problem;
  if (since === undefined) return undefined;
  return `There are too many lines to read: these are those from ${timeOfDay(timeZone, since * 1000)} on.`;
}

/** Who follows the logs of a database: one process at a time. */
export interface Follower {
  readonly process: number;
  /** What it runs: "sitedeck", "sitedeck serve". */
  readonly name: string;
}

export interface FollowStatus {
  /** 'this' process, another one, or none while nobody does. */
  readonly by: 'this' | Follower | undefined;
  readonly sources: number;
  /** Of the last line that was read, in seconds since 1970. */
  readonly lastTime: number | undefined;
  /** One line for each file that could not be read when it was tried last. */
  readonly problems: readonly string[];
  /** What to do about the lines, or to know of them: one line each. */
  readonly advice: readonly string[];
}

export interface StoredCounts {
  /** The first day they are of; undefined where another process stored them. */
  readonly from: Day | undefined;
}
