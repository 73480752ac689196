import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { ConfigError } from '#config/ConfigError.ts';
import type { Paths } from '#config/paths.ts';
import type { Environment } from '#terminal/terminalCapabilities.ts';
import { readPrivateFile, writing } from '#config/privateFile.ts';
import { UsageError } from '#connection/errors.ts';
import { isApiKey } from '#model/text/apiKey.ts';
import { shellQuote } from '#model/text/shellQuote.ts';
import { isLoopback } from '#model/service/loopback.ts';
import { writeFileAtomic } from '#system/writeFileAtomic.ts';
import { safeText } from '#terminal/safeText.ts';

/** The key that clients send, and how the user gets it: the key itself is never printed. */
interface ServeKey {
  readonly key: string;
  /** For a shell: "$SITEDECK_API_KEY", or the command that reads the file. */
  readonly inShell: string;
}

/** The fewest characters of a key where other machines can try to guess it. */
const shortestKey = 16;

/**
 * The key in the environment, else the one in the config folder, which is made the first time. Where other machines can
 * reach the service, only a key in the environment is accepted: the user has to choose it. Throws a UsageError or
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

/** The stored key; undefined for no file. Throws a ConfigError for a file without a key. */
function readKey(file: string): string | undefined {
  const key = readPrivateFile(file)?.trim();
  if (key === undefined || (isApiKey(key) && key.length >= 8)) return key;
  throw new ConfigError(`${safeText(file)} holds no key: move it away, and a new one is made.`);
}
