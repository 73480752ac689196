import type { Paths } from '#config/paths.ts';
import type { Profile } from '#config/resolveProfile.ts';
import { builtInProfile } from '#connection/chosenProfile.ts';
import { UsageError } from '#connection/errors.ts';
import type { GlobalOptions } from '#headless/options/globalOptions.ts';

/** The profile of the user's own logs. Throws a UsageError where the options name another one, and a ConfigError. */
export function ownProfile(options: GlobalOptions, paths: Paths): Profile {
  const { url, profile } = options;
  if (url !== undefined || (profile !== undefined && profile !== 'logs'))
    throw new UsageError(
      'Logs are counted in your own service, the profile "logs": leave --profile and --url away.',
    );
  return builtInProfile('logs', options, paths);
}
