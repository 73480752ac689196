import { asField, escapeSlashes, FieldLine, requestOf, statusOf } from './FieldLine.ts';
import { fieldTime } from './fieldTime.ts';
import { FlatFields } from './FlatFields.ts';
import type { LogLine } from './LogLine.ts';

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
  const time = [line['ts'], line['time'], line['timestamp']]
    .map(fieldTime)
    .find(value => value !== undefined);
  const status = statusOf(textOf(line['status']) ?? '');
  const [method, uri, host] = [request['method'], request['uri'], request['host']].map(textOf);
  const address = [request['client_ip'], request['remote_ip'], request['remote_addr']]
    .map(textOf)
    .find(value => value !== undefined && value !== '');
  if (time === undefined || status === undefined || address === undefined) return undefined;
  if (method === undefined || uri === undefined) return undefined;
  const headers = isObject(request['headers']) ? request['headers'] : undefined;
  const header = (name: string): string => asField(headerText(headers?.[name]));
  return new FieldLine({
    format: 'Caddy JSON',
    time,
    host: host && asField(host),
    address: asField(address),
    request: asField(requestOf(method, uri)),
    status,
    referrer: header('Referer'),
    agent: headers && header('User-Agent'),
    language: header('Accept-Language'),
    isWhole,
    others: () => Object.entries(headers ?? {}).map(([name, value]) => [name, asField(headerText(value))]),
  });
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
  if (read === undefined) return undefined;
  const { address, host, request, referrer, agent, language } = read;
  return new FieldLine({
    ...read,
    format: 'DownstreamStatus' in line ? 'Traefik JSON' : 'JSON',
    host: host === undefined ? undefined : asField(host),
    address: asField(address),
    request: asField(request),
    referrer: asField(referrer ?? ''),
    agent: agent === undefined ? undefined : asField(agent),
    language: asField(language ?? ''),
    isWhole,
    others: () => fields.all.map(([name, value]) => [name, asField(value)]),
  });
}
