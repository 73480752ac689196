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

/** Created for the first text that needs it: that takes 8 to 10 ms. The build puts it into Ink and its packages. */
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
