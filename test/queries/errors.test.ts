import { expect, test } from 'vitest';
import { capabilities, ownCapabilities } from '#api/phpAnalytics/capabilities.ts';
import { notLoaded } from '#queries/answers/request.ts';
import { websiteErrors } from '#queries/answers/errors.ts';
import { websiteNumbers } from '#queries/overview.ts';
import { whyChange } from '#queries/why.ts';

const website = { id: '1', fields: {} };
const choice = { kind: 'preset', preset: 'last28' } as const;
const known = (of: typeof capabilities) => ({
  answers: { get: () => notLoaded },
  capabilities: of,
  today: '2026-11-20' as const,
  timeZone: 'UTC',
});

test('errors take one request for each website, and none where the service does not know of them', () => {
  const asks = (of: typeof capabilities) => [
    websiteNumbers.requests({ choice, baseline: 'previous', website }, known(of)),
    whyChange.requests({ choice, baseline: 'previous', website: '1' }, known(of)),
    websiteErrors.requests({ website: '1', day: '2026-11-19' }, known(of)),
  ];
  const ofErrors = (all: ReturnType<typeof asks>) =>
    all.map(
      asked => asked.filter(({ request }) => request.kind === 'series' && request.name === 'errors').length,
    );
  expect(ofErrors(asks(ownCapabilities))).toEqual([1, 1, 1]);
  expect(ofErrors(asks(capabilities))).toEqual([0, 0, 0]);
  // The paths are asked for only where there are more errors than is usual.
  const rows = asks(ownCapabilities)[2]?.filter(({ request }) => request.kind === 'rows');
  expect(rows).toEqual([]);
});
