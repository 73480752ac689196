import type { Worker } from 'node:worker_threads';
import { startWorker } from '#server/import/worker/startWorker.ts';
import type { LineRows } from './LineRows.ts';
import type { LineSink } from './LineSink.ts';
import type { ClassifierTask } from './openClassifier.ts';
import type { FromThread, ThreadTask, ToThread } from './protocol.ts';

/** So many pieces of a log are under way, some ten kilobytes each. */
const mostPieces = 8;

/** Has lines told apart by a thread of its own, while this one counts those before. */
export class ThreadSink implements LineSink {
  readonly #worker: Worker;
  #underWay = 0;
  #failure: Error | undefined;
  /** Called when something has come, or will never come. */
  #wake: (() => void) | undefined;

  constructor(task: ClassifierTask, count: (rows: LineRows) => void) {
    this.#worker = startWorker({ sitedeck: 'classify', ...task } satisfies ThreadTask);
    this.#worker.on('message', (rows: FromThread) => {
      this.#underWay--;
      try {
        if (!this.#failure) count(rows);
      } catch (error) {
        this.#fail(error);
      }
      this.#wake?.();
    });
    this.#worker.on('error', error => this.#fail(error));
    this.#worker.once('exit', () => this.#fail(new Error('A thread of the import ended by itself.')));
  }

  begin(directive: string | undefined, namesHosts?: boolean): void {
    this.#send({ kind: 'begin', directive, namesHosts });
  }

  async push(bytes: Buffer): Promise<void> {
    await this.#until(mostPieces);
    // A copy, which is passed on whole.
    const copy = new Uint8Array(bytes);
    this.#underWay++;
    this.#send({ kind: 'bytes', bytes: copy }, [copy.buffer]);
  }

  async end(): Promise<void> {
    this.#underWay++;
    this.#send({ kind: 'end' });
    await this.#until(1);
  }

  async close(): Promise<void> {
    this.#failure ??= new Error('closed');
    await this.#worker.terminate();
  }

  /** Waits until fewer pieces than so many are under way. */
  async #until(fewer: number): Promise<void> {
    while (this.#underWay >= fewer && !this.#failure)
      await new Promise<void>(resolve => {
        this.#wake = resolve;
      });
    if (this.#failure) throw this.#failure;
  }

  #send(message: ToThread, moved: ArrayBuffer[] = []): void {
    this.#worker.postMessage(message, moved);
  }

  #fail(error: unknown): void {
    this.#failure ??= error instanceof Error ? error : new Error(String(error));
    this.#wake?.();
  }
}
