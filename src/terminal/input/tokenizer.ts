import { graphemeSegmenter } from '#text/characters.ts';

// BEL, ST in its two forms, and CAN and SUB, which break off whatever there is.
const stringEnd = /[\x07\x18\x1a\x9c]|\x1b\\/;
const intermediate = /[ -/]$/;

/** Drops a string, or an escape sequence that is too long to be a key, piece by piece up to its end, without storing it. */
class SequenceSkipper {
  /** OSC, DCS, APC, PM or SOS. */
  readonly isString: boolean;
  /** A last ESC, which may be the first half of the string's terminator. */
  #tail: string;
  /** Of a control sequence: an intermediate byte came, so no parameters follow. */
  #isPastParameters: boolean;

  /** @param begun the sequence so far, from its ESC on */
  constructor(begun: string) {
    this.isString = !/^\x1b{1,2}\[/.test(begun);
    this.#tail = begun.endsWith('\x1b') ? '\x1b' : '';
    this.#isPastParameters = intermediate.test(begun);
  }

  /** The index in the piece at which the sequence ends; undefined while it goes on. */
  add(piece: string): number | undefined {
    return this.isString ? this.#addToString(piece) : this.#addToControl(piece);
  }

  #addToString(piece: string): number | undefined {
    const end = stringEnd.exec(this.#tail + piece);
    if (end !== null) return end.index + end[0].length - this.#tail.length;
    this.#tail = piece.endsWith('\x1b') ? '\x1b' : '';
    return undefined;
  }

  /** Ends at the first byte that is no part of a control sequence. That one belongs to it only as a final byte. */
  #addToControl(piece: string): number | undefined {
    const inside = this.#isPastParameters ? /^[ -/]*/ : /^[0-?]*[ -/]*/;
    const length = inside.exec(piece)?.[0].length ?? 0;
    if (length < piece.length) return /[@-~]/.test(piece.charAt(length)) ? length + 1 : length;
    this.#isPastParameters ||= intermediate.test(piece);
    return undefined;
  }
}

/** What begins at an ESC: a key or an ignored sequence of so many UTF-16 units, or an incomplete one. */
type Escape =
  | { readonly kind: 'key'; readonly length: number }
  | { readonly kind: 'reply'; readonly length: number }
  /** Swallowed up to its end, wherever that is. `length` is that of its beginning. */
  | { readonly kind: 'string'; readonly length: number }
  | { readonly kind: 'unfinished'; readonly held: 'escape' | 'sequence' };

const keyEscape = (length: number): Escape => ({ kind: 'key', length });
const reply = (length: number): Escape => ({ kind: 'reply', length });
const unfinished = (held: 'escape' | 'sequence'): Escape => ({ kind: 'unfinished', held });

// Answers to queries of an earlier program: OSC, DCS, APC, PM, SOS. Alt-] and Alt-P start alike, but nothing comes with them.
const stringStart = /^\x1b[\]P_^X][ -~]/;
// What these answers begin with, where their ESC was taken for a key since they came so late: keys seldom arrive like that.
const lateStart = /^\x1b(?:\][0-9lL]|P[0-9!>+$|=]|_G)/;
const possibleStringStart = /^\x1b[\]P_^X]$/;
const controlSequence = /^\x1b\[[0-?]*[ -/]*[@-~]/;
const controlSequenceStart = /^\x1b\[[0-?]*[ -/]*$/;
// SS3, DCS, SOS, CSI, OSC, PM and APC in one character.
const startC1 = /^[\x8f\x90\x98\x9b\x9d-\x9f]/;
// The Linux console's F1 to F5, and rxvt's shifted keys, which end in what is no final byte elsewhere.
const unknownKey = /^\x1b\[(?:\[[A-E]|[2-8]\$)/;
const mouseX10 = /^\x1b\[M/;
const shiftKey = /^\x1bO[0-9;]{0,9}[@-~]/;
const shiftKeyStart = /^\x1bO[0-9;]{0,9}$/;
// Replies about the terminal, focus, mouse; a cursor position is one, F3 with a modifier (ESC[1;2R) is not.
const noKey = /^\x1b\[(?:[<=>?].*|[IO]|[0-9;]*[Mnty]|(?!1;[2-8]R)\d+;\d+R|[0-9;]*\$y|20[01]~)$/;

// A report of new colours, or its beginning.
const report = /^\x1b\[\?(?:9(?:9(?:7(?:;(?:[12](?:n.*)?)?)?)?)?)?$/s;

/** Whether a text goes on with such a report, the start of which was passed on as a key or dropped. Esc, [ and ? may be typed. */
function reportsLate(start: string, text: string): boolean {
  return start !== '' && text !== '' && start.length + text.length > 3 && report.test(start + text);
}

/** Whether a text goes on with a string whose start was passed on as a key. */
function endsLate(start: string, text: string): boolean {
  return start !== '' && lateStart.test(start + text);
}

/** The text with a C1 control at its start as the two characters that it stands for. */
function withoutC1(text: string): string {
  return startC1.test(text) ? `\x1b${String.fromCharCode(text.charCodeAt(0) - 0x40)}${text.slice(1)}` : text;
}

/** What the ESC at the start of the text begins. Pastes are handled elsewhere. */
function readEscape(text: string): Escape {
  const next = text[1];
  if (next === undefined) return unfinished('escape');
  if (next === '\x1b') return readDoubleEscape(text);
  if (next === '[') return readControlSequence(text);
  if (next === 'O') {
    const whole = shiftKey.exec(text);
    if (whole) return keyEscape(whole[0].length);
    if (!shiftKeyStart.test(text)) return keyEscape(2);
    return unfinished(text.length === 2 ? 'escape' : 'sequence');
  }
  if (stringStart.test(text)) return { kind: 'string', length: 2 };
  if (possibleStringStart.test(text)) return unfinished('escape');
  if (next < ' ' && !'\b\t\r\n'.includes(next)) return keyEscape(1);
  return keyEscape(1 + String.fromCodePoint(text.codePointAt(1) ?? 0).length);
}

function readControlSequence(text: string): Escape {
  if (mouseX10.test(text)) return text.length < 6 ? unfinished('sequence') : reply(6);
  const odd = unknownKey.exec(text);
  if (odd) return keyEscape(odd[0].length);
  if (/^\x1b\[(?:\[|[2-8]\$)$/.test(text)) return unfinished('sequence');
  const whole = controlSequence.exec(text);
  if (whole) return noKey.test(whole[0]) ? reply(whole[0].length) : keyEscape(whole[0].length);
  if (controlSequenceStart.test(text)) return unfinished('sequence');
  // Interrupted by a control or non-ASCII character: the sequence is dropped, and parsing continues after it.
  return reply(/^\x1b\[[0-?]*[ -/]*[\x18\x1a]?/.exec(text)?.[0].length ?? 2);
}

/** ESC ESC [ A is Alt-Up in some terminals; any other second ESC begins something of its own. */
function readDoubleEscape(text: string): Escape {
  if (text.length === 2) return unfinished('escape');
  if (text[2] !== '[' && text[2] !== 'O') return keyEscape(1);
  const rest = readEscape(text.slice(1));
  return rest.kind === 'unfinished' ? rest : { kind: rest.kind, length: rest.length + 1 };
}

const pasteStart = '\x1b[200~';
const pasteEnd = '\x1b[201~';
const overlap = pasteEnd.length - 1;

/** Collects a paste that arrives in pieces, up to a number of UTF-16 units; the rest of it is swallowed. */
class PasteCollector {
  readonly #limit: number;
  readonly #parts: string[] = [];
  #size = 0;
  /** The last characters, in which the end mark may have begun. */
  #tail = '';

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Where in the piece the paste has ended, after its end mark; undefined while it goes on. */
  add(piece: string): number | undefined {
    const window = this.#tail + piece;
    const end = window.indexOf(pasteEnd);
    if (end < 0) {
      const settled = Math.max(0, window.length - overlap);
      this.#keep(window.slice(0, settled));
      this.#tail = window.slice(settled);
      return undefined;
    }
    const after = end + pasteEnd.length - this.#tail.length;
    this.#keep(window.slice(0, end));
    this.#tail = '';
    return after;
  }

  /** What was pasted so far, every line break a \n. */
  text(): string {
    this.#keep(this.#tail);
    this.#tail = '';
    return this.#parts.join('').replaceAll(pasteStart, '').replace(/\r\n?/g, '\n').toWellFormed();
  }

  #keep(part: string): void {
    if (this.#size < this.#limit) this.#parts.push(part.slice(0, this.#limit - this.#size));
    this.#size += part.length;
  }
}

/** One key as the terminal sent it (a character, or a whole escape sequence), or one paste, its lines ended by \n. */
export type Token =
  { readonly type: 'key'; readonly sequence: string } | { readonly type: 'paste'; readonly text: string };

/** What is held back until more input comes: `escape` may be a key, `sequence` and `string` are dropped, `paste` waits for its end. */
export type Held = 'nothing' | 'escape' | 'sequence' | 'string' | 'paste';

const maxPaste = 1024 * 1024;
/** No key and no answer that matters is longer (UTF-16 units): the rest of such a sequence is dropped as it comes. */
const maxSequence = 256;

/** What may begin a sequence: ESC, or a C1 control. */
const starts = /[\x1b\x80-\x9f]/;

/** Splits what a terminal sends into keys and pastes. Replies of the terminal, focus and mouse are swallowed. */
export class Tokenizer {
  readonly #maxPaste: number;
  #rest = '';
  #restIs: 'escape' | 'sequence' = 'escape';
  #paste: PasteCollector | undefined;
  #skipper: SequenceSkipper | undefined;
  /** What was passed on as a key since time was up, and may have been the start of a string. */
  #late = '';

  readonly #onReply: (sequence: string) => void;

  /** A longer paste (UTF-16 units) is cut. What the terminal reports is no token, and `onReply` hears of it. */
  constructor(pasteLimit = maxPaste, onReply: (sequence: string) => void = () => undefined) {
    this.#maxPaste = pasteLimit;
    this.#onReply = onReply;
  }

  get held(): Held {
    if (this.#paste) return 'paste';
    if (this.#skipper) return this.#skipper.isString ? 'string' : 'sequence';
    return this.#rest === '' ? 'nothing' : this.#restIs;
  }

  push(text: string): Token[] {
    // ^C on its own during a paste: the end marker was lost, and the user wants the keyboard back.
    if (this.#paste && text === '\x03') return [...this.flush(), key(text)];
    const tokens: Token[] = [];
    const late = this.#late;
    const isReport = reportsLate(late, text);
    if (endsLate(late, text)) this.#skipper = new SequenceSkipper('\x1b]');
    if (text !== '') this.#late = late === '\x1b' && text === '[' ? late + text : '';
    let input = (isReport ? late : this.#rest) + text;
    this.#rest = '';
    while (input !== '') {
      // Not in a paste: its text could be made to hold the mark of its end.
      if (!this.#paste && !this.#skipper) input = withoutC1(input);
      input = input.slice(this.#readOne(input, tokens));
    }
    return tokens;
  }

  /** No more input came: what is held back becomes keys, the paste as far as it came, or nothing. */
  flush(): Token[] {
    if (this.#paste) return [this.#endPaste()];
    const tokens: Token[] = [];
    let rest = this.held === 'escape' ? this.#rest : '';
    for (; rest.startsWith('\x1b\x1b'); rest = rest.slice(1)) tokens.push(key('\x1b'));
    if (rest !== '') tokens.push(key(rest));
    this.#late = this.held === 'sequence' ? this.#rest : rest;
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
    // The first one is no start: a C1 control of another kind.
    const end = input.slice(1).search(starts) + 1;
    const text = end === 0 ? input : input.slice(0, end);
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
    if (escape.kind === 'string') this.#skipper = new SequenceSkipper(input.slice(0, escape.length));
    if (escape.kind === 'reply') this.#onReply(input.slice(0, escape.length));
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
