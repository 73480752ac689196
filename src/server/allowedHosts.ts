import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { isLoopback } from '#model/service/loopback.ts';

const loopbackNames: readonly string[] = ['localhost', '127.0.0.1', '::1'];

/** "name", "name:80", "[::1]:80"; without user names, paths and blanks, which a URL would take. */
const hostPattern = /^(?:\[([\da-f:.]+)\]|([^\s:@/\\?#[\]]+))(?::\d{0,5})?$/i;

/**
 * Why a request is refused before its key is checked: a page in a browser of this machine or network could have sent it.
 * Scripts of pages send their page as Origin; and after DNS rebinding the Host is a name that is not ours. Undefined where
 * the request may pass.
 * @param listensAt the address or name the server was told to listen at
 * @param allowed further names, in lower case
 */
export function refusalOf(
  { headersDistinct, url = '/' }: Pick<IncomingMessage, 'headersDistinct' | 'url'>,
  listensAt: string,
  allowed: readonly string[],
): Refusal | undefined {
  const { host: hosts = [], origin } = headersDistinct;
  const named = [...hosts, authorityOf(url)].filter(name => name !== undefined).map(nameIn);
  if (hosts.length !== 1 || named.includes(undefined))
    return { status: 400, message: 'A request has one Host, which is a name or an address.' };
  const own = new Set([...loopbackNames, listensAt.toLowerCase(), ...allowed]);
  // Only names can be pointed at another address.
  const isOwn = (name = '') => own.has(name) || (isIP(name) !== 0 && !isLoopback(listensAt));
  if (!named.every(isOwn))
    return { status: 403, message: 'This host is not served: allow its name with --allow-host.' };
  if (origin !== undefined) return { status: 403, message: 'Requests of web pages are not served.' };
  return undefined;
}

interface Refusal {
  readonly status: number;
  readonly message: string;
}

/** In lower case, without the port. */
function nameIn(host: string): string | undefined {
  const [, address, name] = hostPattern.exec(host) ?? [];
  return (address ?? name)?.toLowerCase();
}

/** The host in the request line of a proxy request, "GET http://host/path", which may differ from Host. */
function authorityOf(target: string): string | undefined {
  return target.startsWith('/') ? undefined : /^[a-z][a-z\d+.-]*:\/\/([^/?#]*)/i.exec(target)?.[1];
}
