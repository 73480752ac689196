import { once } from 'node:events';
import { errorCode } from '#system/errorCode.ts';

/** A reader that has seen enough (head, less) is no error: nothing is left to do. */
export function endWithReader(stream: NodeJS.WriteStream): void {
  stream.on('error', error => {
    if (['EPIPE', 'EIO'].includes(errorCode(error) ?? '')) process.exit(0);
    throw error;
  });
}

/** Writes data, as fast as the reader takes it. */
export async function print(text: string): Promise<void> {
  if (text !== '' && !process.stdout.write(text)) await once(process.stdout, 'drain');
}
