import { expect, test } from 'vitest';
import type { KeptList } from '#config/kept/kept.ts';
import { request } from '#queries/answers/request.ts';
import { keptWebsite, maxCharacters } from '#store/reading/lastSeen.ts';
import { never } from '../../helpers/faultAnswers.ts';
import { useFaultServer } from '../../helpers/apiFixture.ts';
import { lastSeenFolder } from '../../helpers/lastSeenFolder.ts';
import { storedIdentity } from '../../helpers/serviceIdentity.ts';
import { storeOver } from '../../helpers/storeFixture.ts';

const silent = useFaultServer();

const days = {
  from: '2026-11-18',
  to: '2026-11-19',
  byWebsite: { '7': { at: 900, counts: [3, 4] } },
} as const;
const list: KeptList = {
  at: 1_000,
  day: '2026-11-19',
  sortBy: 'id',
  sort: 'desc',
  rows: [{ id: '7', domain: 'one.example', fields: {} }],
  total: 1,
  next: 'no',
  numbers: [
    { ...days, name: 'visitors' },
    { ...days, name: 'pageviews' },
  ],
};

test.each([
  ['of a service elsewhere they are there', 'key one', 2],
  ['of own logs they are not, since an import may have changed any day', undefined, 0],
])('the days of a website that was never opened, before its list is answered: %s', (_, account, count) => {
  silent.server.answerWith(never);
  const seen = lastSeenFolder();
  const of = { ...storedIdentity('work'), account };
  const before = seen.open(of);
  before.keepList(() => list);
  before.flush();
  const { store } = storeOver(silent.api(), {
    lastSeen: seen.open(of),
    profile: { name: 'work', readOnly: false, keepsLastSeen: true },
  });
  expect(store.getState().websites.list.isKept).toBe(true);
  const { answers } = store.getState();
  answers.restore('7');
  const shown = (['visitors', 'pageviews'] as const).filter(
    name => answers.get('7', request.series(name, { from: days.from, to: days.to })).data !== undefined,
  );
  expect(shown).toHaveLength(count);
});

/** So many answers of one row, the first ones the oldest, each value of so many letters. */
function kept(answers: number, letters: number) {
  const data = { rows: [{ value: 'x'.repeat(letters), count: 1 }], page: 1, next: 'no' } as const;
  const toKeep = () =>
    Array.from({ length: answers }, (_, at) => ({ kind: 'rows', key: `7 page ${at}`, at, data }) as const);
  return keptWebsite({ toKeep }, '7', '2026-11-20');
}

test('all views of a website that one looks at in a session are kept', () => {
  expect(kept(290, 60)?.answers).toHaveLength(290);
});

test('of large answers the last ones are kept', () => {
  const found = kept(40, 50_000)?.answers ?? [];
  expect(found.map(({ at }) => at)).toEqual([39, 38, 37, 36, 35, 34, 33, 32, 31, 30, 29]);
  expect(JSON.stringify(found).length).toBeLessThanOrEqual(maxCharacters);
});

test('of none nothing is kept', () => {
  expect(kept(0, 1)).toBeUndefined();
});
