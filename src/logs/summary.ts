import { exitCodes, Failure } from '#model/failure.ts';
import type { LinesProgress } from '#model/lines.ts';
import type { Day } from '#model/statistics/statistics.ts';
import { fileProblem } from '#server/database/Database.ts';
import { percent } from '#text/words.ts';
import { isPrivateAddress } from './fields/clients.ts';

/** Nothing was imported. The message is one line that says why and what to do; it may quote file names. */
export class ImportError extends Failure {
  override readonly name = 'ImportError';
  readonly exitCode = exitCodes.refused;
}

/** Does the work with the database in a file. What is wrong with that, and what its user should know, becomes an ImportError. */
export async function withReasons<T>(file: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const problem = error instanceof ImportError ? undefined : fileProblem(error, file);
    throw problem ? new ImportError(problem.message, { cause: error }) : error;
  }
}

/** Why one of the logs cannot be read, in words that go on from its name: "is cut short." The others still can. */
export class ContentError extends Error {
  override readonly name = 'ContentError';
}

export const noHosts = 'No line names a host: give the domain of the website in place of --each-host.';

/** From whom the page views of some lines are: the address with the most, and how many it has of all. */
export interface TopAddress {
  readonly address: string;
  readonly views: number;
  readonly total: number;
}

/** Fewer page views may be those of one person. */
const enoughViews = 50;

/** A single address with nearly all page views is not a visitor. Undefined where there are too few to tell. */
export function isOneAddress({ views, total }: TopAddress): boolean | undefined {
  return total < enoughViews ? undefined : views * 10 > total * 9;
}

/** What may be kept of it: never the address of a person. */
export function withoutPerson(top: TopAddress): TopAddress {
  return isPrivateAddress(top.address) ? top : { ...top, address: '' };
}

/** What to do about lines that seem to be from a proxy. May quote logged text. */
export function proxyNote(
  { address, views, total }: TopAddress,
  { hasClient, isFollowed }: { readonly hasClient: boolean; readonly isFollowed: boolean },
): string {
  const from = address === '' ? 'one address' : address.slice(0, 60);
  const seen = `${percent(views, total)} of the page views are from ${from}: the log seems to stand behind a proxy`;
  const again = (option: string): string =>
    isFollowed
      ? `add it again with logs add ${option}, and count it again with logs recount`
      : `count it again with import --recount ${option}`;
  if (hasClient)
    return `${seen} of its own address: name it with --trusted-proxy, ${again('--trusted-proxy ADDRESS')}.`;
  return (
    `${seen}. If its lines hold X-Forwarded-For, ${again('--client x-forwarded-for')}; ` +
    'else have the server log the client (nginx: real_ip_header, Apache: mod_remoteip).'
  );
}

/** What becomes of a line, in the order that is looked at, and the words of a summary: each is in exactly one of them. */
export const lineClasses = [
  { key: 'malformed', words: 'malformed: not in the format of an access log' },
  { key: 'comments', words: 'comments, such as #Fields:' },
  /** In any log or stream. */
  { key: 'known', words: 'known: read before, in this log or another' },
  /** Unknown lines of a time whose known lines are incomplete: they may have been counted. */
  { key: 'inDoubt', words: 'in doubt: perhaps counted before, left out' },
  /** HEAD, POST, and what is no request at all. */
  { key: 'otherMethods', words: 'no GET' },
  { key: 'otherStatus', words: 'not answered with 2xx or 304' },
  { key: 'assets', words: 'assets: images, styles, scripts and the like' },
  { key: 'otherHosts', words: 'of other virtual hosts' },
  { key: 'excluded', words: 'from excluded addresses' },
  /** None where the website does not exclude them. */
  { key: 'bots', words: 'from bots' },
  { key: 'counted', words: 'page views counted' },
] as const;

export type LineClass = (typeof lineClasses)[number]['key'];

/** How many lines are of each class; they sum to `read`. */
type LineCounts = Readonly<Record<LineClass | 'read', number>>;

export interface ImportedFile {
  /** As it was given; '-' for a stream. */
  readonly name: string;
  readonly state:
    | { readonly kind: 'imported' }
    /** The same content was imported before. */
    | { readonly kind: 'refused' }
    /** @param at where the earlier import ended, in bytes of the uncompressed log */
    | { readonly kind: 'grown'; readonly at: number }
    /**
     * It could not be read, or not to its end: the lines before that are counted.
     * @param reason words that go on from its name
     * @param read lines that were read, and are counted
     */
    | { readonly kind: 'failed'; readonly reason: string; readonly read: number };
  /** Those that were read: not of the beginning of one that has grown. */
  readonly lines: number;
  readonly known: number;
}

export interface ImportedHost {
  readonly id: number;
  readonly domain: string;
  readonly created: boolean;
  /** Page views of this import; of a new one also those that had waited. */
  readonly counted: number;
}

/** What is removed of a website to be counted again, and what takes its place. */
export interface Recount {
  readonly domain: string;
  /** The days that the logs have lines of, as their number and as the first and the last. */
  readonly days: number;
  readonly from: Day;
  readonly to: Day;
  /** Of those days. */
  readonly pageviewsBefore: number;
  readonly pageviewsAfter: number;
  /** Days that stay as they are, since the logs do not hold every line that was counted of them. */
  readonly kept?: readonly Day[];
  readonly former: readonly FormerDays[];
}

/** Days that are still those of another zone. */
export interface FormerDays {
  /** Undefined: since the first of all. */
  readonly from: Day | undefined;
  readonly to: Day;
  /** Two where the lines of a day were counted before and after a change. */
  readonly timeZones: readonly string[];
}

export interface ImportSummary extends LineCounts {
  /** The only website; undefined where each host was one. */
  readonly website: { readonly id: number; readonly domain: string; readonly created: boolean } | undefined;
  /** The websites of the hosts, most page views first; undefined where there is one website. */
  readonly hosts: readonly ImportedHost[] | undefined;
  /** The first and the last day with a page view; undefined where none was counted. */
  readonly from: Day | undefined;
  readonly to: Day | undefined;
  /** In the order they were taken: that of their first time stamp. */
  readonly files: readonly ImportedFile[];
  /** What was removed first, where it was counted again. */
  readonly recount: Recount | undefined;
  /** What to say where lines name no host, or not for certain; among the notes. */
  readonly hostNote: string | undefined;
  readonly timeZone: string;
  /** Those of the notes that whoever follows logs is told too. */
  readonly advice: readonly string[];
  /** Of the page views. */
  readonly topAddress: TopAddress;
  /** Notes on the counts for the user, one line each. */
  readonly notes: readonly string[];
}

export interface ImportProgress extends LinesProgress {
  /** The one being read; undefined while the counts are put together and stored. */
  readonly file: string | undefined;
}
