import { addressOf, forwardedClient } from './address.ts';

/** Who sent a request, and to which virtual host, as far as it stands before the time stamp. */
interface LineHead {
  /** In lower case, without port; "-" or "_" where the server had none. Undefined in a log that has no hosts. */
  readonly host: string | undefined;
  /** An address, or the name of a host where the server looks them up. */
  readonly address: string;
}

export interface HeadRules {
  readonly isOwnHost: (host: string) => boolean;
  readonly isTrusted: (address: string) => boolean;
}

/**
 * "ADDRESS IDENTITY USER", with "HOST:PORT " in front where a log holds several websites; in place of the address perhaps
 * a proxy's list, "A, B", or a host name. Undefined where a word in front is neither an address nor a host.
 */
export function readHead(head: string, rules: HeadRules): LineHead | undefined {
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

/**
 * The same of two fields, where the host is empty in a format that has none. What a client sent as host and is none is "-".
 * Undefined where the address is no address, no list of them and no name.
 */
export function readNamedHead(host: string, text: string, rules: HeadRules): LineHead | undefined {
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
