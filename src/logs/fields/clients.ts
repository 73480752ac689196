import type { LogLine } from '#logs/formats/LogLine.ts';
import { addressOf, forwardedClient } from './addresses.ts';

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
