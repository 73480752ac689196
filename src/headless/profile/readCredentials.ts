import { adapters } from '#api/adapters.ts';
import { runApiKeyCommand } from '#config/apiKeyCommand.ts';
import type { StoredProfile } from '#config/profileSchema.ts';
import { UsageError } from '#connection/errors.ts';
import { signInTo, type FoundService } from '#connection/findService.ts';
import { ask, readSecret } from '#headless/output/ask.ts';
import { say } from '#headless/output/stderr.ts';
import { safeText } from '#terminal/safeText.ts';
import type { ApiKeySource } from '#model/text/apiKey.ts';

interface CredentialOptions {
  readonly user?: string;
  readonly keyCommand?: string;
  readonly debug?: string | undefined;
}

interface Credentials {
  readonly source: ApiKeySource;
  /** What of it the profile keeps: never a password. */
  readonly stored: Pick<StoredProfile, 'apiKey' | 'apiKeyCommand'>;
  /** What the service takes, "the key". */
  readonly taken: string;
}

/**
 * What a service wants: nothing more for a share link, else a key, or the key that a name and a password give. A name is asked
 * for on a terminal only; elsewhere what stdin has is a key unless --user says whose password it is. Rejects with a
 * UsageError or an ApiError.
 */
export async function readCredentials(found: FoundService, options: CredentialOptions): Promise<Credentials> {
  const { keyCommand, debug } = options;
  const { name, credentials, whereKey } = adapters[found.service];
  if (found.shareKey !== undefined) return keyed(found.shareKey, 'the share link');
  if (keyCommand !== undefined)
    return {
      source: () => runApiKeyCommand(keyCommand),
      stored: { apiKeyCommand: keyCommand },
      taken: 'the key',
    };
  const takesPassword = credentials.includes('password');
  if (options.user !== undefined && !takesPassword)
    throw new UsageError(`${name} takes an API key, not a name and a password: leave --user out.`);
  if (process.stdin.isTTY) say(safeText(whereKey, 200));
  const user = options.user ?? (takesPassword ? await ask(`User (empty, if you have an API key):`) : '');
  if (user === undefined || user === '') return keyed((await readSecret('API key')).trim(), 'the key');
  const password = await readSecret('password');
  return keyed(await signInTo(found, { name: user, password }, { debug }), 'the name and password');
}

function keyed(apiKey: string, taken: string): Credentials {
  return { source: apiKey, stored: { apiKey }, taken };
}
