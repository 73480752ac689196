import { createInterface } from 'node:readline/promises';
import { exitCodes, InterruptedError, UsageError } from '#model/failure.ts';
import { boundedText, errorCode, tooLarge } from '#system/files.ts';
import { safeText } from '#text/safeText.ts';
import { progress } from './streams.ts';
import { capitalised } from '#text/words.ts';

/** Asks a question on the terminal; undefined where stdin is no terminal. Rejects with an InterruptedError on ^C and ^D. */
export async function ask(question: string): Promise<string | undefined> {
  if (!process.stdin.isTTY) return undefined;
  progress.clear();
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  const asked = new AbortController();
  const leave = () => asked.abort();
  lines.once('SIGINT', leave).once('close', leave);
  try {
    return await lines.question(`${safeText(question)} `, { signal: asked.signal });
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
  const secret = process.stdin.isTTY ? await typedSecret(what) : firstLine(await pipedText(what));
  if (secret === '') throw new UsageError(`No ${what} was given: type it when asked, or send it to stdin.`);
  return secret;
}

/** Longer than any secret: a whole file may be sent by mistake, or what never ends. */
const mostBytes = 1_000_000;

async function pipedText(what: string): Promise<string> {
  try {
    return await boundedText(process.stdin, mostBytes);
  } catch (error) {
    if (errorCode(error) !== tooLarge) throw error;
    throw new UsageError(`What was sent to stdin is too long to be the ${what}.`);
  }
}

function firstLine(text: string): string {
  return text.split(/\r?\n/, 1)[0] ?? '';
}

const backspaces = new Set(['\x7f', '\b']);

function typedSecret(what: string): Promise<string> {
  const { stdin, stderr } = process;
  progress.clear();
  // Before the question: the terminal would echo what is typed at once.
  stdin.setRawMode(true);
  stderr.write(`${safeText(capitalised(what))} (not shown): `);
  stdin.setEncoding('utf8');
  stdin.resume();
  return new Promise(resolve => {
    let typed = '';
    const finish = () => {
      stdin.off('data', take);
      stdin.setRawMode(false);
      stdin.pause();
      stderr.write('\n');
    };
    const take = (part: string) => {
      // A program before us may have left bracketed paste on.
      for (const character of part.replaceAll(/\x1b\[20[01]~/g, '')) {
        if (character === '\x03') {
          finish();
          process.exit(exitCodes.interrupted);
        }
        if (character === '\r' || character === '\n' || character === '\x04') {
          finish();
          return resolve(typed);
        }
        if (backspaces.has(character)) typed = Array.from(typed).slice(0, -1).join('');
        else if (character === '\x15') typed = '';
        else if (character >= ' ') typed += character;
      }
    };
    stdin.on('data', take);
  });
}
