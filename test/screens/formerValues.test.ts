import { expect, test } from 'vitest';
import { formerLines } from '#screens/dialogs/Confirm.tsx';
import { storeWith } from '../helpers/storeFixture.ts';

test('what an undo puts back says how many more there are than rows', async () => {
  const { store } = await storeWith(['one.example.com', 'two.example.com', 'three.example.com']);
  const { websites, undo } = store.getState();
  await websites.load();
  const { rows } = store.getState().websites;
  undo.remember(rows.map(website => ({ website, former: { email: false }, set: {} })));
  expect(formerLines(store.getState(), 3)).toEqual([
    '  three.example.com: no reports',
    '  two.example.com: no reports',
    '  one.example.com: no reports',
  ]);
  expect(formerLines(store.getState(), 2)).toEqual(['  three.example.com: no reports', '  and 2 more']);
});
