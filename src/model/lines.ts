import { bytesText, counted, groupThousands, listed } from '#text/words.ts';
import { formatDay } from './period/format.ts';
import type { Condition, Filter, FilterField } from './service/filter.ts';
import type { Day, Period, RequestStatistic } from './statistics/statistics.ts';

/** Which lines of the logs of a website are asked for: those of page views, unless `requests` says others. */
export interface LinesQuestion {
  /** Its id. */
  readonly website: string;
  readonly period: Period;
  /** Of page views. */
  readonly where: Filter;
  /** Fields of `where` that say which row of all the lines are of: its number is known of days without visits too. */
  readonly ofRow?: readonly FilterField[] | undefined;
  /** The hours in it are those before this one of today, as its rows are counted. */
  readonly until?: number | undefined;
  readonly requests?: RequestRow | undefined;
}

export interface RecognisedLog {
  /** "combined", "Caddy JSON", "combined in syslog"; undefined where no line is one of an access log. */
  readonly format: string | undefined;
  /** The hosts that its lines name, as websites: the most frequent one first. */
  readonly hosts: readonly string[];
  /** Not all lines were read for the hosts: there may be more. */
  readonly isSample: boolean;
  readonly lines: number;
  /** The number of lines is told by the sizes of the files. */
  readonly isAbout: boolean;
  /** Of its newest line, in seconds since 1970. */
  readonly lastTime: number | undefined;
}

/** An access log of this machine, with its rotated files. */
export interface FoundLog extends RecognisedLog {
  /** The server that writes there, "nginx"; empty for a folder of no server. */
  readonly server: string;
  readonly path: string;
  /** The file and its rotated ones. */
  readonly pattern: string;
  /** The website that the name of the file, or of its folder, tells of; empty for none. */
  readonly site: string;
  /** Why it cannot be added, in a sentence; undefined where it can. */
  readonly problem: string | undefined;
}

export interface LinesProgress {
  /** Read so far, as on the disk (compressed). */
  readonly bytes: number;
  /** Of all files; undefined where a stream is among them. */
  readonly totalBytes: number | undefined;
  readonly lines: number;
}

/** The conditions that are not those of a row: what its number is within. */
export function beyondRow({ where, ofRow = [] }: Pick<LinesQuestion, 'where' | 'ofRow'>): Filter {
  const isOfRow = ({ field, comparison }: Condition) => comparison === 'is' && ofRow.includes(field);
  return where.filter(condition => !isOfRow(condition));
}

/**
 * The requests that a row counts, and those of all bots. Of bytes those that carried them, of a response time all page views that say
 * theirs, of a slow response those that took at least so long.
 */
export type RequestRow =
  | { readonly name: RequestStatistic; readonly value: string }
  | { readonly name: 'bot'; readonly value: undefined };

interface LinesVisits {
  readonly visitors: number;
  readonly sessions: number;
  /** Of the row of an hour, in which others may have been there before: visitors whose first page view of a day is in it. */
  readonly came?: number | undefined;
}

export interface LinesSummary {
  readonly lines: number;
  /** How many bytes they carried, where the number is one of bytes. */
  readonly bytes: number | undefined;
  /** Of slow responses the shortest of their times, in microseconds: times are counted in steps, so they are more than a tenth. */
  readonly atLeast?: number | undefined;
  /** How many were counted, lines or bytes, as the statistics say it; undefined where no statistic does. */
  readonly counted: number | undefined;
  /** Whose page views they are: of all, of hours, and where conditions are about more than the views themselves. */
  readonly visits: LinesVisits | undefined;
  /** The first day of which visits are known, where conditions need them and the period begins before it. */
  readonly reachesFrom: Day | undefined;
  /** Paths of logs that were read and are not there any more, the latest first. Foreign text. */
  readonly gone: readonly string[];
  /** One line for each log that could not be read. Foreign text. */
  readonly problems: readonly string[];
}

/** "214 lines of 58 visitors", "214 lines of 1.2 GB". */
export function linesText({
  lines,
  bytes,
  visits,
  atLeast,
}: Pick<LinesSummary, 'lines' | 'bytes' | 'visits' | 'atLeast'>): string {
  if (atLeast !== undefined) return `${counted(lines, 'lines')} that took at least ${atLeast / 1e6} s`;
  if (bytes !== undefined) return `${counted(lines, 'lines')} of ${bytesText(bytes)}`;
  if (visits === undefined) return counted(lines, 'lines');
  const { visitors, sessions, came = visitors } = visits;
  const more =
    came !== visitors
      ? `, ${came === 0 ? 'none' : groupThousands(came)} of whom came in this hour`
      : sessions === visitors || visits.came !== undefined
        ? ''
        : ` in ${counted(sessions, 'sessions')}`;
  return `${counted(lines, 'lines')} of ${counted(visitors, 'visitors')}${more}`;
}

const maxNamed = 3;

/** What is missing of the lines, a sentence each. Foreign text. */
export function missingLines({
  lines,
  bytes,
  counted: wanted,
  reachesFrom,
  gone,
  problems,
}: LinesSummary): string[] {
  const sentences = [...problems];
  if (reachesFrom !== undefined)
    sentences.push(`Visits are known from ${formatDay(reachesFrom)} on: earlier lines are left out.`);
  const missing = (wanted ?? 0) - (bytes ?? lines);
  if (wanted === undefined || missing === 0) return sentences;
  const text = bytes === undefined ? counted(missing, 'lines') : bytesText(missing);
  sentences.push(
    missing > 0
      ? `${text} more ${missing === 1 ? 'was' : 'were'} counted. ${whereTheyAre(gone, missing)}`
      : `The counts say ${bytes === undefined ? groupThousands(wanted) : bytesText(wanted)}: they are from before a change of the website's settings, or of Sitedeck.`,
  );
  return sentences;
}

function whereTheyAre(gone: readonly string[], lines: number): string {
  if (gone.length === 0)
    return `${lines === 1 ? 'It is' : 'They are'} in no log that this website has now: one was imported by itself, or cut, or the settings were others.`;
  const named = gone.slice(0, maxNamed);
  const others = gone.length - named.length;
  const names = listed(others === 0 ? named : [...named, `${others} more`]);
  return gone.length === 1 ? `${names} is not there any more.` : `${names} are not there any more.`;
}
