import { UsageError } from '#model/failure.ts';
import { boundedText, errorCode, notAFile, streamFile, tooLarge } from '#system/files.ts';
import { parsedJson } from '#text/parsedJson.ts';
import { safeText } from '#text/safeText.ts';

const largestFile = 5_000_000;

/**
 * The text of a file that a command was given, or of stdin for "-". Throws a UsageError where it cannot be read.
 * @param what is in it: "settings"
 */
export async function givenText(file: string, what: string): Promise<string> {
  try {
    return await boundedText(file === '-' ? process.stdin : streamFile(file), largestFile);
  } catch (error) {
    const name = givenName(file);
    const code = errorCode(error) ?? '';
    throw new UsageError(`${whyUnread[code]?.(name, what) ?? `${name} cannot be read (${code})`}.`);
  }
}

/** The entries of what a command printed with --json; what is no list counts as one that has a wrong entry. */
export function givenEntries(text: string): readonly unknown[] {
  const value = parsedJson(text);
  const rows = Array.isArray(value) ? value : memberOf(value, 'rows');
  return Array.isArray(rows) ? rows : [undefined];
}

export function memberOf(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
}

/** What a file that was given is called. */
export function givenName(file: string): string {
  return file === '-' ? 'stdin' : safeText(file, 200);
}

const noFile = (name: string, what: string) =>
  `${name} is no file: name one, or pipe the ${what} in with - as the file`;
const whyUnread: Readonly<Record<string, (name: string, what: string) => string>> = {
  ENOENT: name => `There is no file ${name}`,
  EACCES: name => `${name} may not be read by this account`,
  EISDIR: name => `${name} is a folder: name a file in it`,
  // A socket, which cannot even be opened.
  ENXIO: noFile,
  [notAFile]: noFile,
  [tooLarge]: (name, what) => `${name} is too large for ${what}`,
};
