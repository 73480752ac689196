import { RefusedError, UsageError } from '#model/failure.ts';
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

/** An entry of what a command printed with --json. */
export interface GivenEntry {
  /** As text; undefined where it is missing, null or empty. */
  field(key: string): string | undefined;
  /** Says which field is wrong. @param right what it has to be: "a day such as 2026-11-06" */
  wrong(key: string, right: string): UsageError;
}

interface GivenKind {
  readonly name: string;
  /** "notes", of `note list --json`. */
  readonly what: string;
  readonly printedBy: string;
  /** "Nothing was added." */
  readonly undone: string;
}

/** Reads all entries or none. Throws a UsageError for one that is wrong, and what `readOne` throws. */
export async function readGiven<T>(
  text: string,
  { name, what, printedBy, undone }: GivenKind,
  readOne: (entry: GivenEntry) => Promise<T>,
): Promise<T[]> {
  const value = parsedJson(text);
  const rows = Array.isArray(value) ? value : memberOf(value, 'rows');
  if (!Array.isArray(rows))
    throw new UsageError(`${name} has no list of ${what} as ${printedBy} --json prints it. ${undone}`);
  const made: T[] = [];
  for (const [index, row] of rows.entries()) {
    const at = `${name}: entry ${index + 1}`;
    const field = (key: string): string | undefined => {
      const member = memberOf(row, key) ?? '';
      const said = typeof member === 'string' ? member : JSON.stringify(member);
      return said === '' ? undefined : said;
    };
    const wrong = (key: string, right: string) => {
      const said = field(key);
      const is = said === undefined ? 'missing' : `"${safeText(said, 60)}"`;
      return new UsageError(`${at}: ${key} is ${is}; right is ${right}. ${undone}`);
    };
    try {
      made.push(await readOne({ field, wrong }));
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error;
      throw new RefusedError(`${at}: ${error.message} ${undone}`);
    }
  }
  return made;
}

function memberOf(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
}

export function givenName(file: string): string {
  return file === '-' ? 'stdin' : safeText(file, 200);
}

const noFile = (name: string, what: string) =>
  `${name} is no file: name one, or pipe the ${what} in with - as the file`;
const whyUnread: Readonly<Record<string, (name: string, what: string) => string>> = {
  ENOENT: name => `There is no file ${name}`,
  EACCES: name => `${name} may not be read by this account`,
  EISDIR: name => `${name} is a folder: name a file in it`,
  ELOOP: name => `${name} leads through links that never end: name the file itself`,
  ENAMETOOLONG: name => `No file can have a name as long as ${name}`,
  ENOTDIR: name => `There is no file ${name}: what is named as a folder is a file`,
  // A socket, which cannot even be opened.
  ENXIO: noFile,
  [notAFile]: noFile,
  [tooLarge]: (name, what) => `${name} is too large for ${what}`,
};
