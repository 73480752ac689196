/** Letters, punctuation, arrows, lines, blocks and Braille: one cell and one cluster each, whatever stands beside them. */
export const simpleText =
  /^[ -~\u00a1-\u00ac\u00ae-\u02ff\u2010-\u2027\u2190-\u21ff\u2500-\u259f\u2800-\u28ff]*$/;
const simpleOrStyled =
  /^[\x1b -~\u00a1-\u00ac\u00ae-\u02ff\u2010-\u2027\u2190-\u21ff\u2500-\u259f\u2800-\u28ff]*$/;

/** What the clusters of a text are asked for. */
export interface Segments extends Iterable<Intl.SegmentData> {
  containing(at?: number): Intl.SegmentData | undefined;
}

let stock: Intl.Segmenter | undefined;

/**
 * Intl.Segmenter for grapheme clusters, made when a text needs it: it costs as much as a third of Node's own start. Our
 * modules use it through graphemes.ts; the build puts it into Ink and its helpers.
 */
export const graphemeSegmenter = {
  segment(text: string): Segments {
    if (simpleOrStyled.test(text)) return new SimpleSegments(text);
    stock ??= new Intl.Segmenter();
    return stock.segment(text);
  },
};

/** A text whose every UTF-16 unit is a cluster. */
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
