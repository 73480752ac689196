import { ApiError } from '#model/failure.ts';

/** Plain in the application: in Node the fetch classes take longer to load than all that the first frame asks. */
export interface ServiceRequest {
  readonly method: string;
  /** Absolute. */
  readonly url: string;
  readonly headers: { get(name: string): string | null };
  readonly body: AsyncIterable<Uint8Array> | null;
  /** Aborted when nobody waits for the answer any more. */
  readonly signal?: AbortSignal;
}

export interface ServiceAnswer {
  readonly status: number;
  /** By their names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

export type Answerer = (request: ServiceRequest) => Promise<ServiceAnswer>;

/** The services that there are adapters for, by the names that profiles have for them; a profile without one means the first. */
export const serviceKinds = ['phpanalytics', 'umami', 'goatcounter'] as const;
export type ServiceKind = (typeof serviceKinds)[number];

export function isServiceKind(text: string): text is ServiceKind {
  return serviceKinds.some(kind => kind === text);
}

/** Whether a host is this machine: "localhost", 127.0.0.0/8, or ::1 with or without the brackets of an address. */
export function isLoopback(host: string): boolean {
  return /^(?:localhost|127(?:\.\d{1,3}){3}|::1|\[::1\])$/i.test(host);
}

/** The key itself, or a function that fetches it when it is first needed (from a keychain or a command). */
export type ApiKeySource = string | (() => Promise<string>);

/** Somebody who signs in to a service, which then gives a key. The password is never stored. */
export interface SignIn {
  readonly name: string;
  readonly password: string;
}

export type Connection =
  | { readonly kind: 'demo' }
  /** The embedded service with the user's imported access logs. */
  | { readonly kind: 'logs' }
  /** The URL as given; the key is sent to its host only. */
  | {
      readonly kind: 'service';
      /** Whose interface it has; default: the first kind. 'unknown': to be found out. */
      readonly service?: ServiceKind | 'unknown' | undefined;
      readonly url: string;
      readonly apiKey: ApiKeySource | SignIn;
    };

/** Whether an HTTP header can carry it. No other rule is known for the keys of services. */
export function isApiKey(text: string): boolean {
  return /^[\x21-\x7e]+$/.test(text);
}

/** Of GoatCounter it is v0. */
const apiPath = /(?:\/+api\/v[01])+(?:\/(?:websites|stats|sites|me|paths)(?:\/.*)?)?\/*$/i;
const example = 'such as https://stats.example.com';

function parse(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}

/** Plain http is usual there and no risk. RFC 6761 includes all names below localhost. */
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
 * Scheme, host and path prefix of what was typed or pasted, without a trailing slash and /api/v1 or v0. The error is one
 * line; it never contains what was typed, which may have a password in it.
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
