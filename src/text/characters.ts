import { lazy } from './memo.ts';

/** Letters, punctuation, arrows, lines, blocks and Braille: one cell and one cluster each, whatever stands beside them. */
export const simpleText =
  /^[ -~\u00a1-\u00ac\u00ae-\u02ff\u2010-\u2027\u2190-\u21ff\u2500-\u259f\u2800-\u28ff]*$/;

/** The text without the sequences that set colours and the like. */
export function withoutStyles(text: string): string {
  return text.includes('\x1b') ? text.replace(/\x1b\[[\d;]*m/g, '') : text;
}

const simpleOrStyled =
  /^[\x1b -~\u00a1-\u00ac\u00ae-\u02ff\u2010-\u2027\u2190-\u21ff\u2500-\u259f\u2800-\u28ff]*$/;

/** The part of Intl.Segments that is used. */
interface Segments extends Iterable<Intl.SegmentData> {
  containing(at?: number): Intl.SegmentData | undefined;
}

const published = lazy(() => new Intl.Segmenter());

/** Created for the first text that needs it. The build puts it into Ink and its packages. */
export const graphemeSegmenter = {
  segment(text: string): Segments {
    if (simpleOrStyled.test(text)) return new SimpleSegments(text);
    return published().segment(text);
  },
};

/** The segments of a text in which every UTF-16 unit is a cluster. */
class SimpleSegments implements Segments {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  containing(at = 0): Intl.SegmentData | undefined {
    const segment = this.#text[at];
    return segment === undefined ? undefined : this.#data(segment, at);
  }

  *[Symbol.iterator](): Generator<Intl.SegmentData, undefined> {
    for (let index = 0; index < this.#text.length; index++) yield this.#data(this.#text.charAt(index), index);
  }

  #data(segment: string, index: number): Intl.SegmentData {
    return { segment, index, input: this.#text };
  }
}

/** Whether every unit beside the index is a cluster of its own: then no more of a long text need be looked at. */
function isSimpleAround(text: string, index: number): boolean {
  return simpleText.test(text.slice(Math.max(0, index - 2), index + 2));
}

/** Start of the cluster before the index (UTF-16). */
export function clusterStart(text: string, index: number): number {
  if (index > 0 && index <= text.length && isSimpleAround(text, index)) return index - 1;
  return index <= 0 ? 0 : (graphemeSegmenter.segment(text).containing(index - 1)?.index ?? 0);
}

/** End of the cluster at the index (UTF-16): past it when the index stands before it or inside it. */
export function clusterEnd(text: string, index: number): number {
  if (index >= 0 && index < text.length && isSimpleAround(text, index)) return index + 1;
  const cluster = graphemeSegmenter.segment(text).containing(index);
  return cluster ? cluster.index + cluster.segment.length : text.length;
}

/** The index itself where it stands between two clusters, else the end of the cluster it is in. */
export function clusterBoundary(text: string, index: number): number {
  return clusterStart(text, clusterEnd(text, index)) === index ? index : clusterEnd(text, index);
}

export function clusters(text: string): string[] {
  return Array.from(graphemeSegmenter.segment(text), ({ segment }) => segment);
}

/** The signs of our own words, and the ASCII that says the same. */
const signs: Readonly<Record<string, string>> = {
  '…': '~',
  '·': '.',
  '•': '*',
  '×': 'x',
  '›': '>',
  '‹': '<',
  '→': '>',
  '←': '<',
  '↑': '^',
  '↓': 'v',
  '│': '|',
  '─': '-',
  '–': '-',
};

/** Our own words without anything beyond ASCII. */
export function wordsInAscii(words: string): string {
  return words.replace(/[^ -~]/gu, sign => signs[sign] ?? '?');
}

/** Text from outside for a terminal that shows ASCII alone: "?" for a letter that it lacks, and never another letter. */
export function lettersInAscii(text: string): string {
  return text.replace(/[^\p{M}]\p{M}+|[^ -~]/gsu, '?');
}

/** What the terminal can show: everything, letters beside lines and charts of ASCII (--ascii), or ASCII alone. */
export type Charset = 'utf8' | 'asciiLines' | 'ascii';

// Module-level: set once a process, and asked wherever text is measured or drawn.
let current: Charset = 'utf8';

/** Sets, once at the start, which characters the terminal can show. */
export function setCharset(charset: Charset): void {
  current = charset;
}

/** Whether our own words, lines and charts are ASCII. */
export function isAscii(): boolean {
  return current !== 'utf8';
}

/** Whether text from outside keeps its letters. */
export function showsLetters(): boolean {
  return current !== 'ascii';
}

/**
 * Which characters take the same number of columns in every terminal: old and new width tables, with and without grapheme
 * clusters (a test compares ours with string-width and with xterm's for all of Unicode). Those that no start needs are lazy: V8
 * takes milliseconds to make the sets of \p.
 */

/** Shown in place of a character whose width terminals disagree on: emoji, conjoining jamo, recent scripts. */
const replacement = '\uFFFD';

/** Marks that stand on the letter before them, in no column of their own. Viramas are not among them: they join letters. */
const marks = lazy(
  () =>
    /^[\u0300-\u034E\u0350-\u036F\u0483-\u0486\u0591-\u05BD\u05BF\u05C1\u05C2\u05C4\u05C5\u05C7\u064B-\u065E\u0670\u06D6-\u06DC\u0901\u0902\u093C\u0941-\u0948\u0981\u09BC\u09C1-\u09C4\u0A01\u0A02\u0A3C\u0A41\u0A42\u0A47\u0A48\u0A4B\u0A4C\u0A81\u0A82\u0ABC\u0AC1-\u0AC5\u0AC7\u0AC8\u0B82\u0BC0\u0C3E-\u0C40\u0C46-\u0C48\u0C4A-\u0C4C\u0D41-\u0D43\u0E31\u0E34-\u0E3A\u0E47-\u0E4E\u0EB1\u0EB4-\u0EB9\u0EBB\u0EBC\u0EC8-\u0ECD\u3099\u309A]$/,
);

/** Invisible, or of no width in some terminals; U+FFFC is a placeholder for an embedded object. */
const invisible = lazy(() => /^[\p{C}\p{M}\p{Default_Ignorable_Code_Point}\uFFFC\p{Emoji_Modifier}]$/u);

const unstableBelowAstral =
  /^[\p{Emoji_Presentation}\u06DE\u0D4E\u1100-\u11FF\u2630-\u2637\u268A-\u268F\u3248-\u324F\u4DC0-\u4DFF\uA960-\uA97C\uD7B0-\uD7FF]$/u;
const stableAstral = /^[\u{10000}-\u{10FFF}\u{1D400}-\u{1D7FF}\u{20000}-\u{3FFFD}]$/u;

/** Whether the character combines with the one before it and takes no column. */
export function isMark(character: string, codePoint: number): boolean {
  if (codePoint < 0x300 || (codePoint > 0xecd && codePoint < 0x3099) || codePoint > 0x309a) return false;
  return marks().test(character);
}

/** The character itself where all terminals agree on its width, nothing where it is invisible, else the replacement. */
export function stableCharacter(character: string, codePoint: number): string {
  if (codePoint >= 0x20 && codePoint < 0x7f) return character;
  if (invisible().test(character)) return '';
  const agreed = codePoint > 0xffff ? stableAstral.test(character) : !unstableBelowAstral.test(character);
  return agreed ? character : replacement;
}

/** Columns a single code point takes: 2 for East Asian wide ones, 0 for a mark on the letter before it, else 1. */
export function characterWidth(character: string): 0 | 1 | 2 {
  const codePoint = character.codePointAt(0) ?? 0;
  if (codePoint < 0x300) return 1;
  if (isWide(codePoint)) return isMark(character, codePoint) ? 0 : 2;
  return isMark(character, codePoint) ? 0 : 1;
}

/** Columns the text takes in a terminal. Exact for safe text; ambiguous characters (box drawing, blocks) count as 1. */
export function textWidth(text: string): number {
  if (simpleText.test(text)) return text.length;
  let width = 0;
  for (const character of text) width += characterWidth(character);
  return width;
}

function isWide(codePoint: number): boolean {
  if (codePoint < 0x2e80) return false;
  return (
    codePoint <= 0x303e ||
    (codePoint >= 0x3041 && codePoint <= 0xa4cf) ||
    (codePoint >= 0xac00 && codePoint <= 0xd7a3) ||
    (codePoint >= 0xf900 && codePoint <= 0xfaff) ||
    (codePoint >= 0xfe10 && codePoint <= 0xfe19) ||
    (codePoint >= 0xfe30 && codePoint <= 0xfe6f) ||
    (codePoint >= 0xff01 && codePoint <= 0xff60) ||
    (codePoint >= 0xffe0 && codePoint <= 0xffe6) ||
    (codePoint >= 0x20000 && codePoint <= 0x3fffd)
  );
}
