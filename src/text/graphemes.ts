import { graphemeSegmenter as segmenter, simpleText } from './segmenter.ts';

/** Whether every unit beside the index is a cluster of its own: then no more of a long text need be looked at. */
function isSimpleAround(text: string, index: number): boolean {
  return simpleText.test(text.slice(Math.max(0, index - 2), index + 2));
}

/** Start of the cluster before the index (UTF-16). */
export function clusterStart(text: string, index: number): number {
  if (index > 0 && index <= text.length && isSimpleAround(text, index)) return index - 1;
  return index <= 0 ? 0 : (segmenter.segment(text).containing(index - 1)?.index ?? 0);
}

/** End of the cluster at the index (UTF-16): past it when the index stands before it or inside it. */
export function clusterEnd(text: string, index: number): number {
  if (index >= 0 && index < text.length && isSimpleAround(text, index)) return index + 1;
  const cluster = segmenter.segment(text).containing(index);
  return cluster ? cluster.index + cluster.segment.length : text.length;
}

/** The index itself where it stands between two clusters, else the end of the cluster it is in. */
export function clusterBoundary(text: string, index: number): number {
  return clusterStart(text, clusterEnd(text, index)) === index ? index : clusterEnd(text, index);
}

/** The clusters of a text, in order. */
export function clusters(text: string): string[] {
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}
