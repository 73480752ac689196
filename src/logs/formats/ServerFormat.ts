import { addressTest, readClientField } from '#logs/fields/clients.ts';
import type { HostRules } from '#logs/fields/hosts.ts';
import {
  apacheParts,
  FormatError,
  type FormatPart,
  nginxParts,
  type Variable,
} from '#logs/formats/fields/formatParts.ts';
import type { Role } from './formats.ts';
import { safeText } from '#text/safeText.ts';
import { bytesOf, endOfQuoted, fieldLine, type LogLine, requestOf, statusOf, durationOf } from './LogLine.ts';

const roleNames: readonly (readonly [roles: readonly Role[], words: string])[] = [
  [['time'], 'the time ($time_local, %t)'],
  [['address'], 'the address of the client ($remote_addr, %h)'],
  [['request', 'target'], 'the request ($request, %r)'],
  [['status'], 'the status ($status, %>s)'],
];

const maxFormatLength = 10_000;

/** Reads lines of the format that a server's configuration has: nginx's log_format or Apache's LogFormat. */
export class ServerFormat {
  readonly #steps: readonly Step[];
  readonly #start: string;
  readonly #hasHost: boolean;
  readonly #hasAgent: boolean;
  readonly #endsWithText: boolean;

  /** Undefined where each line tells its format. Throws a FormatError. */
  static parse(text: string | undefined): ServerFormat | undefined {
    return text === undefined ? undefined : new ServerFormat(text);
  }

  /** Throws a FormatError. */
  constructor(text: string) {
    const parts = partsOf(text);
    const [first] = parts;
    this.#start = first?.kind === 'text' ? first.text : '';
    const variables = parts.flatMap((part, at) => (part.kind === 'variable' ? [{ part, at }] : []));
    this.#steps = variables.map(({ part, at }) => {
      const before = textAt(parts, at - 1);
      const next = parts[at + 1];
      if (next?.kind === 'variable' && next.role !== 'target')
        throw new FormatError(
          `nothing stands between ${part.name} and ${next.name}, so they cannot be told apart.`,
        );
      // A target begins with a slash, as in $host$request_uri.
      if (next?.kind === 'variable')
        return { variable: part, end: '/', taken: 0, isQuoted: false, within: 0 };
      const end = textAt(parts, at + 1);
      return {
        variable: part,
        end,
        taken: end.length,
        isQuoted: before.endsWith('"') && end.startsWith('"'),
        within: end === '' ? 0 : (part.shape ?? '').split(end).length - 1,
      };
    });
    const roles = new Set(variables.map(({ part }) => part.role));
    const [, missingRole] = roleNames.find(([any]) => !any.some(role => roles.has(role))) ?? [];
    if (missingRole !== undefined) throw new FormatError(`it does not hold ${missingRole}.`);
    this.#hasHost = roles.has('host');
    this.#hasAgent = roles.has('agent');
    this.#endsWithText = parts.at(-1)?.kind === 'text';
  }

  read(text: string): LogLine | undefined {
    const values = this.#valuesOf(text);
    if (!values) return undefined;
    const first = (role: Role): string | undefined => values.get(role)?.value;
    const found = {
      time: values.get('time')?.variable.readTime?.(first('time') ?? ''),
      host: this.#hasHost ? (first('host') ?? '') : undefined,
      address: first('address'),
      request: first('request') ?? requestOf(first('method') ?? 'GET', first('target') ?? '', first('query')),
      status: statusOf(first('status') ?? ''),
      bytes: bytesOf(first('bytes') ?? ''),
      took: durationOf(first('took') ?? '', values.get('took')?.variable.unit ?? 's'),
      referrer: first('referrer'),
      agent: this.#hasAgent ? (first('agent') ?? '') : undefined,
      language: first('language'),
    };
    return fieldLine('--log-format', found, this.#endsWithText, () => this.#othersOf(text));
  }

  /** Whether a line stands alone: behind a time that docker or Kubernetes wrote, the address would hold more than one. */
  readonly fits = (text: string): boolean => {
    const line = this.read(text);
    return line !== undefined && !/\n\d{4}-\d\d-\d\dT|[^,] /.test(line.head);
  };

  /** Each variable's value, up to the text that follows it. Undefined where a text is missing. */
  #valuesOf(line: string): Map<Role, Found> | undefined {
    const found = new Map<Role, Found>();
    for (const { variable, value } of this.#walk(line)) {
      if (value === undefined) return undefined;
      const { role, rank } = variable;
      if (role === undefined || value === '' || value === '-') continue;
      const before = found.get(role);
      if (!before || rank < before.variable.rank) found.set(role, { variable, value });
    }
    return found;
  }

  #othersOf(line: string): [name: string, value: string][] {
    return [...this.#walk(line)].map(({ variable, value = '' }) => [variable.name, value]);
  }

  /** A value is undefined where the line does not fit any more. */
  *#walk(line: string): Generator<{ variable: Variable; value: string | undefined }, void, void> {
    let at = this.#start.length;
    let fits = line.startsWith(this.#start);
    for (const { variable, end, taken, isQuoted, within } of this.#steps) {
      const stop = !fits
        ? -1
        : end === ''
          ? line.length
          : isQuoted
            ? endOf(line, at, end)
            : indexOfText(line, at, end, within);
      yield { variable, value: stop < 0 ? undefined : line.slice(at, stop) };
      fits = stop >= 0;
      at = stop + taken;
    }
  }
}

interface Step {
  readonly variable: Variable;
  /** The text behind the value; empty at the end of the line. */
  readonly end: string;
  /** How many characters of it stand between the value and the next one. */
  readonly taken: number;
  readonly isQuoted: boolean;
  /** How often that text stands within the value: the space in "21/Nov/2026:10:00:00 +0000". */
  readonly within: number;
}

interface Found {
  readonly variable: Variable;
  readonly value: string;
}

/** Where a text stands that was passed so many times; -1 where it does not. */
function indexOfText(line: string, from: number, text: string, passed: number): number {
  let at = line.indexOf(text, from);
  for (let count = 0; count < passed && at >= 0; count++) at = line.indexOf(text, at + text.length);
  return at;
}

/** Where the text behind a quoted value begins: at a quote that is not escaped. */
function endOf(line: string, from: number, end: string): number {
  for (let at = endOfQuoted(line, from); at >= 0; at = endOfQuoted(line, at + 1))
    if (line.startsWith(end, at)) return at;
  return -1;
}

function textAt(parts: readonly FormatPart[], at: number): string {
  const part = parts[at];
  return part?.kind === 'text' ? part.text : '';
}

function partsOf(text: string): readonly FormatPart[] {
  if (text.length > maxFormatLength) throw new FormatError('it is too long.');
  const bytes = Buffer.from(text.trim(), 'utf8').toString('latin1');
  // The path of a CustomLog may hold a variable: ${APACHE_LOG_DIR}/access.log.
  const isApache = /^(?:LogFormat|CustomLog|TransferLog)\s/i.test(bytes);
  if (!isApache && /\$\{?[a-z_]/i.test(bytes)) return joined(nginxParts(bytes));
  if (/%[<>!\d,]*(?:\{|[a-z])/i.test(bytes)) return joined(apacheParts(bytes));
  throw new FormatError(
    "give nginx's log_format or Apache's LogFormat, as it stands in the server's configuration.",
  );
}

/** With texts that stand side by side as one. */
function joined(parts: readonly FormatPart[]): readonly FormatPart[] {
  const all: FormatPart[] = [];
  for (const part of parts) {
    const last = all.at(-1);
    // $uri$is_args$args, %U%q: the query begins with its question mark.
    if (part.kind === 'variable' && last?.kind === 'variable' && last.role === 'target' && isQuery(part))
      continue;
    if (part.kind === 'text' && last?.kind === 'text')
      all[all.length - 1] = { ...part, text: last.text + part.text };
    else if (part.kind === 'variable' || part.text !== '') all.push(part);
  }
  return all;
}

function isQuery({ role, name }: Variable): boolean {
  return role === 'query' || name === 'is_args';
}

/** How the lines of logs are read: as it was given, is stored, and is passed to threads. */
export interface ReadingOptions {
  /** A name that tells servers apart. */
  readonly source?: string | undefined;
  /** nginx's log_format or Apache's LogFormat. */
  readonly logFormat?: string | undefined;
  /** Where the client of a line is named. */
  readonly client?: string | undefined;
  readonly trustedProxies?: readonly string[] | undefined;
  /** Which hosts in the lines become websites, where each does; `mostWebsites` is the most there are in all. */
  readonly hosts?: HostRules | undefined;
}

/** Why lines cannot be read so, in one line; undefined where they can. */
export function problemOfReading({
  client,
  logFormat,
  trustedProxies = [],
}: ReadingOptions): string | undefined {
  const wrong = trustedProxies.find(entry => addressTest(entry).unusable.length > 0);
  if (wrong !== undefined) return `--trusted-proxy ${safeText(wrong, 60)} is neither an address nor a range.`;
  if (client !== undefined && readClientField(client) === undefined)
    return `--client ${safeText(client, 60)}: give x-forwarded-for, x-forwarded-for:4 (a field in quotes) or x-forwarded-for:NAME.`;
  try {
    ServerFormat.parse(logFormat);
    return undefined;
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    return `--log-format: ${safeText(error.message, 300)}`;
  }
}
