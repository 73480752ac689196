import {
  isAscii,
  isMark,
  lettersInAscii,
  showsLetters,
  stableCharacter,
  wordsInAscii,
} from './characters.ts';
import { createTextCache } from './memo.ts';

/**
 * A user may have typed a name, a password or a token into it. Also of invalid addresses everything before the last @
 * and behind ? or # is left out, and what makes a share link open.
 */
export function shownAddress(url: string): string {
  const at = url.lastIndexOf('@');
  const [, scheme = ''] = /^(https?:\/\/)/i.exec(url) ?? [];
  const address = at === -1 ? url : `${scheme}***${url.slice(at)}`;
  return address.replace(/[?#].*$/s, '').replace(/(\/share\/)[^/].*$/is, '$1***');
}

/** A word with at most this many successive characters of the key is shown. */
const mostInCommon = 5;
/** A word of letters and digits from this length on is taken for a key. */
const keyLength = 16;

/**
 * A program's output for display: without words that contain a part of the key, in full or in pieces, and without words
 * that look like a key.
 * @param key all that the program printed as its key, even if incomplete
 */
export function withoutKey(output: string, key: string): string {
  const parts = new Set<string>();
  const folded = key.replaceAll(/\s+/g, ' ').toLowerCase();
  for (let at = 0; at + mostInCommon < folded.length; at += 1)
    parts.add(folded.slice(at, at + mostInCommon + 1));
  const whole = key.trim();
  const rest = whole === '' ? output : output.replaceAll(whole, '***');
  return rest.replaceAll(/[^\s'"`:,;()<>[\]{}]+/g, word => {
    const lower = word.toLowerCase();
    const isPart = Array.from({ length: Math.max(0, lower.length - mostInCommon) }, (_, at) =>
      lower.slice(at, at + mostInCommon + 1),
    ).some(part => parts.has(part));
    return isPart || looksLikeKey(word) ? '***' : word;
  });
}

function looksLikeKey(word: string): boolean {
  return word
    .split(/[/=]/)
    .some(piece => piece.length >= keyLength && /\d/.test(piece) && /[a-z]/i.test(piece));
}

/**
 * Invisible characters: those that a terminal or an editor acts on, and those that hide text. C0 and C1 controls, line
 * and paragraph separators, zero-width format characters, variation selectors, tags and lone surrogates. The two
 * variation selectors that choose the look of an emoji are kept behind one.
 */
const unseen =
  /[\x00-\x1f\x7f-\x9f\u2028\u2029\ufff9-\ufffb\p{Cs}]|(?!(?<=\p{Emoji})[\ufe0e\ufe0f])\p{Default_Ignorable_Code_Point}/gu;

/** Escapes every such character as \u001b: nothing in the text moves a cursor or changes the reading direction. */
export function escapeInvisible(text: string, keep = ''): string {
  return text.replace(unseen, character => (keep.includes(character) ? character : escaped(character)));
}

export function removeInvisible(text: string): string {
  return text.replace(unseen, '');
}

function escaped(character: string): string {
  return Array.from({ length: character.length }, (_, at) => {
    const code = character.charCodeAt(at).toString(16).padStart(4, '0');
    return `\\u${code}`;
  }).join('');
}

/**
 * A whole control sequence: a string sequence (OSC, DCS, APC, PM, SOS) up to its terminator or the next escape, a CSI
 * sequence, or any other escape. In the 7-bit and in the 8-bit form. Of an unterminated string only the
 * introducer is removed: texts that are joined to one line must not remove each other. Every branch takes linear time.
 */
const sequences =
  /(?:\x1B[\]PX^_]|[\x90\x98\x9D-\x9F])(?:[^\x07\x18\x1A\x1B\x90\x98\x9C-\x9F]*(?:[\x07\x18\x1A\x9C]|\x1B\\|(?=[\x1B\x90\x98\x9D-\x9F])))?|(?:\x1B\[|\x9B)[0-?]*[ -/]*[@-~]?|\x1B[ -/]*[0-~]?/g;

const hasEscape = /[\x1B\x80-\x9F]/;
const breaksAndTabs = /\r\n|[\t-\r\x85\u2028\u2029]/g;

/** Removes control sequences and makes one line of the rest: a line break or a tab becomes a space. */
function stripSequences(text: string): string {
  const bare = hasEscape.test(text) ? text.replace(sequences, '') : text;
  return bare.replace(breaksAndTabs, ' ');
}

/** A value of any kind as text: null and undefined are nothing, a date its ISO form, an error its message, an object its JSON. */
export function plainText(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return value;
    case 'number':
    case 'boolean':
    case 'bigint':
      return String(value);
    case 'object':
      return value === null ? '' : objectText(value);
    default:
      return '';
  }
}

function objectText(value: object): string {
  if (value instanceof Error) return value.message;
  try {
    if (value instanceof Date) return value.toISOString();
    return JSON.stringify(value) ?? '';
  } catch {
    // A cycle, a BigInt or an invalid date: it cannot be written as text.
    return '?';
  }
}

declare const brand: unique symbol;

/** One line that a terminal shows as it stands, whoever wrote it, and whose width every terminal agrees on. */
export type SafeText = string & { readonly [brand]: true };

const maxMarksPerLetter = 2;
const printableAscii = /^[ -~]*$/;
/** With the lines, blocks and dots that charts are made of: cleaning loads expressions that take milliseconds, and leaves them as they are. */
const asciiAndCharts = /^[ -~\u2500-\u257f\u2581-\u2588\u2800-\u28ff]*$/;
const otherSpaces = /[\xA0\u1680\u2000-\u200A\u202F\u205F\u3000]/g;
const emojiSequence =
  /(\p{Extended_Pictographic})[\uFE0F\p{Emoji_Modifier}]*(?:\u200D\p{Extended_Pictographic}[\uFE0F\p{Emoji_Modifier}]*)+/gu;
const flagLetters = /[\u{1F1E6}-\u{1F1FF}]/gu;

const cached = createTextCache<SafeText>(4000);

/** Longer than maxLength (UTF-16 units) it ends in an ellipsis. Of an object its JSON, of null and undefined nothing. */
export function safeText(raw: unknown, maxLength = 2000): SafeText {
  const text = typeof raw === 'string' ? raw : plainText(raw);
  const plain = showsLetters() ? asciiAndCharts : printableAscii;
  if (text.length <= maxLength && plain.test(text)) return asSafe(text);
  if (text.length > 200) return clean(text, maxLength);
  return cached(`${isAscii() ? 'a' : 'u'}${showsLetters() ? 'l' : ''}${maxLength} ${text}`, () =>
    clean(text, maxLength),
  );
}

/** Brands our own literals: label`Page ${number} of ${safe}`. */
export function label(literals: TemplateStringsArray, ...values: readonly (SafeText | number)[]): SafeText {
  const words = isAscii() ? literals.map(wordsInAscii) : literals;
  let text = words[0] ?? '';
  for (let index = 0; index < values.length; index++)
    text += String(values[index]) + (words[index + 1] ?? '');
  return asSafe(text);
}

export function joinSafe(parts: readonly SafeText[], separator: SafeText): SafeText {
  return asSafe(parts.join(separator));
}

/** Part of a safe text. Both indices are UTF-16 and stand between two clusters. */
export function sliceSafe(text: SafeText, start: number, end?: number): SafeText {
  return asSafe(text.slice(start, end));
}

/** The text that many times; nothing for zero, below, and what is no number. */
export function repeatSafe(text: SafeText, times: number): SafeText {
  return asSafe(times >= 1 ? text.repeat(times) : '');
}

function clean(raw: string, maxLength: number): SafeText {
  const bare = stripSequences(cutUnits(raw, maxLength).toWellFormed())
    .replace(emojiSequence, '$1')
    .replace(flagLetters, flag => String.fromCharCode((flag.codePointAt(0) ?? 0) - 0x1f1e6 + 0x41))
    // The vowel "am" of Thai and Lao counts as one or two clusters: its two halves do not differ.
    .replace(/\u0E33/g, '\u0E4D\u0E32')
    .replace(/\u0EB3/g, '\u0ECD\u0EB2')
    // A half-width kana with its voicing mark likewise.
    .replace(/[\uFF61-\uFF9F]+/g, kana => kana.normalize('NFKC'))
    .replace(otherSpaces, ' ');
  // What was removed may have kept a letter and its mark apart: normalise before and after.
  const kept = keepSteady(bare.normalize('NFC')).normalize('NFC');
  const shown = showsLetters() ? kept : lettersInAscii(kept);
  return asSafe(raw.length > maxLength || shown.length > maxLength ? ellipsised(shown, maxLength) : shown);
}

function keepSteady(text: string): string {
  let kept = '';
  let marks = maxMarksPerLetter;
  for (const character of text) {
    const codePoint = character.codePointAt(0) ?? 0;
    if (isMark(character, codePoint)) {
      if (marks++ < maxMarksPerLetter) kept += character;
      continue;
    }
    const shown = stableCharacter(character, codePoint);
    if (shown === '') continue;
    kept += shown;
    marks = 0;
  }
  return kept;
}

function ellipsised(text: string, maxLength: number): string {
  return maxLength < 1 ? '' : cutUnits(text, maxLength - 1) + (isAscii() ? '~' : '…');
}

/** The first units of a text, without half a surrogate pair at the end. */
function cutUnits(text: string, length: number): string {
  if (text.length <= length) return text;
  const last = text.charCodeAt(length - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? length - 1 : length);
}

/** The one place that brands: the overload narrows what an assertion may not. */
function asSafe(text: string): SafeText;
function asSafe(text: string): string {
  return text;
}

/** One line for an unexpected error: its name and message, without a stack. */
export function unexpectedError(error: unknown): SafeText {
  const words = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return safeText(`unexpected error: ${words}`, 500);
}

/** The value of a JSON text; undefined where it is none. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** As it is where its percent signs are no encoding. */
export function decodedUri(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** True for a JSON object: not null, not an array. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
