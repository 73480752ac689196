import { normaliseBaseUrl } from '#api/baseUrl.ts';
import { ApiError } from '#api/error.ts';
import { runApiKeyCommand } from '#config/apiKeyCommand.ts';
import { readPaths } from '#config/paths.ts';
import { profileFilePath, readProfileFile } from '#config/profileFile.ts';
import type { StoredProfile } from '#config/profileSchema.ts';
import { isTimeZone } from '#config/timeZone.ts';
import { testConnection } from '#connection/testConnection.ts';
import { warnOfOpenKey } from '#headless/withService.ts';
import { UsageError } from '#connection/errors.ts';
import type { GlobalOptions } from '#headless/options/globalOptions.ts';
import { readSecret } from '#headless/output/ask.ts';
import { progress, say } from '#headless/output/stderr.ts';
import type { ApiKeySource } from '#model/text/apiKey.ts';
import { counted } from '#model/text/number.ts';
import { safeText } from '#terminal/safeText.ts';
import { checkName, saveService } from '#connection/saveService.ts';

interface AddOptions extends GlobalOptions {
  readonly keyCommand?: string;
  readonly timeZone?: string;
  readonly replace?: boolean;
}

/** Tests a service and saves it as a profile. Where the test fails, rejects with what is wrong and saves nothing. */
export async function addService(name: string, url: string, options: AddOptions): Promise<void> {
  const { keyCommand, timeZone, replace } = options;
  const file = profileFilePath(readPaths(process.env).config);
  const base = normaliseBaseUrl(url);
  const problem = checkName(name) ?? checkZone(timeZone) ?? ('error' in base ? base.error : undefined);
  if (problem !== undefined || 'error' in base) throw new UsageError(problem ?? 'This is no address.');
  if (replace !== true && Object.hasOwn(readProfileFile(file).profiles, name))
    throw new UsageError(`There is a profile ${name} already: add --replace, or choose another name.`);
  warnOfOpenKey(base.url);
  const key = keyCommand === undefined ? await readSecret('API key') : undefined;
  const source = key ?? (() => runApiKeyCommand(keyCommand ?? ''));
  progress.show(`Asking ${base.url} ...`);
  const { websites } = await test(base.url, source, options.debug);
  const stored: StoredProfile = {
    url: base.url,
    ...(key === undefined ? { apiKeyCommand: keyCommand } : { apiKey: key.trim() }),
    ...(timeZone === undefined ? {} : { timeZone }),
    ...(options.readOnly === true ? { readOnly: true } : {}),
  };
  const { isFirst } = saveService(file, name, stored, { replace: replace === true, use: false });
  const count = websites === undefined ? '' : `, ${counted(websites, 'websites')}`;
  say(`Saved ${name}: ${base.url} answers and takes the key${count}.`);
  say(
    isFirst
      ? `It is used from now on.`
      : `Use it with  sitedeck --profile ${name}  or  sitedeck profile use ${name}`,
  );
}

async function test(url: string, source: ApiKeySource, debug: string | undefined) {
  try {
    return await testConnection({ url, apiKey: source }, { debug });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw new ApiError(error.kind, `${error.message} Nothing was saved.`, error.details);
  }
}

function checkZone(timeZone: string | undefined): string | undefined {
  if (timeZone === undefined || isTimeZone(timeZone)) return undefined;
  return `--time-zone ${safeText(timeZone, 60)} is no time zone: write one such as Europe/Berlin.`;
}
