import type { Capabilities } from '#model/service/capabilities.ts';
import type { SignIn } from '#model/text/apiKey.ts';
import type { Api } from './api.ts';
import type { ConnectOptions } from './requester.ts';
import type { Answer } from './transport.ts';

/** What somebody can have to show a service who asks. */
export type Credential =
  /** A secret of the service's own making: an API key, a token. */
  | 'key'
  /** A name and a password, for which `signIn` gets a key. */
  | 'password'
  /** An address that shows one website to everybody who has it; `readShareLink` makes a key of it. */
  | 'share link';

/** Asks for a path below the base URL, without a key. Resolves to any answer; redirects are not followed. */
export type Ask = (path: string) => Promise<Answer>;

/** What is known of an adapter without loading it. */
export interface AdapterInfo {
  /** What sentences call the service, "Umami". */
  readonly name: string;
  /** What it has before its answers say more. */
  readonly capabilities: Capabilities;
  /** The usual one first. */
  readonly credentials: readonly Credential[];
  /** Where the service shows its key, or what stands in for one: a sentence for whoever has to type it. */
  readonly whereKey: string;
  /** Loads the module of the adapter. */
  load(): Promise<Adapter>;
}

/** Makes an Api of one kind of service. All that it is given as a key, and returns as one, is kept as a secret. */
export interface Adapter {
  /** Whether its kind of service answers: one request that changes nothing. Rejects as `ask` does. */
  recognise(ask: Ask): Promise<boolean>;
  /** Throws an ApiError where the base URL is no web address. */
  connect(options: ConnectOptions): Api;
  /** The key to keep for a name and a password. Rejects with an ApiError, of kind auth where they are wrong. */
  signIn?(options: Omit<ConnectOptions, 'apiKey'>, user: SignIn): Promise<string>;
  /** The base URL and key of a share link; undefined for any other address. */
  readShareLink?(address: string): { readonly baseUrl: string; readonly apiKey: string } | undefined;
}
