import { expect, test } from 'vitest';
import { ApiError } from '#model/failure.ts';
import type { Website } from '#model/website/website.ts';
import { runEach, type Outcome } from '#store/editing/run.ts';

const website: Website = { id: '1', domain: 'one.example.com', fields: {} };

test.each([
  // A wait that is no longer than half a minute, five times more; any other failure is the end of it.
  ['rateLimit', 30, 6],
  ['rateLimit', 31, 1],
  ['rateLimit', undefined, 1],
  ['server', undefined, 1],
] as const)('%s with a wait of %s s: %i requests, then it has failed', async (kind, retryAfter, requests) => {
  let sent = 0;
  const outcomes: Outcome[] = [];
  await runEach(
    [website],
    async () => {
      sent += 1;
      throw new ApiError(kind, 'No.', retryAfter === undefined ? {} : { retryAfter });
    },
    (_, outcome) => outcomes.push(outcome),
    () => false,
  );
  expect(sent).toBe(requests);
  expect(outcomes).toEqual([{ kind: 'running' }, { kind: 'failed', message: 'No.' }]);
});
