import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { progress } from './output.ts';
import { exitCodes, InterruptedError, RefusedError, UsageError } from '#model/failure.ts';
import { boundedText, errorCode, notAFile, streamFile, tooLarge } from '#system/files.ts';
import { isRecord, parsedJson, safeText } from '#text/safeText.ts';
import { capitalised } from '#text/words.ts';

/**
 * Asks a question on the terminal; undefined where stdin is no terminal. Rejects with an InterruptedError on ^C and ^D.
 * @param isSecret the answer is not shown
 */
export async function ask(question: string, isSecret = false): Promise<string | undefined> {
  if (!process.stdin.isTTY) return undefined;
  progress.clear();
  const unseen = new Writable({ write: (_chunk, _encoding, done) => done() });
  const output = isSecret ? unseen : process.stderr;
  // Before the question: the terminal would echo what is typed at once.
  const lines = createInterface({ input: process.stdin, output, ...(isSecret && { terminal: true }) });
  if (isSecret) process.stderr.write(`${safeText(question)} `);
  const asked = new AbortController();
  const leave = () => asked.abort();
  lines.once('SIGINT', leave).once('close', leave);
  try {
    const answer = await lines.question(`${safeText(question)} `, { signal: asked.signal });
    if (isSecret) process.stderr.write('\n');
    return answer;
  } catch (error) {
    if (!asked.signal.aborted) throw error;
    process.stderr.write('\n');
    throw new InterruptedError('Nothing was changed.', exitCodes.interrupted);
  } finally {
    lines.close();
  }
}

/** The answer to a question before a change. Throws a UsageError where stdin is no terminal; `change`: "delete 2 websites". */
export async function askBefore(change: string, question: string): Promise<string> {
  const answer = await ask(question);
  if (answer === undefined) throw cannotAsk(change);
  return answer.trim();
}

export function cannotAsk(change: string): UsageError {
  return new UsageError(
    `Cannot ask whether to ${change} without a terminal: add --yes. Nothing was changed.`,
  );
}

export async function confirm(change: string, question: string): Promise<void> {
  const answer = await askBefore(change, `${question} Type yes to go on:`);
  if (answer.toLowerCase() !== 'yes') throw new UsageError('Nothing was changed.');
}

/** Typed without echo, or the first line of stdin; never an argument, which all users can read. Throws a UsageError for none. */
export async function readSecret(what: string): Promise<string> {
  const secret = (await ask(`${capitalised(what)} (not shown):`, true)) ?? (await pipedLine(what));
  if (secret === '') throw new UsageError(`No ${what} was given: type it when asked, or send it to stdin.`);
  return secret;
}

/** Longer than any secret: a whole file may be sent by mistake, or what never ends. */
const maxBytes = 1_000_000;

async function pipedLine(what: string): Promise<string> {
  try {
    const [line = ''] = (await boundedText(process.stdin, maxBytes)).split(/\r?\n/, 1);
    return line;
  } catch (error) {
    if (errorCode(error) !== tooLarge) throw error;
    throw new UsageError(`What was sent to stdin is too long to be the ${what}.`);
  }
}

const maxFileBytes = 5_000_000;

/**
 * The text of a file that a command was given, or of stdin for "-". Throws a UsageError where it cannot be read.
 * @param what is in it: "settings"
 */
export async function inputText(file: string, what: string): Promise<string> {
  try {
    return await boundedText(file === '-' ? process.stdin : streamFile(file), maxFileBytes);
  } catch (error) {
    const name = inputName(file);
    const code = errorCode(error) ?? '';
    throw new UsageError(`${whyUnread[code]?.(name, what) ?? `${name} cannot be read (${code})`}.`);
  }
}

/** An entry of what a command printed with --json. */
export interface InputEntry {
  /** As text; undefined where it is missing, null or empty. */
  field(key: string): string | undefined;
  /** Says which field is wrong. @param right what it has to be: "a day such as 2026-11-06" */
  wrong(key: string, right: string): UsageError;
}

interface ListKind {
  readonly name: string;
  /** "notes", of `note list --json`. */
  readonly what: string;
  readonly printedBy: string;
  /** "Nothing was added." */
  readonly undone: string;
}

/** Reads all entries or none. Throws a UsageError for one that is wrong, and what `readOne` throws. */
export async function readEntries<T>(
  text: string,
  { name, what, printedBy, undone }: ListKind,
  readOne: (entry: InputEntry) => Promise<T>,
): Promise<T[]> {
  const value = parsedJson(text);
  const rows = isRecord(value) ? value['rows'] : value;
  if (!Array.isArray(rows))
    throw new UsageError(`${name} has no list of ${what} as ${printedBy} --json prints it. ${undone}`);
  const made: T[] = [];
  for (const [index, row] of rows.entries()) {
    const entry: unknown = row;
    const at = `${name}: entry ${index + 1}`;
    const field = (key: string): string | undefined => {
      const member = (isRecord(entry) ? entry[key] : undefined) ?? '';
      const text = typeof member === 'string' ? member : JSON.stringify(member);
      return text === '' ? undefined : text;
    };
    const wrong = (key: string, right: string) => {
      const value = field(key);
      const is = value === undefined ? 'missing' : `"${safeText(value, 60)}"`;
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

export function inputName(file: string): string {
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
