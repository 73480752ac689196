import { UsageError } from '#model/failure.ts';
import { interruptible } from '#cli/interrupt.ts';
import { progress } from '#cli/output/stderr.ts';
import type { GlobalOptions } from '#cli/subcommand.ts';
import { builtInProfile, type Profile } from '#config/chooseProfile.ts';
import { type Paths, readPaths, serviceFile } from '#config/paths.ts';
import { type Control, type Logs, openLogs } from '#logs/index.ts';
import { safeText } from '#text/safeText.ts';
import { counted } from '#text/words.ts';

/** The profile of the user's own logs. Throws a UsageError where the options name another one, and a ConfigError. */
export function ownProfile(options: GlobalOptions, paths: Paths): Profile {
  const { url, profile } = options;
  if (url !== undefined || (profile !== undefined && profile !== 'logs'))
    throw new UsageError(
      'Logs are counted in your own service, the profile "logs": leave --profile and --url away.',
    );
  return builtInProfile('logs', options, paths);
}

/** The user's own logs, and their profile. Throws a UsageError, and a ConfigError. */
export function ownLogs(
  options: GlobalOptions,
  name = 'sitedeck logs update',
): { readonly logs: Logs; readonly profile: Profile } {
  const paths = readPaths(process.env);
  const profile = ownProfile(options, paths);
  return { logs: openLogs({ file: serviceFile('logs', paths), timeZone: profile.timeZone, name }), profile };
}

/** Reads logs until ^C ends it, and what was stored stays. Rejects with ImportError, or InterruptedError. */
export async function reading<T>(
  { debug }: Pick<GlobalOptions, 'debug'>,
  read: (control: Control) => Promise<T>,
): Promise<T> {
  return await interruptible(signal =>
    read({
      quotesLines: debug !== undefined,
      onProgress: ({ lines, file: path }) =>
        progress.show(`${counted(lines, 'lines')}${path === undefined ? '' : `, ${safeText(path, 200)}`}`),
      signal,
    }),
  );
}
