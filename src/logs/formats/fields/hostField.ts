import { addressOf, isPrivateAddress, readHead } from '#logs/fields/clients.ts';
import { bareHost, hostIn, isPrivateName, ownHosts, referrerHost } from '#logs/fields/hosts.ts';
import { plainFileKind } from '#logs/fields/requests.ts';
import { endOfQuoted, type FieldOffsets, type LogLine } from '#logs/formats/LogLine.ts';
import { directiveOfLines } from '#logs/formats/formats.ts';
import { readLogLine } from '#logs/formats/textLines.ts';
import { splitPrefix } from './prefixes.ts';

/** A field behind the request of a line: a word, or a text in quotes, perhaps with its name in front ("rt=0.003"). */
interface FieldBehind {
  readonly name: string;
  readonly value: string;
  readonly isQuoted: boolean;
  /** Where the value begins in the line. */
  readonly start: number;
}

const named = /([A-Za-z][\w.-]{0,60})=/y;
const maxFields = 60;
const space = 32;

/** The fields from an offset of a line on. A list is one field: "192.0.2.1, 198.51.100.7", and "0.1 : 0.2" of nginx. */
function* fieldsBehind(line: string, from: number): Generator<FieldBehind, void, void> {
  const { length } = line;
  let at = from;
  for (let count = 0; count < maxFields; count++) {
    while (line.charCodeAt(at) === space) at++;
    if (at >= length) return;
    named.lastIndex = at;
    const [found = '', name = ''] = named.exec(line) ?? [];
    at += found.length;
    const isQuoted = line[at] === '"';
    const offset = isQuoted ? at + 1 : at;
    const end = isQuoted ? endOfQuoted(line, offset) : endOfWord(line, offset, length);
    if (end < 0) return;
    yield { name, value: line.slice(offset, end), isQuoted, start: offset };
    at = isQuoted ? end + 1 : end;
  }
}

function endOfWord(line: string, from: number, length: number): number {
  for (let at = from; ;) {
    const end = line.indexOf(' ', at);
    if (end < 0) return length;
    const isColon = line.startsWith(' : ', end);
    if (line[end - 1] !== ',' && !isColon) return end;
    at = end + (isColon ? 3 : 1);
  }
}

/** The index of the second word of a line, where lighttpd writes the host, among the fields behind the request. */
const identityPlace = -1;

function identityField(head: string): FieldBehind | undefined {
  const [first = '', second, third] = head.split(' ', 3);
  if (second === undefined || third === undefined) return undefined;
  return { name: '', value: second, isQuoted: false, start: first.length + 1 };
}

/** A line whose host stands in the field with this number behind its request, or is its second word; as it is where it has none. */
export function hostedLine(line: LogLine, text: string, offset: number): LogLine {
  const { offsets } = line;
  if (!offsets || line.format === 'Traefik') return line;
  const behind = offset < 0 ? [] : [...fieldsBehind(text, offsets.requestEnd + 1)];
  const host = offset < 0 ? identityField(line.head) : behind[offset];
  return host ? lineOf(line, offsets, host, behind.slice(offset + 1)) : line;
}

function lineOf(
  line: LogLine,
  offsets: FieldOffsets,
  host: FieldBehind,
  behind: readonly FieldBehind[],
): LogLine {
  const { time, head, request, status, bytes, language } = line;
  // What was taken for the referrer, or the agent, is the host.
  const isReferrer = host.isQuoted && host.start === offsets.referrer;
  const isAgent = host.isQuoted && host.start === offsets.agent;
  const [first, second] = behind.filter(({ isQuoted }) => isQuoted);
  const agent = isReferrer ? (second ?? first)?.value : isAgent ? undefined : line.agent;
  return {
    format: agent === undefined ? 'common' : 'combined',
    time,
    head: `${host.value === '' ? '-' : host.value}\n${addressIn(head, host)}`,
    request,
    status,
    bytes,
    referrer: isReferrer ? (second && first ? first.value : '') : line.referrer,
    agent,
    language,
    isWhole: !isReferrer && !isAgent && line.isWhole,
    get took() {
      return line.took;
    },
    /** The host at the end is no field of proxies. */
    fields() {
      const fields = line.fields();
      const last = fields.findLastIndex(({ isQuoted }) => isQuoted);
      const isHost = host.isQuoted && fields[last]?.value === host.value;
      return isHost ? fields.toSpliced(last, 1) : fields;
    },
  };
}

/** An address, or a list of them, in front; a name only where "-" stands behind it, as where no host is in front. */
function addressIn(head: string, host: FieldBehind): string {
  const [list = ''] = /^(?:[^\s,]+, ?)*[^\s,]+/.exec(head) ?? [];
  const isAddress = list.includes(',') || list === 'unix:' || addressOf(list) !== undefined;
  const isBehind = host.start > head.length;
  return isAddress || !isBehind || head.startsWith('- ', list.length + 1) ? list : '';
}

interface SampleLine {
  readonly line: LogLine;
  readonly offsets: FieldOffsets;
  readonly fields: ReadonlyMap<number, FieldBehind>;
}

/** The format of a line as nginx's log_format, with the field at an index as its host. */
function formatWith({ fields, offsets }: SampleLine, hostIndex: number): string {
  const pieces: string[] = [];
  for (const [index, { name, isQuoted, start }] of [...fields].toSorted(([a], [b]) => a - b)) {
    if (index === identityPlace) continue;
    const variable =
      index === hostIndex
        ? '$host'
        : index === 0
          ? '$status'
          : isQuoted && start === offsets.referrer
            ? '$http_referer'
            : isQuoted && start === offsets.agent
              ? '$http_user_agent'
              : index === 1
                ? '$body_bytes_sent'
                : `$field${index}`;
    const prefix = name === '' ? '' : `${name}=`;
    pieces.push(prefix + (isQuoted ? `"${variable}"` : variable));
  }
  const identity = hostIndex === identityPlace ? '$host' : '-';
  return `$remote_addr ${identity} $remote_user [$time_local] "$request" ${pieces.join(' ')}`;
}

type FoundHost =
  | { readonly kind: 'found'; readonly index: number }
  /** A name that may be the host, and the format in which it is. */
  | { readonly kind: 'unsure'; readonly name: string; readonly format: string };

interface Candidate {
  readonly index: number;
  readonly isNamed: boolean;
  /** Whether it is empty in few lines: a name that only some requests have is not taken for their host. */
  readonly isFilled: boolean;
  /** Of each line, without "www."; undefined where it holds none. */
  readonly hosts: readonly (string | undefined)[];
  /** How many lines have it as the host of their referrer too: pages of a website link each other. */
  readonly agreeing: number;
  /** How many lines have the website itself. */
  readonly own: number;
}

const nearlyAll = 0.9;
/** Scanners send addresses in place of hosts. */
const minNames = 0.5;
const enoughAssets = 5;
/** What servers write where a request has no host, and a host that is no website. */
const isEmpty = /^(?:-?|_|localhost(?::\d{1,5})?)$/;
const hostNames = /^(?:(?:http_?|virtual_?|v)?host|server_?name|authority|domain)$/i;

/**
 * Finds the field that holds the host in lines of the common or combined format without one in front: it has the name of a host
 * in nearly all of them. Undefined where there is none.
 * @param own the hosts of the website; undefined: each host is one
 */
export function findHostField(
  texts: readonly string[],
  own: ReadonlySet<string> | undefined,
): FoundHost | undefined {
  const lines = texts.map(sampleLine).filter(line => line !== undefined);
  if (lines.length === 0 || lines.length * 2 < texts.length) return undefined;
  const candidates = fieldIndexes(lines)
    .map(index => candidateAt(lines, index, own))
    .filter(candidate => candidate !== undefined);
  const [first] = candidates;
  if (!first) return undefined;
  const filled = candidates.filter(({ isFilled }) => isFilled);
  const chosen = own ? chooseOwn(filled) : choose(filled, mostLinked(lines));
  if (chosen) return { kind: 'found', index: chosen.index };
  const at = first.hosts.findIndex(host => host !== undefined);
  const example = lines[at];
  const name = first.hosts[at];
  return example && name !== undefined
    ? { kind: 'unsure', name, format: formatWith(example, first.index) }
    : undefined;
}

function sampleLine(text: string): SampleLine | undefined {
  const line = readLogLine(text);
  if (!line?.offsets || line.format === 'Traefik') return undefined;
  const head = readHead(line.head, { isOwnHost: () => false, isTrusted: isPrivateAddress });
  if (head?.host !== undefined) return undefined;
  const fields = new Map([...fieldsBehind(text, line.offsets.requestEnd + 1)].entries());
  const identity = identityField(line.head);
  if (identity) fields.set(identityPlace, identity);
  return { line, offsets: line.offsets, fields };
}

function fieldIndexes(lines: readonly SampleLine[]): number[] {
  const indexes = new Set(lines.flatMap(({ fields }) => [...fields.keys()]));
  return [...indexes].toSorted((a, b) => a - b);
}

function candidateAt(
  lines: readonly SampleLine[],
  index: number,
  own: ReadonlySet<string> | undefined,
): Candidate | undefined {
  const fields = lines.map(({ fields }) => fields.get(index));
  const names = fields.map(field => field?.name ?? '');
  const isNamed = names.every(name => hostNames.test(name));
  // "upstream=backend.example" says that it is something else.
  if (!isNamed && names.some(name => name !== '')) return undefined;
  const found = fields.map(field => field && hostIn(field.value));
  const hosts = found.map(host => (typeof host === 'object' ? bareHost(host.name) : undefined));
  const named = hosts.filter(host => host !== undefined);
  const filled = found.filter(host => host !== undefined);
  const empty = fields.filter(field => field && isEmpty.test(field.value));
  if (filled.length + empty.length < lines.length * nearlyAll) return undefined;
  if (named.length < lines.length * minNames) return undefined;
  const isFilled = filled.length >= lines.length * nearlyAll;
  const agreeing = lines.filter(
    ({ line }, at) => hosts[at] !== undefined && bareHost(referrerHost(line.referrer)) === hosts[at],
  ).length;
  return {
    index,
    isNamed,
    isFilled,
    hosts,
    agreeing,
    own: own ? named.filter(host => own.has(host)).length : 0,
  };
}

/** Of one website: the field has its own name somewhere, or is a host for certain. */
function chooseOwn(candidates: readonly Candidate[]): Candidate | undefined {
  const bestBy = (score: (candidate: Candidate) => number): Candidate | undefined =>
    candidates.filter(candidate => score(candidate) > 0).toSorted((a, b) => score(b) - score(a))[0];
  return (
    bestBy(({ own }) => own) ??
    candidates.find(({ isNamed }) => isNamed) ??
    bestBy(({ agreeing }) => agreeing)
  );
}

/** Where each host is a website: several fields that differ are no sure sign, nor is the name of a server behind a proxy. */
function choose(candidates: readonly Candidate[], linked: string | undefined): Candidate | undefined {
  const named = candidates.find(({ isNamed }) => isNamed);
  if (named) return named;
  const [best, next] = candidates.toSorted((a, b) => b.agreeing - a.agreeing);
  if (!best) return undefined;
  if (best.agreeing > 0) return best;
  const isSame =
    next === undefined || candidates.every(({ hosts }) => hosts.every((host, at) => host === best.hosts[at]));
  const isPublic = best.hosts.every(host => host === undefined || !isPrivateName(host));
  const isLinked = linked === undefined || best.hosts.includes(linked);
  return isSame && isPublic && isLinked ? best : undefined;
}

/** The host whose pages most of the images and styles are part of; undefined where there are few, or it is no single one. */
function mostLinked(lines: readonly SampleLine[]): string | undefined {
  const counts = new Map<string, number>();
  let total = 0;
  for (const { line } of lines) {
    const host = plainFileKind(line.request) !== undefined ? bareHost(referrerHost(line.referrer)) : '';
    if (host === '') continue;
    total++;
    counts.set(host, (counts.get(host) ?? 0) + 1);
  }
  const [mostFrequent] = [...counts].toSorted(([, a], [, b]) => b - a);
  return mostFrequent && total >= enoughAssets && mostFrequent[1] * 2 > total ? mostFrequent[0] : undefined;
}

/** Enough to tell; it costs some milliseconds. */
const maxLines = 500;
/** Fewer lines may be those of scanners alone. */
const fewLines = 20;

/** What is looked at to find the host of lines, in bytes. */
export const sampleBytes = 131_072;

/** Looks at the first lines of each log of an import for where their host stands. */
export class HostSearch {
  readonly #domain: string | undefined;
  readonly #own: ReadonlySet<string> | undefined;
  note: string | undefined;

  /** @param domain undefined where each host is a website */
  constructor(domain: string | undefined) {
    this.#domain = domain;
    this.#own = domain === undefined ? undefined : ownHosts(domain);
  }

  /**
   * What LineReader takes as a directive: the index of the host. Undefined where it stands in front, or nowhere.
   * @param bytes whole lines
   * @param before what was found in the log before this one, for one that has few lines
   */
  directiveOf(bytes: Buffer, before?: string): string | undefined {
    const text = bytes.toString('latin1', 0, Math.min(bytes.length, sampleBytes));
    const end = text.lastIndexOf('\n');
    const raws = (end < 0 ? text : text.slice(0, end)).split('\n', maxLines);
    const lines = raws.map(raw => splitPrefix(raw).line).filter(line => line !== '');
    const found = findHostField(lines, this.#own);
    if (found?.kind === 'found') return `#Host: ${found.index}`;
    if (found) this.note ??= this.#noteOf(found);
    const isOfLines = before !== undefined && !before.startsWith('#Fields:');
    if (lines.length >= fewLines) return directiveOfLines(lines);
    return isOfLines ? before : undefined;
  }

  #noteOf({ name, format }: { readonly name: string; readonly format: string }): string {
    const what =
      this.#domain === undefined
        ? `The lines have a name such as ${name}, which is not for certain their host.`
        : `The lines have a name such as ${name}, which was not taken for their host: all of them count for ${this.#domain}.`;
    return `${what} Where it is the host: --log-format '${format}'`;
  }
}

export function hostIndexIn(directive: string): number | undefined {
  const [, index] = /^#Host: (-?\d+)$/.exec(directive) ?? [];
  return index === undefined ? undefined : Number(index);
}
