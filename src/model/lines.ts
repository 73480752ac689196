import { counted, groupThousands, listed } from '#text/words.ts';
import { formatDay } from './period/format.ts';
import type { Filter } from './service/filter.ts';
import type { Day, Period } from './statistics/statistics.ts';

/** Statistics that count requests, of which each is a line. */
export const lineStatistics = ['status', 'bot', 'bot_page', 'not_found', 'failed'] as const;
export type LineStatistic = (typeof lineStatistics)[number];

/** Which lines of the logs of a website are asked for: those of page views, unless `requests` says others. */
export interface LinesQuestion {
  /** Its id. */
  readonly website: string;
  readonly period: Period;
  /** Of page views. */
  readonly where: Filter;
  /** Those that a statistic of requests counts; without a value those of all its rows. */
  readonly requests?: { readonly name: LineStatistic; readonly value?: string | undefined } | undefined;
}

/** What became of a question about lines. */
export interface LinesSummary {
  readonly lines: number;
  /** How many were counted, as the statistics say it; undefined where no statistic does. */
  readonly counted: number | undefined;
  /** Whose page views they are: of all, and where conditions are about more than the views themselves. */
  readonly visits: { readonly visitors: number; readonly sessions: number } | undefined;
  /** The first day of which visits are known, where conditions need them and the period begins before it. */
  readonly reachesFrom: Day | undefined;
  /** Paths of logs that were read and are not there any more, the latest first. Foreign text. */
  readonly gone: readonly string[];
  /** One line for each log that could not be read. Foreign text. */
  readonly problems: readonly string[];
}

/** "214 lines of 58 visitors". */
export function linesText({ lines, visits }: Pick<LinesSummary, 'lines' | 'visits'>): string {
  if (visits === undefined) return counted(lines, 'lines');
  const { visitors, sessions } = visits;
  const more = sessions === visitors ? '' : ` in ${counted(sessions, 'sessions')}`;
  return `${counted(lines, 'lines')} of ${counted(visitors, 'visitors')}${more}`;
}

const mostNamed = 3;

/** What is missing of the lines, a sentence each. Foreign text. */
export function missingLines({
  lines,
  counted: wanted,
  reachesFrom,
  gone,
  problems,
}: LinesSummary): string[] {
  const sentences = [...problems];
  if (reachesFrom !== undefined)
    sentences.push(`Visits are known from ${formatDay(reachesFrom)} on: earlier lines are left out.`);
  if (wanted === undefined || wanted === lines) return sentences;
  sentences.push(
    wanted > lines
      ? `${counted(wanted - lines, 'lines')} more ${wanted - lines === 1 ? 'was' : 'were'} counted. ${whereTheyAre(gone, wanted - lines)}`
      : `The counts say ${groupThousands(wanted)}: they are from before a change of the website's settings, or of Sitedeck.`,
  );
  return sentences;
}

function whereTheyAre(gone: readonly string[], lines: number): string {
  if (gone.length === 0)
    return `${lines === 1 ? 'It is' : 'They are'} in no log that this website has now: one was imported by itself, or cut, or the settings were others.`;
  const named = gone.slice(0, mostNamed);
  const others = gone.length - named.length;
  const names = listed(others === 0 ? named : [...named, `${others} more`]);
  return gone.length === 1 ? `${names} is not there any more.` : `${names} are not there any more.`;
}
