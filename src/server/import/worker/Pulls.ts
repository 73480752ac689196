import type { MessagePort } from 'node:worker_threads';
import { ContentError } from '#server/import/ImportError.ts';
import type { FromWorker, ToWorker } from './protocol.ts';

/** The worker's side of the streams that its starter reads. */
export class Pulls {
  readonly #port: MessagePort;

  constructor(port: MessagePort) {
    this.#port = port;
  }

  /** The bytes of one source, piece by piece as they are asked for. */
  async *bytes(source: number): AsyncGenerator<Buffer, void, void> {
    for (;;) {
      const answer = await this.#pull(source);
      if (answer.kind === 'bytes')
        yield Buffer.from(answer.bytes.buffer, answer.bytes.byteOffset, answer.bytes.length);
      else if (answer.error === undefined) return;
      else throw new ContentError(`could not be read: ${answer.error}.`);
    }
  }

  #pull(source: number): Promise<ToWorker> {
    return new Promise(resolve => {
      const listen = (message: ToWorker): void => {
        if (message.source !== source) return;
        this.#port.off('message', listen);
        resolve(message);
      };
      this.#port.on('message', listen);
      this.#port.postMessage({ kind: 'pull', source } satisfies FromWorker, []);
    });
  }
}
