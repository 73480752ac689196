import { ApiError } from '#model/failure.ts';
import { isLoopback } from './connection.ts';

const apiPath = /(?:\/+api\/v1)+(?:\/(?:websites|stats)(?:\/.*)?)?\/*$/i;
const example = 'such as https://stats.example.com';

function parse(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}

/**
 * Whether a host name means this machine: plain http is usual there and no risk. RFC 6761 includes all names below
 * localhost.
 */
function isThisMachine(hostname: string): boolean {
  return isLoopback(hostname) || hostname.endsWith('.localhost');
}

/** With the scheme that is usual where none was typed: https, on this machine http. */
export function completeAddress(typed: string): string {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(typed)) return typed;
  const host = parse(`https://${typed}`)?.hostname ?? '';
  return `${isThisMachine(host) ? 'http' : 'https'}://${typed}`;
}

/**
 * Turns the address that a user typed or pasted into a base URL: scheme, host and path prefix, without a trailing slash and
 * without /api/v1. The error is one line that says what to do; it never contains what was typed, which may have a
 * password in it.
 */
export function normaliseBaseUrl(text: string): { url: string } | { error: string } {
  const typed = text.trim();
  if (typed === '') return { error: `Type the address of the service, ${example}.` };
  const url = parse(completeAddress(typed));
  if (url === undefined) return { error: `This is not a web address: type one ${example}.` };
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    return { error: 'The address must start with https:// or http://.' };
  }
  if (url.username !== '' || url.password !== '') {
    return {
      error: 'Take the user name and password out of the address: the API key goes in its own field.',
    };
  }
  if (/[?#]/.test(typed)) return { error: 'Take everything from the ? or # on out of the address.' };
  return { url: url.origin + url.pathname.replace(apiPath, '').replace(/\/+$/, '') };
}

/** What somebody copied out of a browser, as far as it can lead to a service: pages have more behind a ? or #. */
export function pastedAddress(text: string): string {
  return text.trim().replace(/[?#].*$/s, '');
}

/** As normaliseBaseUrl; throws an ApiError in place of the error. */
export function checkedBaseUrl(text: string): string {
  const base = normaliseBaseUrl(text);
  if ('error' in base) throw new ApiError('network', base.error);
  return base.url;
}

/** Whether the key would be sent unencrypted to another machine. */
export function isPlainHttpElsewhere(url: string): boolean {
  const parsed = parse(url);
  return parsed?.protocol === 'http:' && !isThisMachine(parsed.hostname);
}

/** Whether the environment makes Node accept any certificate, so that the key could be read on the network. */
export function isUnchecked(url: string, env: Readonly<Record<string, string | undefined>>): boolean {
  return env['NODE_TLS_REJECT_UNAUTHORIZED'] === '0' && parse(url)?.protocol === 'https:';
}
