import { StringDecoder } from 'node:string_decoder';
import type { ReadStream } from 'node:tty';
import type { Rgb } from '#terminal/theme/roles.ts';
import { type Held, type Token, Tokenizer } from './tokenizer.ts';

const head = '\x1b]11;';
/** After the head: a colour as X11 writes it, begun. Whatever else comes makes it another string. */
const begun = /^(?:r|rg|rgba?|rgba?:[\da-f/]{0,19}|#[\da-f]{0,12})$/i;
const ends = ['\x07', '\x1b\\', '\x9c'];

/** In however many pieces, however late. Everything else passes, and all before the question and after its answer. */
export class BackgroundAnswer {
  readonly #onAnswer: (colour: Rgb) => void;
  #open = false;
  /** What may be its beginning, from the ESC on. */
  #begun = '';
  /** How much of that has been passed on all the same: an Escape that stood alone for too long. */
  #passed = 0;

  constructor(onAnswer: (colour: Rgb) => void) {
    this.#onAnswer = onAnswer;
  }

  expect(): void {
    this.#open = true;
  }

  get isOpen(): boolean {
    return this.#open;
  }

  /** Whether a key may be held back: `passOn` is then due before long. */
  get holdsKey(): boolean {
    return this.#begun.length > this.#passed && (this.#begun === '\x1b' || this.#passed > 0) && !this.#isSure;
  }

  /** What of the text is no part of the answer. */
  take(text: string): string {
    let rest = '';
    for (let at = 0; at < text.length; at++) {
      if (this.#begun === '') {
        const next = this.#open ? text.indexOf('\x1b', at) : -1;
        if (next < 0) return rest + text.slice(at);
        rest += text.slice(at, next);
        at = next;
      }
      rest += this.#add(text.charAt(at));
    }
    return rest;
  }

  /** Time is up: the key that was held back. What follows it may still turn out to be the rest of the answer. */
  passOn(): string {
    if (!this.holdsKey) return '';
    const key = this.#begun.slice(this.#passed);
    this.#passed = this.#begun.length;
    return key;
  }

  get #isSure(): boolean {
    return this.#begun.startsWith(head);
  }

  #add(character: string): string {
    const longer = this.#begun + character;
    if (head.startsWith(longer)) {
      this.#begun = longer;
      return '';
    }
    if (longer.startsWith(head)) return this.#addToColour(longer.slice(head.length));
    const passed = this.#begun.slice(this.#passed);
    this.#forget();
    if (character === '\x1b') {
      this.#begun = character;
      return passed;
    }
    return passed + character;
  }

  /** From the head on it is the answer. One that no colour can be read of is passed on whole: a string, which is swallowed there. */
  #addToColour(colour: string): string {
    const end = ends.find(mark => colour.endsWith(mark));
    if (end !== undefined) {
      const answer = parseColour(colour.slice(0, -end.length));
      this.#forget();
      this.#open = false;
      if (answer !== undefined) this.#onAnswer(answer);
      return '';
    }
    if (begun.test(colour.endsWith('\x1b') ? colour.slice(0, -1) : colour)) {
      this.#begun = head + colour;
      return '';
    }
    this.#forget();
    return head + colour;
  }

  #forget(): void {
    this.#begun = '';
    this.#passed = 0;
  }
}

/** "rgb:1e1e/1e1e/1e1e" with one to four digits each, "rgba:" with a fourth number, "#" with six; undefined for anything else. */
export function parseColour(text: string): Rgb | undefined {
  const [, digits = ''] = /^#((?:[\da-f]{3}){1,4})$/i.exec(text) ?? [];
  const width = digits.length / 3;
  const parts =
    width > 0
      ? [0, 1, 2].map(index => digits.slice(index * width, (index + 1) * width))
      : /^rgba?:([\da-f]{1,4})\/([\da-f]{1,4})\/([\da-f]{1,4})(?:\/[\da-f]{1,4})?$/i.exec(text)?.slice(1);
  if (parts === undefined) return undefined;
  const [red = 0, green = 0, blue = 0] = parts.map(part =>
    Math.round((Number.parseInt(part, 16) / (16 ** part.length - 1)) * 255),
  );
  return [red, green, blue];
}

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
