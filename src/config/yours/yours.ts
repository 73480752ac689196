import { statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { ConfigError } from '#model/failure.ts';
import type { ChangedList, Yours } from '#model/own/yours.ts';
import { errorCode, writeFileAtomic } from '#system/files.ts';
import { safeText, type SafeText } from '#text/safeText.ts';
import { shellQuote } from '#text/words.ts';
import { checkTrusted, readOwnFile, writing } from '#config/jsonFile.ts';
import type { Wrong } from './yoursText.ts';

export function yoursPath(configFolder: string): string {
  return join(configFolder, 'config.yaml');
}

export interface ReadYours {
  /** Undefined where there is no file, or none that can be used. */
  readonly yours: Yours | undefined;
  readonly wrong: readonly Wrong[];
  /** Why the file as a whole cannot be used, in a sentence. */
  readonly unusable?: string | undefined;
}

const none: ReadYours = { yours: undefined, wrong: [] };

/** Bytes: fifty for each value that it may have. The parser of YAML takes seconds for a megabyte. */
const maxBytes = 150_000;

/** The text of the file; undefined for none. Throws a ConfigError. */
export function readYoursFile(path: string): string | undefined {
  return readOwnFile(path, checkTrusted, maxBytes);
}

/** Throws a ConfigError, also for a file that somebody has made read-only: another one could take its place. */
export function writeYoursFile(path: string, text: string): void {
  writing(path, () => {
    const found = statSync(path, { throwIfNoEntry: false });
    if (found !== undefined && (found.mode & 0o222) === 0)
      throw new ConfigError(`${safeText(path)} is read-only: run  chmod u+w ${safeText(shellQuote(path))}`);
    writeFileAtomic(path, text);
  });
}

/** Writes another list of panels, by what the file says now; nothing for undefined. Throws a ConfigError. */
export async function changePanelsFile(
  path: string,
  change: (yours: Yours) => ChangedList | undefined,
): Promise<void> {
  // Between reading and writing nothing is waited for.
  const [{ parseYours }, { withPanels }] = await Promise.all([
    import('./yoursText.ts'),
    import('./yoursEdit.ts'),
  ]);
  const text = readYoursFile(path) ?? '';
  const changed = change(parseYours(text).yours);
  if (changed !== undefined) writeYoursFile(path, withPanels(text, changed));
}

/** Never fails. Without a file nothing that reads YAML is loaded. */
export async function readYours(path: string): Promise<ReadYours> {
  try {
    const text = readYoursFile(path);
    if (text === undefined) return none;
    const { parseYours } = await import('./yoursText.ts');
    return parseYours(text);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return { ...none, unusable: error.message };
  }
}

/** What is wrong, a line for each: "~/config.yaml:3:10: ...". */
export function wrongLines(path: string, { wrong, unusable }: ReadYours): SafeText[] {
  if (unusable !== undefined) return [safeText(unusable, 400)];
  return wrong.map(({ line, column, text }) => safeText(`${path}:${line}:${column}: ${text}`, 600));
}

/** The same in one line; undefined where nothing is wrong. */
export function wrongLine(path: string, read: ReadYours): SafeText | undefined {
  const [first, ...others] = wrongLines(basename(path), read);
  if (first === undefined || others.length === 0) return first;
  return safeText(`${first}; ${others.length} more: sitedeck config check`, 600);
}

/** Milliseconds: two looks are within a second, and by the second one an editor that writes in several steps is done. */
const lookEvery = 400;

/** Calls back when the file has changed since it had this stamp, until the returned function is called. */
export function watchYours(path: string, onChange: () => void, stamp = yoursStamp(path)): () => void {
  let [known, last] = [stamp, stamp];
  const timer = setInterval(() => {
    const [before, now] = [last, yoursStamp(path)];
    last = now;
    if (now !== before || now === known) return;
    known = now;
    onChange();
  }, lookEvery);
  timer.unref();
  return () => clearInterval(timer);
}

/** Tells the file from what it is after a change. */
export function yoursStamp(path: string): string {
  try {
    const found = statSync(path, { throwIfNoEntry: false });
    return found === undefined ? '' : `${found.ino} ${found.size} ${found.mtimeMs} ${found.mode}`;
  } catch (error) {
    return errorCode(error) ?? '';
  }
}
