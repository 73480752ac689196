/** A profile that can be chosen. Name and address are as the user typed them. */
export interface ProfileEntry {
  readonly name: string;
  readonly kind: 'demo' | 'logs' | 'service';
  readonly url?: string | undefined;
}

/** What a service wants to know of somebody who connects it; a share link says everything. */
export type Asked = 'key' | 'password' | 'nothing';

/** A service that answers at an address. */
export interface DescribedService {
  /** What it is called, "Umami". */
  readonly name: string;
  readonly asks: Asked;
  /** A sentence. */
  readonly whereKey: string;
}

/** Why something did not work, in one sentence, and what the service itself said of it. */
export interface Problem {
  readonly problem?: string | undefined;
  readonly said?: string | undefined;
}

/** What was typed to sign in: the key is a password where there is a user. */
export interface TypedKey {
  readonly user: string;
  readonly key: string;
}

/** A service as typed into the form. */
export interface NewService extends TypedKey {
  readonly name: string;
  readonly url: string;
}

/** Lists, adds and switches services. A problem is one line of text. */
export interface ProfilesService {
  list(): { readonly entries: readonly ProfileEntry[]; readonly problem?: string | undefined };
  /** A free name for a service at this address. */
  suggestName(url: string): string;
  /** The service in use. */
  current(): DescribedService;
  /** Finds out which service answers at an address. */
  find(url: string): Promise<Problem & { readonly found?: DescribedService | undefined }>;
  /** Tests a service; saves it only if it answers and accepts the key. A problem is of a field, where one can be told. */
  add(
    service: NewService,
    signal: AbortSignal,
  ): Promise<Problem & { readonly field?: keyof NewService | undefined }>;
  /** Switches this session to another service. `isNew`: it was just added, and reading its websites is the last step of that. */
  use(name: string, options?: { readonly isNew: boolean }): { readonly problem?: string | undefined };
  /** Tests a new key for the service in use and switches to it. The note says how long the key is kept. */
  renewKey(typed: TypedKey, signal: AbortSignal): Promise<Problem & { readonly note?: string | undefined }>;
}
