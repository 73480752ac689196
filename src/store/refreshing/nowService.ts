import type { NowNumbers } from '#model/now/nowNumbers.ts';

/** Reads what happens on a website now. */
export interface NowService {
  /** Rejects with an error whose message is one line. */
  open(websiteId: string): Promise<{
    /** Reads what is new; one at a time. Rejects as `open`. */
    read(): Promise<NowNumbers>;
    close(): void;
  }>;
}
