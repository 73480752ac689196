import { ApiError } from './error.ts';
import { settled } from './settled.ts';

const megabyte = 1024 * 1024;
/** The largest answer that is read, in bytes after decompression. */
const largestBody = 5 * megabyte;

function tooLarge(): ApiError {
  return new ApiError(
    'shape',
    `The answer is larger than ${largestBody / megabyte} MB: ask for less, or check the address.`,
  );
}

/**
 * Reads a body as UTF-8 text, giving up as soon as it is too large, or with the signal's reason when that is aborted. A
 * body that is not read to its end is cancelled, so that its connection is let go.
 */
export async function readBody(response: Response, signal: AbortSignal): Promise<string> {
  if (response.body === null) return '';
  const reader: ReadableStreamDefaultReader<Uint8Array> = response.body.getReader();
  try {
    if (Number(response.headers.get('content-length')) > largestBody) throw tooLarge();
    const decoder = new TextDecoder();
    let text = '';
    let bytes = 0;
    for (;;) {
      const { done, value } = await settled(reader.read(), signal);
      if (done) return text + decoder.decode();
      bytes += value.byteLength;
      if (bytes > largestBody) throw tooLarge();
      text += decoder.decode(value, { stream: true });
    }
  } catch (fault) {
    // Not awaited: the connection of a body that failed has nothing more to say.
    reader.cancel().catch(() => undefined);
    throw fault;
  }
}
