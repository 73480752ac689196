import {
  asField,
  escapeSlashes,
  fieldLine,
  type FoundFields,
  type LogLine,
  requestOf,
  statusOf,
} from './LogLine.ts';
import { fieldTime } from './times.ts';

type Field = readonly [name: string, value: string];

/** What a field can be, by its names in their order, without case and what stands between words: the first with a value counts. */
const roles = [
  ['time', 'timeiso8601 timelocal msec startutc startlocal ts time timestamp datetime eventdatetime'],
  [
    'address',
    'remoteaddr clientip clienthost remoteip clientaddr client ip remotehost httpxrealip httpxforwardedfor',
  ],
  ['request', 'request requestline'],
  ['method', 'requestmethod method verb httpmethod'],
  ['target', 'requesturi requestpath uri url path documenturi requesturl request'],
  ['query', 'args querystring query'],
  ['status', 'status downstreamstatus response statuscode responsestatus'],
  ['referrer', 'httpreferer httpreferrer referer referrer requestreferer'],
  ['agent', 'httpuseragent useragent agent requestuseragent'],
  ['language', 'httpacceptlanguage acceptlanguage requestacceptlanguage'],
  ['host', 'host httphost requesthost vhost virtualhost servername requestaddr'],
] as const;

type Role = (typeof roles)[number][0];

const ranks: ReadonlyMap<string, readonly (readonly [role: Role, rank: number])[]> = ranksOfNames();

function ranksOfNames() {
  const found = new Map<string, (readonly [role: Role, rank: number])[]>();
  for (const [role, list] of roles)
    for (const [rank, name] of list.split(' ').entries())
      found.set(name, [...(found.get(name) ?? []), [role, rank]]);
  return found;
}

const mostFields = 200;

/** Finds the parts of a request among fields by their names: nginx's variables, Traefik's, and what others call them. */
class FlatFields {
  readonly all: readonly Field[];
  readonly #found = new Map<Role, Field[]>();

  constructor(fields: readonly Field[]) {
    this.all = fields.slice(0, mostFields);
    const ranked = this.all.flatMap(field =>
      (ranks.get(plainName(field[0])) ?? []).map(([role, rank]) => ({ role, rank, field })),
    );
    for (const { role, field } of ranked.toSorted((a, b) => a.rank - b.rank)) {
      const before = this.#found.get(role);
      if (before) before.push(field);
      else this.#found.set(role, [field]);
    }
  }

  /** What they say of a request, as it stands there. */
  read(): FoundFields {
    const text = (role: Role): string | undefined =>
      this.#firstOf(role, given) ?? this.#found.get(role)?.[0]?.[1];
    return {
      time: this.#firstOf('time', fieldTime),
      status: this.#firstOf('status', statusOf),
      address: this.#firstOf('address', given),
      request: this.#request(),
      host: text('host'),
      referrer: text('referrer'),
      agent: text('agent'),
      language: text('language'),
    };
  }

  #request(): string | undefined {
    const whole = this.#firstOf('request', text => (/^[A-Z-]{1,32} \S/.test(text) ? text : undefined));
    if (whole !== undefined) return whole;
    // An empty request line: the client sent none.
    const method = this.#firstOf('method', given);
    const target = this.#firstOf('target', given);
    if (method === undefined || target === undefined) return this.#found.get('request')?.[0]?.[1];
    return requestOf(method, target, this.#firstOf('query', given));
  }

  #firstOf<T>(role: Role, read: (value: string) => T | undefined): T | undefined {
    for (const [, value] of this.#found.get(role) ?? []) {
      const found = read(value);
      if (found !== undefined) return found;
    }
    return undefined;
  }
}

/** Undefined for what servers write where there is nothing. */
function given(value: string): string | undefined {
  return value === '' || value === '-' ? undefined : value;
}

const longestName = 40;
const plainNames = new Map<string, string>();
const mostNames = 2_000;

/** "$http_user_agent", "http-user-agent" and "HttpUserAgent" are the same. */
function plainName(name: string): string {
  if (name.length > longestName) return '';
  const known = plainNames.get(name);
  if (known !== undefined) return known;
  const plain = name.toLowerCase().replaceAll(/[^a-z\d]/g, '');
  if (plainNames.size >= mostNames) plainNames.clear();
  plainNames.set(name, plain);
  return plain;
}

type JsonObject = Readonly<Record<string, unknown>>;

/** Makes a field of a text of JSON. */
type AsField = (text: string) => string;

/**
 * Reads a line that is one JSON object: as Caddy writes it, as Traefik does, or flat, with the names of nginx's variables
 * or similar ones as keys. Undefined for anything else.
 * @param text Latin-1
 */
export function readJsonLine(text: string): LogLine | undefined {
  const { object, asField } = parsed(text) ?? {};
  if (object === undefined || asField === undefined) return undefined;
  const { request } = object;
  const isWhole = /\}\s*$/.test(text.slice(-20));
  return isObject(request)
    ? readCaddy(object, request, asField, isWhole)
    : readFlat(object, asField, isWhole);
}

function parsed(text: string): { readonly object: JsonObject; readonly asField: AsField } | undefined {
  const utf8 = /[\x80-\xff]/.test(text) ? Buffer.from(text, 'latin1').toString('utf8') : text;
  const object = parseObject(utf8);
  if (object) return { object, asField };
  // nginx escapes bytes so, unless its format says escape=json.
  if (!text.includes('\\x')) return undefined;
  const mended = text.replaceAll(/\\(?:x([\da-fA-F]{2})|[^])/g, (escape, code: string | undefined) =>
    code === undefined ? escape : `\\u00${code}`,
  );
  const bytes = parseObject(mended);
  return bytes && { object: bytes, asField: escapeSlashes };
}

function parseObject(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Text of a text or number; undefined for what is neither. */
function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  return typeof value === 'number' ? String(value) : undefined;
}

function readCaddy(
  line: JsonObject,
  request: JsonObject,
  asField: AsField,
  isWhole: boolean,
): LogLine | undefined {
  const [method, uri, host] = [request['method'], request['uri'], request['host']].map(textOf);
  const address = [request['client_ip'], request['remote_ip'], request['remote_addr']]
    .map(textOf)
    .find(value => value !== undefined && value !== '');
  const headers = isObject(request['headers']) ? request['headers'] : undefined;
  const header = (name: string): string => asField(headerText(headers?.[name]));
  const found = {
    time: [line['ts'], line['time'], line['timestamp']].map(fieldTime).find(value => value !== undefined),
    host: host && asField(host),
    address: address && asField(address),
    request: method === undefined || uri === undefined ? undefined : asField(requestOf(method, uri)),
    status: statusOf(textOf(line['status']) ?? ''),
    referrer: header('Referer'),
    agent: headers && header('User-Agent'),
    language: header('Accept-Language'),
  };
  return fieldLine('Caddy JSON', found, isWhole, () =>
    Object.entries(headers ?? {}).map(([name, value]) => [name, asField(headerText(value))]),
  );
}

/** A header may be sent several times. */
function headerText(value: unknown): string {
  return Array.isArray(value)
    ? value.filter(part => typeof part === 'string').join(', ')
    : (textOf(value) ?? '');
}

function readFlat(line: JsonObject, asField: AsField, isWhole: boolean): LogLine | undefined {
  const fields = new FlatFields(
    Object.entries(line).flatMap(([name, value]) => {
      const text = textOf(value);
      return text === undefined ? [] : [[name, text] as const];
    }),
  );
  const read = fields.read();
  const text = (value: string | undefined): string | undefined => value && asField(value);
  const found = {
    ...read,
    host: text(read.host),
    address: text(read.address),
    request: text(read.request),
    referrer: text(read.referrer),
    agent: text(read.agent),
    language: text(read.language),
  };
  const format = 'DownstreamStatus' in line ? 'Traefik JSON' : 'JSON';
  return fieldLine(format, found, isWhole, () =>
    fields.all.map(([name, value]) => [name, asField(value)] as const),
  );
}
