import type { MessagePort } from 'node:worker_threads';
import { ContentError } from '#server/import/ImportError.ts';
import type { Recount } from '#server/import/recount.ts';
import type { FromWorker, ToWorker } from './protocol.ts';

/** What the worker asks the main thread for: the bytes of streams, and the user's answer. */
export class MainThread {
  readonly #port: MessagePort;

  constructor(port: MessagePort) {
    this.#port = port;
  }

  /** The bytes of one source, one piece for each request. */
  async *bytes(source: number): AsyncGenerator<Buffer, void, void> {
    for (;;) {
      const answer = await this.#pull(source);
      if (answer.kind === 'bytes')
        yield Buffer.from(answer.bytes.buffer, answer.bytes.byteOffset, answer.bytes.length);
      else if (answer.error === undefined) return;
      else throw new ContentError(`could not be read: ${answer.error}.`);
    }
  }

  /** Asks the user whether to go on. */
  async confirm(recount: Recount): Promise<boolean> {
    const { isConfirmed } = await this.#ask({ kind: 'confirm', recount }, isAnswer);
    return isConfirmed;
  }

  #pull(source: number): Promise<Bytes> {
    return this.#ask(
      { kind: 'pull', source },
      (message): message is Bytes => !isAnswer(message) && message.source === source,
    );
  }

  #ask<T extends ToWorker>(question: FromWorker, isWanted: (message: ToWorker) => message is T): Promise<T> {
    return new Promise(resolve => {
      const listen = (message: ToWorker): void => {
        if (!isWanted(message)) return;
        this.#port.off('message', listen);
        resolve(message);
      };
      this.#port.on('message', listen);
      this.#port.postMessage(question, []);
    });
  }
}

type Answer = Extract<ToWorker, { kind: 'confirmed' }>;
type Bytes = Exclude<ToWorker, Answer>;

function isAnswer(message: ToWorker): message is Answer {
  return message.kind === 'confirmed';
}
