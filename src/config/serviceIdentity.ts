/**
 * What identifies a service on this machine. Whatever is kept of one is kept under it, so that another service never gets it: what
 * people gave (tags, choices) under `serviceKey`, which survives a new key, and what it answered (`lastSeen/folder.ts`) also
 * under the account.
 */
export interface ServiceIdentity {
  /** The name of its profile; of a service that only the environment names, its address without the scheme. */
  readonly profile: string;
  /** Whether the profile is in the file of profiles, from which it can be removed. */
  readonly isStored: boolean;
  /** Its base address without what makes it open, or for the services of this machine the name of their profile. */
  readonly address: string;
  /**
   * The key, the command that prints it, or who signs in: a secret, of which only a keyed hash is ever written. Undefined for the
   * services of this machine, which need none.
   */
  readonly account: string | undefined;
}

/** What a service is called in files that hold several. An address has no blank, nor has the name of a profile. */
export function serviceKey({ profile, isStored, address }: ServiceIdentity): string {
  return isStored ? `${profile} ${address}` : address;
}

/** Whether a key is of a profile of this name, whatever address it has or had. */
export function isKeyOf(key: string, profile: string): boolean {
  return key.startsWith(`${profile} `);
}

/** Whether a service is still the one of its profile, as far as the file of profiles says: throws where that cannot be read. */
export type IsThere = () => boolean;
