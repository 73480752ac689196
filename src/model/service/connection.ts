/**
 * A request to the service in this process. A Request of fetch is one; the application's own calls are plain objects: in
 * Node the fetch classes take longer to load than everything that the first frame asks.
 */
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

/** A service that is called in this process. */
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
