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

let published: Intl.Segmenter | undefined;

/**
 * Intl.Segmenter for grapheme clusters, created for the first text that needs it: that takes 8 to 10 ms. Our modules use
 * it through graphemes.ts; the build puts it into Ink and the packages that Ink uses.
 */
export const graphemeSegmenter = {
  segment(text: string): Segments {
    if (simpleOrStyled.test(text)) return new SimpleSegments(text);
    published ??= new Intl.Segmenter();
    return published.segment(text);
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
