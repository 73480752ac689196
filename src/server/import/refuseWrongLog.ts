import { counted, groupThousands } from '#model/text/number.ts';
import type { ClientField } from '#server/import/fields/clientField.ts';
import { ImportError } from './ImportError.ts';
import { lineClasses } from './lineClasses.ts';
import type { LogCounter } from './LogCounter.ts';
import { exampleWords } from './readSources.ts';

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
  /** Of a field that may be the host. */
  readonly hostNote: string | undefined;
}

const mostHosts = 5;

/**
 * Throws ImportError where the lines are not those of an access log of the website: a wrong file, format or domain is
 * found out, not counted. Its message may name hosts of the log.
 */
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
    if (read > 0 && hosts.total === 0)
      throw refusal(
        hostNote === undefined
          ? 'No line names a host: give the domain of the website in place of --each-host.'
          : `${hostNote}.`,
      );
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
  const top = hosts.top(mostHosts).map(([host, lines]) => `${host} (${counted(lines, 'lines')})`);
  return `the hosts of the log are ${top.join(', ')}`;
}

function classWords({ counts }: LogCounter): string {
  const found = lineClasses.filter(({ key }) => counts[key] > 0);
  return found.map(({ key, words }) => `${groupThousands(counts[key])} ${words}`).join('; ');
}
