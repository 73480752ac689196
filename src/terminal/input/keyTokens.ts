import { graphemeSegmenter } from '#terminal/ink/segmenter.ts';
import { readEscape } from './escapeSequence.ts';
import { SequenceSkipper } from './SequenceSkipper.ts';
import { PasteCollector, pasteStart } from './pasteCollector.ts';

/** One key as the terminal sent it (a character, or a whole escape sequence), or one paste, its lines ended by \n. */
export type Token =
  { readonly type: 'key'; readonly sequence: string } | { readonly type: 'paste'; readonly text: string };

/** What is held back until more input comes: `escape` may be a key, `sequence` is dropped, `paste` waits for its end. */
export type Held = 'nothing' | 'escape' | 'sequence' | 'paste';

const maxPaste = 1024 * 1024;
/** No key and no answer that matters is longer (UTF-16 units): the rest of such a sequence is dropped as it comes. */
const maxSequence = 256;

/** Splits what a terminal sends into keys and pastes. Replies of the terminal, focus and mouse are swallowed. */
export class Tokenizer {
  readonly #maxPaste: number;
  #rest = '';
  #restIs: 'escape' | 'sequence' = 'escape';
  #paste: PasteCollector | undefined;
  #skipper: SequenceSkipper | undefined;

  /** A longer paste (UTF-16 units) is cut. */
  constructor(pasteLimit = maxPaste) {
    this.#maxPaste = pasteLimit;
  }

  get held(): Held {
    if (this.#paste) return 'paste';
    if (this.#skipper) return 'sequence';
    return this.#rest === '' ? 'nothing' : this.#restIs;
  }

  push(text: string): Token[] {
    // ^C on its own during a paste: the end marker was lost, and the user wants the keyboard back.
    if (this.#paste && text === '\x03') return [...this.flush(), key(text)];
    const tokens: Token[] = [];
    let input = this.#rest + text;
    this.#rest = '';
    while (input !== '') input = input.slice(this.#readOne(input, tokens));
    return tokens;
  }

  /** No more input came: what is held back becomes keys, the paste as far as it came, or nothing. */
  flush(): Token[] {
    if (this.#paste) return [this.#endPaste()];
    const tokens: Token[] = [];
    let rest = this.held === 'escape' ? this.#rest : '';
    for (; rest.startsWith('\x1b\x1b'); rest = rest.slice(1)) tokens.push(key('\x1b'));
    if (rest !== '') tokens.push(key(rest));
    this.#rest = '';
    this.#skipper = undefined;
    return tokens;
  }

  /** Reads one token, or a run of characters. Returns how many UTF-16 units it used. */
  #readOne(input: string, tokens: Token[]): number {
    if (this.#paste) {
      const end = this.#paste.add(input);
      if (end !== undefined) tokens.push(this.#endPaste());
      return end ?? input.length;
    }
    if (this.#skipper) {
      const end = this.#skipper.add(input);
      if (end !== undefined) this.#skipper = undefined;
      return end ?? input.length;
    }
    if (input.startsWith(pasteStart)) {
      this.#paste = new PasteCollector(this.#maxPaste);
      return pasteStart.length;
    }
    if (input.startsWith('\x1b')) return this.#readEscape(input, tokens);
    const end = input.indexOf('\x1b');
    const text = end < 0 ? input : input.slice(0, end);
    for (const character of characters(text)) tokens.push(key(character));
    return text.length;
  }

  #readEscape(input: string, tokens: Token[]): number {
    const escape = readEscape(input);
    if (escape.kind === 'unfinished') {
      if (input.length > maxSequence) {
        this.#skipper = new SequenceSkipper(input);
        return input.length;
      }
      this.#rest = input;
      this.#restIs = escape.held;
      return input.length;
    }
    if (escape.kind === 'key' && escape.length <= maxSequence)
      tokens.push(key(input.slice(0, escape.length)));
    return escape.length;
  }

  #endPaste(): Token {
    const text = this.#paste?.text() ?? '';
    this.#paste = undefined;
    return { type: 'paste', text };
  }
}

function key(sequence: string): Token {
  return { type: 'key', sequence };
}

/** Grapheme by grapheme, control characters each alone; bytes that were no UTF-8 and C1 controls are no keys. */
function* characters(text: string): Generator<string> {
  for (const { segment } of graphemeSegmenter.segment(text)) {
    if (segment === '\r\n') yield* segment;
    else if (!/^[\x80-\x9f\ufffd]/.test(segment)) yield segment;
  }
}
