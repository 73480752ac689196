import type { Website } from '#model/website/website.ts';
import { apiErrorOf } from '#store/core/remote.ts';

/** How it went with one website. Messages are safe to show. */
export type Outcome =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'running' }
  | { readonly kind: 'done'; readonly note?: string | undefined }
  /** It was so already, or there was nothing to put back. */
  | { readonly kind: 'unchanged'; readonly note?: string | undefined }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'stopped' };

/** Leaves a place for what the person does meanwhile. */
const atOnce = 3;
/** A 429 means that nothing was done, so the same may be asked again; the service layer waits its pause out. */
const mostRefusals = 5;

/** Works through the websites a few at a time. What throws a fault of the service has failed; the rest goes on. */
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
