import type { Rgb } from '#terminal/theme/roles.ts';

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

/** "rgb:1e1e/1e1e/1e1e" with one to four digits each, "rgba:" with a fourth number, "#1e1e1e"; undefined for anything else. */
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
