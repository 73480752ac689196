import { isRecord, parsedJson } from '#text/safeText.ts';
import { formatOfKeys, unlessAbsent, type Role, rolesOf, type TimeUnit, unitOf } from './formats.ts';
import {
  asField,
  bytesOf,
  escapeSlashes,
  fieldLine,
  type LogLine,
  requestOf,
  statusOf,
  durationOf,
} from './LogLine.ts';
import { fieldTime } from './fields/times.ts';

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
