import { closeSync, constants, createReadStream, statSync, type Stats } from 'node:fs';
import { devNull } from 'node:os';
import { fileTooLarge, noFile, openUnblocked } from './files.ts';

/**
 * The bytes of an ordinary file or a pipe, as of `<(...)`. Neither opening nor reading blocks a thread: a thread that waits for
 * somebody to write into a pipe could not be ended. Rejects with the system's error, and for anything else as openFile throws.
 */
export async function* streamFile(path: string): AsyncGenerator<Buffer, void, void> {
  const { file, found } = openUnblocked(path, constants.O_RDONLY);
  if (found.isFile()) yield* createReadStream(path, { fd: file });
  else if (found.isFIFO()) yield* await pipeOf(file);
  else {
    closeSync(file);
    if (!canStream(found)) throw noFile(path, found);
  }
}

/** Whether streamFile reads what is there. The device that is always empty stands for an empty file. */
export function canStream(found: Stats): boolean {
  return found.isFile() || found.isFIFO() || isNullDevice(found);
}

/** Whether it is the device that is always empty, whatever is written to it. */
export function isNullDevice(found: Stats): boolean {
  return found.isCharacterDevice() && found.rdev === statSync(devNull).rdev;
}

/** The system waits for its first writer, and for bytes, beside everything else. */
async function pipeOf(file: number): Promise<AsyncIterable<Buffer>> {
  // Loaded here: few logs are pipes.
  const { Socket } = await import('node:net');
  return new Socket({ fd: file, readable: true, writable: false });
}

/** The whole text of a stream. Rejects with an error of the code tooLarge where it is longer, without reading on. */
export async function boundedText(bytes: AsyncIterable<Buffer>, mostBytes: number): Promise<string> {
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of bytes) {
    pieces.push(piece);
    length += piece.length;
    if (length > mostBytes) throw fileTooLarge();
  }
  return Buffer.concat(pieces).toString('utf8');
}
