import type { ClassifierTask } from './openClassifier.ts';
import type { LineRows } from './LineRows.ts';

/** What the thread is started with. */
export interface ThreadTask extends ClassifierTask {
  readonly sitedeck: 'classify';
}

/** Each but the first kind is answered with the rows that came of it. */
export type ToThread =
  | {
      readonly kind: 'begin';
      readonly directive: string | undefined;
      readonly namesHosts: boolean | undefined;
    }
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: 'end' };

export type FromThread = LineRows;

export function isThreadTask(data: unknown): data is ThreadTask {
  return typeof data === 'object' && data !== null && 'sitedeck' in data && data.sitedeck === 'classify';
}
