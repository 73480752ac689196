import { exitCodes } from '#connection/errors.ts';
import { errorCode } from '#system/errorCode.ts';
import { complain } from './stderr.ts';

/** What has been changed by now, in a sentence. */
let changes: string | undefined;

/** Remembers what a command has changed: told where its output cannot be written, and nothing else would tell. */
export function rememberChanges(words: string): void {
  changes = words;
}

/**
 * A reader that has seen enough (head, less) is no error: reading ends with it, and what changes something is finished
 * without a word more. Output that cannot be written, as on a full disk, is told in one line. Where stderr takes nothing,
 * nothing can be told.
 */
export function watchOutput(): void {
  process.stdout.on('error', endWithOutput);
  process.stderr.on('error', () => undefined);
}

function endWithOutput(error: Error): void {
  if (['EPIPE', 'EIO'].includes(errorCode(error) ?? '')) {
    if (changes === undefined) process.exit(exitCodes.done);
    return;
  }
  const words = error.message.replace(/, write$/, '');
  complain(`The output could not be written (${words}).${changes === undefined ? '' : ` ${changes}`}`);
  process.exit(exitCodes.refused);
}

const piece = 65_536;

/** Writes lines, never many of them at once. */
export async function printLines(lines: Iterable<string>): Promise<void> {
  let text = '';
  for (const line of lines) {
    text += line;
    if (text.length < piece) continue;
    await print(text);
    text = '';
  }
  await print(text);
}

/** Writes data, as fast as the reader takes it. */
export async function print(text: string): Promise<void> {
  if (text === '') return;
  await new Promise<void>(resolve =>
    process.stdout.write(text, error => {
      if (error) endWithOutput(error);
      resolve();
    }),
  );
}
