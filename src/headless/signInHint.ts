import { adapters } from '#api/adapters.ts';
import { ApiError } from '#api/error.ts';
import type { Profile } from '#config/resolveProfile.ts';
import type { ServiceKind } from '#model/service/kinds.ts';

/** The error of a service that refuses to sign somebody in, with what to do about it; any other as it is. */
export function withSignInHint(
  error: unknown,
  { name, connection, isStored }: Profile,
  service: ServiceKind | undefined,
): unknown {
  if (!(error instanceof ApiError) || error.kind !== 'auth' || connection.kind !== 'service') return error;
  if (service === undefined || !adapters[service].credentials.includes('password')) return error;
  const isSignIn = typeof connection.apiKey === 'object';
  const hint = isStored
    ? `Sign in again:  sitedeck profile add ${name} ${connection.url} --replace`
    : `Check ${isSignIn ? 'SITEDECK_USER and SITEDECK_PASSWORD' : 'SITEDECK_API_KEY'}.`;
  return new ApiError('auth', `${error.message} ${hint}`, error.details);
}
