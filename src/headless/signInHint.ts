import { adapters } from '#api/adapters.ts';
import { ApiError } from '#api/error.ts';
import type { Connection, Profile } from '#config/resolveProfile.ts';
import { shellQuote } from '#model/text/shellQuote.ts';
import type { ServiceKind } from '#model/service/kinds.ts';
import { safeText } from '#terminal/safeText.ts';

/** Where the key that is used is from, in words: the environment goes before the profile. */
export const keyPlaces = {
  signIn: 'a sign-in by SITEDECK_USER',
  environment: 'SITEDECK_API_KEY',
  command: 'its command',
  file: 'the file',
} as const;

export function keyPlace({
  apiKey,
}: Pick<Extract<Connection, { kind: 'service' }>, 'apiKey'>): keyof typeof keyPlaces {
  if (typeof apiKey === 'object') return 'signIn';
  if (apiKey === process.env['SITEDECK_API_KEY']?.trim()) return 'environment';
  return typeof apiKey === 'function' ? 'command' : 'file';
}

/** What to do where a service does not accept the key of a profile. */
export function keyRemedy(
  { name, connection }: Profile,
  service: ServiceKind | undefined,
  { details }: ApiError,
): string | undefined {
  if (connection.kind !== 'service') return undefined;
  const quoted = shellQuote(name);
  switch (keyPlace(connection)) {
    case 'signIn':
      return 'Check SITEDECK_USER and SITEDECK_PASSWORD.';
    case 'environment':
      return 'Check SITEDECK_API_KEY.';
    case 'command':
      return `Check what the apiKeyCommand of ${safeText(name)} prints.`;
    default: {
      if (details.isLink === true)
        return safeText(`With another one:  sitedeck profile add ${quoted} LINK --replace`, 200);
      const signsIn = service !== undefined && adapters[service].credentials.includes('password');
      const what = signsIn ? 'Sign in again' : 'Give it another';
      return safeText(`${what}:  sitedeck profile sign-in ${quoted}`, 200);
    }
  }
}

/** The error of a service that refuses to sign somebody in, with what to do about it; any other as it is. */
export function withSignInHint(error: unknown, profile: Profile, service: ServiceKind | undefined): unknown {
  if (!(error instanceof ApiError) || error.kind !== 'auth' || service === undefined) return error;
  if (!adapters[service].credentials.includes('password')) return error;
  const remedy = keyRemedy(profile, service, error);
  return remedy === undefined ? error : new ApiError('auth', `${error.message} ${remedy}`, error.details);
}
