import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { ConfigError } from '#config/ConfigError.ts';
import type { Paths } from '#config/paths.ts';
import type { Environment } from '#terminal/capabilities.ts';
import { readPrivateFile, writing } from '#config/privateFile.ts';
import { UsageError } from '#connection/errors.ts';
import { isApiKey } from '#model/text/apiKey.ts';
import { shellQuote } from '#model/text/shellQuote.ts';
import { isLoopback } from '#model/service/loopback.ts';
import { writeFileAtomic } from '#system/writeFileAtomic.ts';
import { safeText } from '#terminal/safeText.ts';

/** What clients have to send, and how a person finds it: the key itself is never printed. */
export interface ServeKey {
  readonly key: string;
  /** For a shell: "$SITEDECK_API_KEY", or the command that reads the file. */
  readonly inShell: string;
}

/** Characters that a key has at least where others can try to guess it. */
const shortestKey = 16;

/**
 * The key from the environment, else the one kept in the config folder, made at the first time. Where others can reach it
 * only one that was set for it is taken: whoever opens a service to them chooses its key. Throws a UsageError or
 * ConfigError.
 */
export function serveKey(env: Environment, { config }: Pick<Paths, 'config'>, host: string): ServeKey {
  const given = env['SITEDECK_API_KEY']?.trim() ?? '';
  const isOpen = !isLoopback(host);
  if (isOpen && given.length < shortestKey)
    throw new UsageError(
      `Others can reach ${safeText(host, 60)}: set SITEDECK_API_KEY to the key they must send, at least ${shortestKey} characters, then serve there.`,
    );
  if (given !== '') {
    if (!isApiKey(given))
      throw new UsageError('SITEDECK_API_KEY has characters that no API key has: choose one without spaces.');
    return { key: given, inShell: '$SITEDECK_API_KEY' };
  }
  const file = join(config, 'serve-key');
  const known = readKey(file);
  const key = known ?? `sd_${randomBytes(24).toString('base64url')}`;
  if (known === undefined) writing(file, () => writeFileAtomic(file, `${key}\n`));
  return { key, inShell: `$(cat ${shellQuote(file)})` };
}

/** Throws a ConfigError for a file that holds none. */
function readKey(file: string): string | undefined {
  const key = readPrivateFile(file)?.trim();
  if (key === undefined || (isApiKey(key) && key.length >= 8)) return key;
  throw new ConfigError(`${safeText(file)} holds no key: move it away, and a new one is made.`);
}
