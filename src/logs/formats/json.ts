import { isRecord, parsedJson } from '#text/safeText.ts';
import { BoundedMap } from '#logs/fields/BoundedMap.ts';
import { type Format, type FormatName, formats, type Role, type TimeUnit } from './formats.ts';
import {
  asField,
  bytesOf,
  escapeSlashes,
  fieldLine,
  type LogLine,
  requestOf,
  statusOf,
  durationOf,
  unlessAbsent,
  fieldTime,
} from './LogLine.ts';

const maxFields = 200;
/** Caddy's headers stand two objects within. */
const maxDepth = 2;

type JsonObject = Readonly<Record<string, unknown>>;

/**
 * Reads a line that is one JSON object, of a format that a key tells, or with the names of nginx's variables or similar ones as
 * keys. A comment is one whose request another line tells. Undefined for anything else.
 * @param text Latin-1
 */
export function readJsonLine(text: string): LogLine | 'comment' | undefined {
  const { object, asField } = parsed(text) ?? {};
  if (object === undefined || asField === undefined) return undefined;
  const fields = fieldsOf(object).slice(0, maxFields);
  const format = formatOfKeys(object);
  if (format?.isRepeated?.(object) === true) return 'comment';
  const ranked = fields.flatMap(({ name, key, text }) =>
    rolesOf(name, format, name !== key).map(found => ({ ...found, name, text })),
  );
  const values = Map.groupBy(
    ranked.toSorted((a, b) => a.rank - b.rank),
    ({ role }) => role,
  );
  const first = <T>(role: Role, read: (value: string, name: string) => T | undefined): T | undefined =>
    values
      .get(role)
      ?.map(({ text, name }) => read(text, name))
      .find(value => value !== undefined);
  const textOfRole = (role: Role): string | undefined => {
    const found = first(role, unlessAbsent) ?? first(role, value => value);
    return found && asField(found);
  };
  const method = first('method', unlessAbsent);
  const target = first('target', unlessAbsent);
  const request =
    first('request', value => (/^[A-Z-]{1,32} \S/.test(value) ? value : undefined)) ??
    // An empty request line: the client sent none.
    (method === undefined || target === undefined
      ? first('request', value => value)
      : requestOf(method, target, first('query', unlessAbsent)));
  const address = first('address', unlessAbsent);
  const found = {
    time: first('time', fieldTime),
    status: first('status', statusOf),
    address: address && asField(address),
    request: request && asField(request),
    host: textOfRole('host'),
    referrer: textOfRole('referrer'),
    agent: textOfRole('agent'),
    language: textOfRole('language'),
    bytes: first('bytes', bytesOf),
    took: first('took', (value, name) => goDuration(value, unitOf(name, format))),
  };
  return fieldLine(format?.name ?? 'JSON', found, /\}\s*$/.test(text.slice(-20)), () =>
    fields.map(({ key, text }) => [key, asField(text)]),
  );
}

function parsed(
  text: string,
): { readonly object: JsonObject; readonly asField: typeof escapeSlashes } | undefined {
  const utf8 = /[\x80-\xff]/.test(text) ? Buffer.from(text, 'latin1').toString('utf8') : text;
  const object = parsedJson(utf8);
  if (isRecord(object)) return { object, asField };
  // nginx escapes bytes so, unless its format says escape=json.
  if (!text.includes('\\x')) return undefined;
  const mended = text.replaceAll(/\\(?:x([\da-fA-F]{2})|[^])/g, (escape, code: string | undefined) =>
    code === undefined ? escape : `\\u00${code}`,
  );
  const bytes = parsedJson(mended);
  return isRecord(bytes) ? { object: bytes, asField: escapeSlashes } : undefined;
}

/** Text of a text or number; undefined for what is neither. */
function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  return typeof value === 'number' ? String(value) : undefined;
}

/** Seconds, or as duration_format "string" of Caddy writes it: "1m2.5s", "350µs". */
function goDuration(text: string, unit: TimeUnit): number | undefined {
  if (!/[hms]/.test(text)) return durationOf(text, unit);
  const parts = text.match(/\d{1,12}(?:\.\d{1,12})?(?:[mµun]s|[hms])/g) ?? [];
  if (parts.length === 0 || parts.join('') !== text) return undefined;
  const all = parts.map(part => {
    const [, number = '', unit = ''] = /^([\d.]+)(.*)$/.exec(part) ?? [];
    const minutes = unit === 'h' ? 60 : unit === 'm' ? 1 : 0;
    if (minutes > 0) return durationOf(String(Number(number) * minutes * 60), 's');
    return durationOf(number, unit === 'ms' || unit === 'ns' || unit === 's' ? unit : 'us');
  });
  return all.some(each => each === undefined) ? undefined : all.reduce((sum = 0, each = 0) => sum + each, 0);
}

interface JsonField {
  /** "request.headers.Host". */
  readonly name: string;
  readonly key: string;
  readonly text: string;
}

/** Also those of objects within: such an object itself is empty. A header may be sent several times. */
function fieldsOf(object: JsonObject, front = '', depth = 0): JsonField[] {
  return Object.entries(object).flatMap(([key, value]) => {
    const name = front + key;
    if (isRecord(value) && depth < maxDepth) {
      const within = fieldsOf(value, `${name}.`, depth + 1);
      return depth === 0 ? within : [{ name, key, text: '' }, ...within];
    }
    const text = Array.isArray(value)
      ? value.filter(part => typeof part === 'string').join(', ')
      : textOf(value);
    return text === undefined ? [] : [{ name, key, text }];
  });
}

/** By the names of fields, without case and what stands between words: of several with one role the first with a value counts. */
const roles: Readonly<Record<Role, string>> = {
  time: 'timeiso8601 timelocal msec ts time timestamp datetime eventdatetime',
  address:
    'remoteaddr realipremoteaddr clientip remoteip clientaddr client ip remotehost httpxrealip httpxforwardedfor proxyaddxforwardedfor',
  request: 'request requestline',
  method: 'requestmethod method verb httpmethod',
  target: 'requesturi requestpath uri url path documenturi requesturl request',
  query: 'args querystring query',
  status: 'status response statuscode responsestatus',
  referrer: 'httpreferer httpreferrer referer referrer requestreferer',
  agent: 'httpuseragent useragent agent requestuseragent',
  language: 'httpacceptlanguage acceptlanguage requestacceptlanguage',
  host: 'host httphost requesthost vhost virtualhost servername requestaddr',
  // The body comes first: the combined format has no other.
  bytes: 'bodybytessent bytessent responsebodysize responsesize size bytes',
  took: 'requesttime requesttimems responsetimems durationms latencyms',
};

export interface RankedRole {
  readonly role: Role;
  /** Of several with one role the smallest counts that has a value. */
  readonly rank: number;
}

type RanksOfNames = ReadonlyMap<string, readonly RankedRole[]>;

const isRole = (name: string): name is Role => Object.hasOwn(roles, name);

const ranks = ranksOfNames(roles);

function ranksOfNames(names: Readonly<Partial<Record<Role, string>>>, before = 0): RanksOfNames {
  const found = new Map<string, RankedRole[]>();
  for (const role of Object.keys(names).filter(isRole))
    for (const [at, name] of (names[role] ?? '').split(' ').entries())
      found.set(name, [...(found.get(name) ?? []), { role, rank: at - before }]);
  return found;
}

interface KeyFormat extends Format {
  readonly name: FormatName;
  readonly key: string;
  readonly ranks: RanksOfNames;
}

/** Before the usual ones: more names than a role has. */
const ownRanks = 100;
const keyFormats: readonly KeyFormat[] = formats
  .filter(format => 'key' in format)
  .map(format => ({ ...format, ranks: ranksOfNames('fields' in format ? format.fields : {}, ownRanks) }));

const maxNameLength = 40;
/** Without: +29 % for JSON of nginx. */
const known = new BoundedMap<readonly RankedRole[]>(300_000);

const usualRoles = (name: string): readonly RankedRole[] =>
  ranks.get(name.toLowerCase().replaceAll(/[^a-z\d]/g, '')) ?? [];

/**
 * What a field can be: "$http_user_agent", "http-user-agent" and "HttpUserAgent" are the same, but for those that a format names.
 * @param isWithin in an object within another: it is what a format says, and nothing else
 */
export function rolesOf(name: string, format?: KeyFormat, isWithin = false): readonly RankedRole[] {
  const own = format?.ranks.get(name);
  if (own || isWithin || name.length > maxNameLength) return own ?? [];
  return known.get(name) ?? known.add(name, usualRoles(name));
}

/** Of the time that an answer took: nginx's $request_time is in seconds, others say their unit. */
export function unitOf(name: string, format?: KeyFormat): TimeUnit {
  return format?.unit ?? (/ms$/i.test(name) ? 'ms' : 's');
}

/** The format that one of its fields tells; undefined where none does. */
function formatOfKeys(object: Readonly<Record<string, unknown>>): KeyFormat | undefined {
  return keyFormats.find(({ key }) => {
    const [outer = '', inner] = key.split('.');
    const within = object[outer];
    if (inner === undefined) return Object.hasOwn(object, outer);
    return isRecord(within) && Object.hasOwn(within, inner);
  });
}
