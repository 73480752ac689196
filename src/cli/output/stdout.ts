import { exitCodes } from '#model/failure.ts';
import { errorCode } from '#system/files.ts';
import { complain, outputState } from './stderr.ts';

/**
 * Handles errors of stdout and stderr. A closed pipe (head, less) is no error: a command that only reads ends, one that
 * changes something finishes silently. Any other error, such as a full disk, ends the program with a line on stderr. Errors
 * of stderr are ignored.
 */
export function watchOutput(): void {
  process.stdout.on('error', endWithOutput);
  process.stderr.on('error', () => undefined);
}

function endWithOutput(error: Error): void {
  const { changes } = outputState;
  if (['EPIPE', 'EIO'].includes(errorCode(error) ?? '')) {
    if (changes === undefined) process.exit(exitCodes.done);
    return;
  }
  const words = error.message.replace(/, write$/, '');
  complain(`The output could not be written (${words}).${changes === undefined ? '' : ` ${changes}`}`);
  process.exit(exitCodes.refused);
}

const piece = 65_536;

/** Prints lines in pieces, so that they are never all in memory. */
export async function printLines(lines: Iterable<string> | AsyncIterable<string>): Promise<void> {
  let text = '';
  for await (const line of lines) {
    text += line;
    if (text.length < piece) continue;
    await print(text);
    text = '';
  }
  await print(text);
}

/** Runs work whose data go to nobody but the caller. One at a time. Rejects as the work does. */
export async function captureData(work: () => Promise<void>): Promise<string> {
  const pieces: string[] = [];
  outputState.captured = pieces;
  try {
    await work();
  } finally {
    outputState.captured = undefined;
  }
  return pieces.join('');
}

/** Prints data; resolves when the reader has taken it. */
export async function print(text: string | Uint8Array): Promise<void> {
  if (text.length === 0 || outputState.isQuiet) return;
  if (outputState.captured !== undefined) return void outputState.captured.push(Buffer.from(text).toString());
  await new Promise<void>(resolve =>
    process.stdout.write(text, error => {
      if (error) endWithOutput(error);
      resolve();
    }),
  );
}
