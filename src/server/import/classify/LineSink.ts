import type { LineClassifier } from './LineClassifier.ts';
import type { LineRows } from './LineRows.ts';

/** Where the bytes of logs go to be told apart; the rows that come of them are counted meanwhile, in their order. */
export interface LineSink {
  /** Starts a source, as LineClassifier does. */
  begin(directive: string | undefined, namesHosts?: boolean): void;
  /** Takes the next bytes, and waits where there are too many. */
  push(bytes: Buffer): Promise<void> | void;
  /** Ends the source: resolves once all of its lines are counted. */
  end(): Promise<void>;
  /** After the last source, however the reading ended. */
  close(): Promise<void>;
}

/** Does the work in this thread. */
export function localSink(classifier: LineClassifier, count: (rows: LineRows) => void): LineSink {
  return {
    begin: (directive, namesHosts) => classifier.begin(directive, namesHosts),
    push: bytes => count(classifier.push(bytes)),
    end: async () => count(classifier.end()),
    close: async () => undefined,
  };
}
