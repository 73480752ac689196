import { join } from 'node:path';
import * as z from 'zod/mini';
import { parsedJson } from '#model/text/parsedJson.ts';
import type { SavedChoices } from '#model/text/savedChoices.ts';
import { errorCode } from '#system/errorCode.ts';
import { readText } from '#system/openFile.ts';
import { writeFileAtomic } from '#system/writeFileAtomic.ts';
import { ConfigError } from './ConfigError.ts';
import { safeText } from '#terminal/safeText.ts';
import { decodeChoices } from './choicesSchema.ts';
import { withFileLock } from './fileLock.ts';
import { isKeyOf, serviceKey, type IsThere, type ServiceIdentity } from './serviceIdentity.ts';

/** The saved choices for one service: sort, search, period ... */
export interface ChoicesFile {
  readonly saved: SavedChoices;
  /** Writes them a moment later, or with flush. A file that cannot be read is never overwritten. */
  save(choices: SavedChoices): void;
  /** Writes unwritten choices at once. */
  flush(): void;
}

const version = 1;
const writeAfterMs = 300;

/** Opens choices.json in the folder. Of a profile that is not there any more nothing is written. */
export function openChoices(folder: string, of: ServiceIdentity, isThere: IsThere = () => true): ChoicesFile {
  const key = serviceKey(of);
  let unwritten: SavedChoices | undefined;
  let timer: NodeJS.Timeout | undefined;

  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    if (unwritten === undefined) return;
    const choices = unwritten;
    unwritten = undefined;
    changeChoices(folder, ({ services }) =>
      isThere() ? { services: { ...services, [key]: choices } } : undefined,
    );
  };
  const services = readChoices(folder)?.services ?? {};
  // Earlier versions kept them by the address, for all profiles that had it.
  const found = [key, of.address].find(each => Object.hasOwn(services, each));

  return {
    saved: decodeChoices(found === undefined ? undefined : services[found]),
    save(choices) {
      unwritten = choices;
      timer ??= setTimeout(flush, writeAfterMs).unref();
    },
    flush,
  };
}

/** The same, which keeps nothing: what is chosen lasts for the session. */
export function choicesOnly({ saved }: ChoicesFile): ChoicesFile {
  return { saved, save: () => undefined, flush: () => undefined };
}

/**
 * Removes the choices of a profile, whichever address it has or had, and those by an address alone where no other profile has it:
 * `others` says which do. Throws a ConfigError where they stay.
 */
export function forgetChoices(
  folder: string,
  profile: string,
  address: string,
  others: readonly string[],
): void {
  const isGone = (key: string) => isKeyOf(key, profile) || (key === address && !others.includes(address));
  const isThere = () => Object.keys(readChoices(folder)?.services ?? {}).some(isGone);
  if (!isThere()) return;
  changeChoices(folder, ({ services }) => ({
    services: Object.fromEntries(Object.entries(services).filter(([key]) => !isGone(key))),
  }));
  if (isThere())
    throw new ConfigError(
      `${safeText(choicesPath(folder))} cannot be written: check its permissions, and the room on its disk.`,
    );
}

type WholeFile = z.infer<ReturnType<typeof wholeFile>>;

/**
 * Reads the file again, since another Sitedeck may have written its choices, and replaces what has changed. Undefined changes
 * nothing.
 */
export function changeChoices(
  folder: string,
  change: (file: WholeFile) => Partial<WholeFile> | undefined,
): void {
  try {
    // Else what another Sitedeck forgets in the meantime would be written again.
    withFileLock(`${choicesPath(folder)}.lock`, () => {
      const file = readChoices(folder);
      const changed = file && change(file);
      if (changed === undefined) return;
      writeFileAtomic(choicesPath(folder), `${JSON.stringify({ ...file, version, ...changed }, null, 2)}\n`);
    });
  } catch (error) {
    // A full or read-only disk, or a file of profiles that cannot be read: the choices then last for the session.
    if (!(error instanceof ConfigError) && errorCode(error) === undefined) throw error;
  }
}

export const choicesPath = (folder: string) => join(folder, 'choices.json');

// Made when used: making schemas takes time.
const wholeFile = () =>
  z.looseObject({
    version: z.literal(version),
    services: z.record(z.string(), z.unknown()),
  });

/** A missing file is an empty one; undefined for one that must not be overwritten: unreadable, newer, or no JSON. */
export function readChoices(folder: string): WholeFile | undefined {
  let text: string;
  try {
    text = readText(choicesPath(folder));
  } catch (error) {
    return errorCode(error) === 'ENOENT' ? { version, services: {} } : undefined;
  }
  return wholeFile().safeParse(parsedJson(text)).data;
}
