import { UsageError } from '#model/failure.ts';
import { interruptible } from '#cli/interrupt.ts';
import { progress, say } from '#cli/output/stderr.ts';
import type { GlobalOptions } from '#cli/subcommand.ts';
import { mustWrite } from '#cli/withService.ts';
import { builtInProfile, type Profile } from '#config/chooseProfile.ts';
import { readPaths, serviceFile } from '#config/paths.ts';
import { type Control, type ImportProgress, type Logs, openLogs } from '#logs/index.ts';
import { inZoneOfCounts } from '#server/database/zone.ts';
import { safeText } from '#text/safeText.ts';
import { counted } from '#text/words.ts';

interface OwnLogs {
  readonly logs: Logs;
  readonly profile: Profile;
}

/** The user's own logs, and their profile. Throws a UsageError where the options name another one, and a ConfigError. */
export function ownLogs(options: GlobalOptions): OwnLogs {
  const { url, profile: name = 'logs' } = options;
  if (url !== undefined || name !== 'logs')
    throw new UsageError(
      'Logs are counted in your own service, the profile "logs": leave --profile and --url away.',
    );
  const paths = readPaths(process.env);
  const file = serviceFile('logs', paths);
  const profile = inZoneOfCounts(builtInProfile('logs', options, paths), file);
  return { logs: openLogs({ file, timeZone: profile.timeZone, name: 'sitedeck logs update' }), profile };
}

/** The same to change them: throws a UsageError where the profile is read-only. */
export function changeableLogs(options: GlobalOptions): Logs {
  const { logs, profile } = ownLogs(options);
  mustWrite({ profile });
  return logs;
}

/** Reads logs until ^C ends it, and shows how far. Rejects with ImportError, or InterruptedError with `words` or its own ones. */
export async function reading<T>(
  { debug }: Pick<GlobalOptions, 'debug'>,
  read: (control: Control) => Promise<T>,
  words?: string,
): Promise<T> {
  return await interruptible(
    signal =>
      read({
        quotesLines: debug !== undefined,
        onWaiting: () => say('Waiting for another import to end.'),
        onProgress: (state: Read) => progress.show(progressLine(state)),
        signal,
      }),
    words,
  );
}

type Read = Pick<ImportProgress, 'lines' | 'file'> & Partial<ImportProgress>;

function progressLine({ bytes = 0, totalBytes = 0, lines, file }: Read): string {
  const share = totalBytes === 0 ? '' : `${Math.min(100, Math.floor((bytes / totalBytes) * 100))}%, `;
  return `${share}${counted(lines, 'lines')}, ${file === undefined ? 'storing' : safeText(file, 200)}`;
}
