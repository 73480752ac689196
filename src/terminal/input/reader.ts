import { StringDecoder } from 'node:string_decoder';
import type { ReadStream } from 'node:tty';
import type { BackgroundAnswer } from './background.ts';
import { type Held, type Token, Tokenizer } from './tokenizer.ts';

export type { Token } from './tokenizer.ts';

/** Milliseconds without input after which held-back input counts as complete. */
const heldTimeouts: Readonly<Record<Exclude<Held, 'nothing'>, number>> = {
  escape: 100,
  sequence: 500,
  string: 2000,
  paste: 1000,
};

/** UTF-16 units: a read of this size was pasted, not typed (terminals send 4 KB at a time). */
const pastedLength = 1000;
/** UTF-16 units: as much may come of keys in one read. They do not put off the end of a string that has none. */
const typedLength = 16;
/** Milliseconds for which such input is gathered, to be drawn as one frame. */
const gatheringTime = 25;

/**
 * The only reader of the terminal. Ink reads no keys: its parser gives up on an escape sequence after 20 ms, merges
 * letters that arrive together into one event, knows no F keys, and waits forever for the end of a paste.
 */
export class InputGuard {
  readonly #stdin: ReadStream;
  readonly #decoder = new StringDecoder('utf8');
  readonly #tokenizer: Tokenizer;
  readonly #background: BackgroundAnswer;
  readonly #listeners = new Set<(tokens: readonly Token[]) => void>();
  #timer: NodeJS.Timeout | undefined;
  /** When the string that is swallowed began, or the last long part of it came. */
  #stringTime = 0;
  #gathered: string[] = [];
  #gathering: NodeJS.Timeout | undefined;
  #lastRead: NodeJS.Immediate | undefined;

  /** Starts reading at once; onHangUp: the terminal is gone. Reports about its background go to `onReply`. */
  constructor(
    stdin: ReadStream,
    background: BackgroundAnswer,
    onHangUp: () => void,
    onReply: (sequence: string) => void,
  ) {
    this.#stdin = stdin;
    this.#tokenizer = new Tokenizer(undefined, onReply);
    this.#background = background;
    stdin.on('data', this.#read);
    for (const event of ['end', 'close', 'error']) stdin.on(event, onHangUp);
  }

  /** Calls back with all tokens that arrived together, so that they are one update. Returns a function that stops it. */
  onInput(listener: (tokens: readonly Token[]) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  pause(): void {
    this.#stdin.pause();
  }

  resume(): void {
    this.#stdin.resume();
  }

  readonly #read = (data: Buffer | string): void => {
    clearTimeout(this.#timer);
    clearImmediate(this.#lastRead);
    const text = typeof data === 'string' ? data : this.#decoder.write(data);
    if (text.length >= pastedLength) this.#gathering ??= setTimeout(this.#endGathering, gatheringTime);
    if (this.#gathering === undefined) this.#take(text);
    else this.#gathered.push(text);
  };

  readonly #endGathering = (): void => {
    const texts = this.#gathered;
    this.#gathered = [];
    this.#gathering = undefined;
    for (const text of texts) this.#take(text);
  };

  #take(text: string): void {
    clearTimeout(this.#timer);
    const before = this.#tokenizer.held;
    this.#deliver(this.#tokenizer.push(this.#background.take(text)));
    if (before !== 'string' || text.length > typedLength) this.#stringTime = performance.now();
    const own = this.#tokenizer.held;
    const held = own === 'nothing' && this.#background.holdsKey ? 'escape' : own;
    const passed = held === 'string' ? performance.now() - this.#stringTime : 0;
    if (held !== 'nothing') this.#timer = setTimeout(this.#onTimeout, heldTimeouts[held] - passed);
  }

  /** On a busy machine the timer may fire before input that has arrived is read: waits for that read first. */
  readonly #onTimeout = (): void => {
    this.#lastRead = setImmediate(() => {
      const tokens = this.#tokenizer.push(this.#background.passOn());
      this.#deliver([...tokens, ...this.#tokenizer.flush()]);
    });
  };

  #deliver(tokens: readonly Token[]): void {
    if (tokens.length === 0) return;
    // Not for a listener that a key brings: that of the profile it has switched to.
    for (const listener of Array.from(this.#listeners)) listener(tokens);
  }
}
