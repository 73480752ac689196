import type { Website } from '#model/website/website.ts';
import { apiErrorOf } from '#store/core/remote.ts';

/** The result for one website. Messages are safe to show. */
export type Outcome =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'running' }
  | { readonly kind: 'done'; readonly note?: string | undefined }
  /** It already had these values, or there was nothing to restore. */
  | { readonly kind: 'unchanged'; readonly note?: string | undefined }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'stopped' };

/** Of the four concurrent requests, one is left for what the user does meanwhile. */
const atOnce = 3;
/** A 429 means that nothing was done, so the request may be repeated; the service layer waits for Retry-After. */
const mostRefusals = 5;

/** Runs `work` for each website, a few at a time. An ApiError marks the website as failed; the others go on. */
export async function runEach(
  websites: readonly Website[],
  work: (website: Website) => Promise<Outcome>,
  report: (index: number, outcome: Outcome) => void,
  isStopped: () => boolean,
): Promise<void> {
  const queue = [...websites.entries()];
  const lane = async () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const [index, website] = next;
      if (isStopped()) report(index, { kind: 'stopped' });
      else {
        report(index, { kind: 'running' });
        report(index, await outcomeOf(() => work(website)));
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
}

async function outcomeOf(work: () => Promise<Outcome>): Promise<Outcome> {
  for (let refusals = 0; ; refusals += 1) {
    try {
      return await work();
    } catch (error) {
      const failure = apiErrorOf(error);
      if (failure === undefined) throw error;
      const isShortPause = failure.kind === 'rateLimit' && (failure.details.retryAfter ?? Infinity) <= 30;
      if (!isShortPause || refusals >= mostRefusals) return { kind: 'failed', message: failure.message };
    }
  }
}
