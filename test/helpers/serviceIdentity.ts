import type { ServiceIdentity } from '#config/profile/serviceIdentity.ts';

/** Of a profile in the file of profiles. */
export function storedIdentity(
  profile: string,
  address = 'https://stats.example.com',
  account = 'key k-1',
): ServiceIdentity {
  return { profile, isStored: true, address, account };
}

/** Of a service that only the environment names. */
export function givenIdentity(address: string): ServiceIdentity {
  return { profile: address.replace(/^https?:\/\//, ''), isStored: false, address, account: 'key k-1' };
}

/** Of a service of this machine. */
export function ownIdentity(name: 'demo' | 'logs'): ServiceIdentity {
  return { profile: name, isStored: false, address: name, account: undefined };
}
