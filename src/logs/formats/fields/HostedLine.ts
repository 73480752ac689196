import { addressOf } from '#logs/fields/clients.ts';
import { endOfQuoted, type LogField, type LogLine } from '#logs/formats/LogLine.ts';

/** A field behind the request of a line: a word, or a text in quotes, perhaps with its name in front ("rt=0.003"). */
export interface FieldBehind {
  readonly name: string;
  readonly value: string;
  readonly isQuoted: boolean;
  /** Where the value begins in the line. */
  readonly start: number;
}

const named = /([A-Za-z][\w.-]{0,60})=/y;
const mostFields = 60;
const space = 32;

/** The fields from an offset of a line on. A list is one field: "192.0.2.1, 198.51.100.7", and "0.1 : 0.2" of nginx. */
export function* fieldsBehind(line: string, from: number): Generator<FieldBehind, void, void> {
  const length = line.endsWith('\r') ? line.length - 1 : line.length;
  let at = from;
  for (let count = 0; count < mostFields; count++) {
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
export const identityPlace = -1;

export function identityField(head: string): FieldBehind | undefined {
  const [first = '', second, third] = head.split(' ', 3);
  if (second === undefined || third === undefined) return undefined;
  return { name: '', value: second, isQuoted: false, start: first.length + 1 };
}

/** A line of the common or combined format that has its host elsewhere than in front. */
class HostedLine implements LogLine {
  readonly format: LogLine['format'];
  readonly time: number;
  readonly head: string;
  readonly request: string;
  readonly status: number;
  readonly bytes: number | undefined;
  readonly referrer: string;
  readonly agent: string | undefined;
  readonly language: string;
  readonly isWhole: boolean;
  readonly #line: LogLine;
  readonly #host: FieldBehind;

  constructor(line: LogLine, host: FieldBehind, behind: readonly FieldBehind[]) {
    const { time, head, request, status, bytes, language, places } = line;
    this.#line = line;
    this.#host = host;
    this.time = time;
    this.head = `${host.value === '' ? '-' : host.value}\n${addressIn(head, host)}`;
    this.request = request;
    this.status = status;
    this.bytes = bytes;
    this.language = language;
    // What was taken for the referrer, or the agent, is the host.
    const isReferrer = host.isQuoted && host.start === places?.referrer;
    const isAgent = host.isQuoted && host.start === places?.agent;
    const [first, second] = behind.filter(({ isQuoted }) => isQuoted);
    this.referrer = isReferrer ? (second && first ? first.value : '') : line.referrer;
    this.agent = isReferrer ? (second ?? first)?.value : isAgent ? undefined : line.agent;
    this.format = this.agent === undefined ? 'common' : 'combined';
    this.isWhole = !isReferrer && !isAgent && line.isWhole;
  }

  get took(): number | undefined {
    return this.#line.took;
  }

  /** The host at the end is no field of proxies. */
  fields(): LogField[] {
    const fields = this.#line.fields();
    const last = fields.findLastIndex(({ isQuoted }) => isQuoted);
    const isHost = this.#host.isQuoted && fields[last]?.value === this.#host.value;
    return isHost ? fields.toSpliced(last, 1) : fields;
  }
}

/** A line whose host stands in the field with this number behind its request, or is its second word; as it is where it has none. */
export function hostedLine(line: LogLine, text: string, offset: number): LogLine {
  const { places } = line;
  if (!places || line.format === 'Traefik') return line;
  const behind = offset < 0 ? [] : [...fieldsBehind(text, places.requestEnd + 1)];
  const host = offset < 0 ? identityField(line.head) : behind[offset];
  return host ? new HostedLine(line, host, behind.slice(offset + 1)) : line;
}

/** An address, or a list of them, in front; a name only where "-" stands behind it, as where no host is in front. */
function addressIn(head: string, host: FieldBehind): string {
  const [list = ''] = /^(?:[^\s,]+, ?)*[^\s,]+/.exec(head) ?? [];
  const isAddress = list.includes(',') || list === 'unix:' || addressOf(list) !== undefined;
  const isBehind = host.start > head.length;
  return isAddress || !isBehind || head.startsWith('- ', list.length + 1) ? list : '';
}
