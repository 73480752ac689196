/** A service that can be chosen. Name and address are as the person wrote them. */
export interface ProfileEntry {
  readonly name: string;
  readonly kind: 'demo' | 'logs' | 'service';
  readonly url?: string | undefined;
}

/** A service as it was typed in. */
export interface NewService {
  readonly name: string;
  readonly url: string;
  readonly key: string;
}

/** Choosing among services, and connecting further ones. Problems are one line each. */
export interface ProfilesService {
  list(): { readonly entries: readonly ProfileEntry[]; readonly problem?: string | undefined };
  /** A name for a service at this address that is not taken. */
  suggestName(url: string): string;
  /** Tests a service and saves it only when it answers and takes the key. */
  add(service: NewService, signal: AbortSignal): Promise<{ readonly problem?: string | undefined }>;
  /** Goes on with another service, in this session. */
  use(name: string): { readonly problem?: string | undefined };
  /** Tests a new key for the service in use and goes on with it. The note says how long it is kept. */
  renewKey(
    key: string,
    signal: AbortSignal,
  ): Promise<{ readonly problem?: string | undefined; readonly note?: string | undefined }>;
}
