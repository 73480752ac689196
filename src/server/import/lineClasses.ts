import type { LineCounts } from './ImportSummary.ts';

/** What became of the lines, in the order they are looked at: the names of data and the words of a summary. */
export const lineClasses: readonly {
  readonly key: Exclude<keyof LineCounts, 'read'>;
  readonly name: string;
  readonly words: string;
}[] = [
  { key: 'malformed', name: 'malformed', words: 'malformed: not in the format of an access log' },
  { key: 'comments', name: 'comments', words: 'comments, such as #Fields:' },
  { key: 'known', name: 'known', words: 'known: read before, in this log or another' },
  { key: 'inDoubt', name: 'in_doubt', words: 'in doubt: perhaps counted before, left out' },
  { key: 'otherMethods', name: 'other_methods', words: 'no GET' },
  { key: 'otherStatus', name: 'other_status', words: 'not answered with 2xx or 304' },
  { key: 'assets', name: 'assets', words: 'assets: images, styles, scripts and the like' },
  { key: 'otherHosts', name: 'other_hosts', words: 'of other virtual hosts' },
  { key: 'excluded', name: 'excluded', words: 'from excluded addresses' },
  { key: 'bots', name: 'bots', words: 'from bots' },
  { key: 'counted', name: 'counted', words: 'page views counted' },
];
