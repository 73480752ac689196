/** A profile that can be chosen. Name and address are as the user typed them. */
export interface ProfileEntry {
  readonly name: string;
  readonly kind: 'demo' | 'logs' | 'service';
  readonly url?: string | undefined;
}

/** A service as typed into the form. */
interface NewService {
  readonly name: string;
  readonly url: string;
  readonly key: string;
}

/** Lists, adds and switches services. A problem is one line of text. */
export interface ProfilesService {
  list(): { readonly entries: readonly ProfileEntry[]; readonly problem?: string | undefined };
  /** A free name for a service at this address. */
  suggestName(url: string): string;
  /** Tests a service; saves it only if it answers and accepts the key. A problem is of a field, where one can be told. */
  add(
    service: NewService,
    signal: AbortSignal,
  ): Promise<{ readonly problem?: string | undefined; readonly field?: keyof NewService | undefined }>;
  /** Switches this session to another service. `isNew`: it was just added, and reading its websites is the last step of that. */
  use(name: string, options?: { readonly isNew: boolean }): { readonly problem?: string | undefined };
  /** Tests a new key for the service in use and switches to it. The note says how long the key is kept. */
  renewKey(
    key: string,
    signal: AbortSignal,
  ): Promise<{ readonly problem?: string | undefined; readonly note?: string | undefined }>;
}
