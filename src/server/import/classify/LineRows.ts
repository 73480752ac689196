import type { Software } from '#server/import/fields/Agents.ts';
import type { Place } from '#server/import/fields/Countries.ts';
import type { FormatName } from '#server/import/formats/LogLine.ts';
import { lineClasses } from '#server/import/lineClasses.ts';
import type { PrefixKind } from '#server/import/log/knownPrefix.ts';
import type { Target } from '#server/database/waitingWebsites.ts';
import type { JoinedTexts } from './TextNumbers.ts';

/** The numbers of a row, one a line. Texts are numbers of `texts`, where 0 is the empty one. */
export const column = {
  /** The place in lineClasses of what the line is, if it is new. */
  kind: 0,
  /** The number of its website; -1 where it has none, and is not looked up. */
  site: 1,
  /** 1 and the place in `formats`; 0 for a line that was not read. */
  format: 2,
  /** A text; 0 where none stands in the line. */
  host: 3,
  flags: 4,
  status: 5,
  /** The hash of the line. */
  low: 6,
  high: 7,
  /** A text: of a page view, or what is counted of a page that was not found. */
  page: 8,
  campaign: 9,
  referrer: 10,
  rank: 11,
  address: 12,
  /** In `places`. */
  place: 13,
  /** A text: the whole of it. */
  agent: 14,
  /** In `software`. */
  software: 15,
  language: 16,
  /** A text: the name of a bot. */
  bot: 17,
} as const;

export const columns = 18;

export const flag = {
  /** The host is the website's own, or none stands in the line. */
  isOwnHost: 1,
  /** Its status counts. */
  hasStatus: 2,
  /** The client was found in the field of proxies. */
  isForwarded: 4,
  isBot: 8,
  /** A page that was not found. */
  isMissing: 16,
  /** The line has no field for the agent. */
  lacksAgent: 32,
} as const;

export const formats: readonly FormatName[] = [
  'common',
  'combined',
  'Traefik',
  'Caddy JSON',
  'Traefik JSON',
  'JSON',
  'W3C',
  '--log-format',
];

type LineKind = (typeof lineClasses)[number]['key'];

export const kinds: readonly LineKind[] = lineClasses.map(({ key }) => key);

/** A malformed line, as far as it is shown, and the format it comes nearest to. */
export interface MalformedLine {
  readonly text: string;
  readonly nearest: string;
}

/** What some lines are, as numbers, with the texts and other values that were not passed on before. May be sent to another thread. */
export interface LineRows {
  readonly length: number;
  /** So many more lines are empty, or too long: they are malformed, and have no row. */
  readonly empty: number;
  /** Of each line as many as there are columns. */
  readonly numbers: Int32Array<ArrayBuffer>;
  /** Of each line, in seconds since 1970. */
  readonly times: Float64Array<ArrayBuffer>;
  /** Numbers of texts begin anew: those of earlier rows say nothing about these. */
  readonly isRestart: boolean;
  readonly texts: JoinedTexts;
  readonly software: readonly Software[];
  readonly places: readonly Place[];
  /** Websites of hosts, in the order of their numbers. */
  readonly sites: readonly Target[];
  /** How many more lines had which known prefix. */
  readonly prefixes: ReadonlyMap<PrefixKind, number>;
  /** The first one of the source so far that is not empty. */
  readonly malformed: MalformedLine | undefined;
  /** The last "#Fields:" line of the source. */
  readonly directive: string | undefined;
  /** Hosts that were left out since there were too many. */
  readonly crowdedOut: number;
}
