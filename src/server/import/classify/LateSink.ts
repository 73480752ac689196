import type { LineSink } from './LineSink.ts';

/** The sink of one source of unknown size. Holds its first bytes, until it is known whether they are few or many. */
export class LateSink implements LineSink {
  readonly #mostHeld: number;
  readonly #open: { readonly few: () => LineSink; readonly many: () => LineSink };
  #sink: LineSink | undefined;
  #start: Parameters<LineSink['begin']> = [undefined];
  #held: Buffer[] = [];
  #heldBytes = 0;

  constructor(mostHeld: number, open: { readonly few: () => LineSink; readonly many: () => LineSink }) {
    this.#mostHeld = mostHeld;
    this.#open = open;
  }

  begin(...start: Parameters<LineSink['begin']>): void {
    if (this.#sink) this.#sink.begin(...start);
    else this.#start = start;
  }

  async push(bytes: Buffer): Promise<void> {
    if (this.#sink) return await this.#sink.push(bytes);
    this.#held.push(bytes);
    this.#heldBytes += bytes.length;
    if (this.#heldBytes >= this.#mostHeld) await this.#passOn(this.#open.many());
  }

  async end(): Promise<void> {
    const sink = this.#sink ?? (await this.#passOn(this.#open.few()));
    await sink.end();
  }

  async close(): Promise<void> {
    this.#held = [];
    await this.#sink?.close();
  }

  async #passOn(sink: LineSink): Promise<LineSink> {
    this.#sink = sink;
    sink.begin(...this.#start);
    const held = this.#held;
    this.#held = [];
    for (const bytes of held) await sink.push(bytes);
    return sink;
  }
}
