import { adapters } from '#api/adapters.ts';
import { normaliseBaseUrl } from '#api/baseUrl.ts';
import { ApiError } from '#api/error.ts';
import { readPaths } from '#config/paths.ts';
import type { StoredProfile } from '#config/profileSchema.ts';
import { isTimeZone } from '#config/timeZone.ts';
import { storedProfiles } from '#connection/chosenProfile.ts';
import { UsageError } from '#connection/errors.ts';
import { findService } from '#connection/findService.ts';
import { checkName, saveService } from '#connection/saveService.ts';
import { testConnection } from '#connection/testConnection.ts';
import type { GlobalOptions } from '#headless/options/globalOptions.ts';
import { progress, say } from '#headless/output/stderr.ts';
import { warnOfOpenKey } from '#headless/withService.ts';
import { serviceKinds, type ServiceKind } from '#model/service/kinds.ts';
import { counted } from '#model/text/number.ts';
import { safeText } from '#terminal/safeText.ts';
import { readCredentials } from './readCredentials.ts';

interface AddOptions extends GlobalOptions {
  readonly kind?: ServiceKind;
  readonly user?: string;
  readonly keyCommand?: string;
  readonly timeZone?: string;
  readonly replace?: boolean;
}

/** Finds out which service answers, tests it and saves it as a profile. Where that fails, rejects and saves nothing. */
export async function addService(name: string, address: string, options: AddOptions): Promise<void> {
  const { kind, timeZone, replace, debug } = options;
  const paths = readPaths(process.env);
  const base = normaliseBaseUrl(address);
  const problem = checkName(name) ?? checkZone(timeZone) ?? ('error' in base ? base.error : undefined);
  if (problem !== undefined || 'error' in base) throw new UsageError(problem ?? 'This is no address.');
  if (replace !== true && Object.hasOwn(storedProfiles(paths).profiles, name))
    throw new UsageError(`There is a profile ${name} already: add --replace, or choose another name.`);
  warnOfOpenKey(base.url);
  progress.show(`Asking ${base.url} ...`);
  const found = await unsaved(() => findService(address, { kind, debug }));
  say(`Found ${adapters[found.service].name} at ${found.url}.`);
  const { source, stored, taken } = await unsaved(() => readCredentials(found, options));
  progress.show(`Asking ${found.url} ...`);
  const { websites } = await unsaved(() => testConnection({ ...found, apiKey: source }, { debug }));
  const profile: StoredProfile = {
    ...(found.service === serviceKinds[0] ? {} : { kind: found.service }),
    url: found.url,
    ...stored,
    ...(timeZone === undefined ? {} : { timeZone }),
    // Whoever has a share link can change nothing.
    ...(options.readOnly === true || found.shareKey !== undefined ? { readOnly: true } : {}),
  };
  const { isFirst, tagsLeft } = saveService(paths, name, profile, { replace: replace === true, use: false });
  const count = websites === undefined ? '' : `, ${counted(websites, 'websites')}`;
  say(`Saved ${name}: ${found.url} answers and takes ${taken}${count}.`);
  if (tagsLeft > 0)
    say(
      `The tags of ${counted(tagsLeft, 'websites')} stay with the address that ${name} had, and do not count at this one.`,
    );
  say(
    isFirst
      ? `It is used from now on.`
      : `Use it with  sitedeck --profile ${name}  or  sitedeck profile use ${name}`,
  );
}

async function unsaved<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw new ApiError(error.kind, `${error.message} Nothing was saved.`, error.details);
  }
}

function checkZone(timeZone: string | undefined): string | undefined {
  if (timeZone === undefined || isTimeZone(timeZone)) return undefined;
  return `--time-zone ${safeText(timeZone, 60)} is no time zone: write one such as Europe/Berlin.`;
}
