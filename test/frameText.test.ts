import { expect, test } from 'vitest';
import { detailLine } from '../src/frameText.ts';
import { storeWith } from './helpers/storeFixture.ts';

test('while several websites are to be deleted the detail line names them, not the selected one', async () => {
  const { store } = await storeWith(['one.example.com', 'two.example.com', 'three.example.com']);
  store.getState().overview.toggle();
  await store.getState().websites.load();
  expect(detailLine(store.getState()).text).toMatch(/^three\.example\.com {3}id /);
  store.getState().bulkDeletion.open(store.getState().websites.rows.slice(1));
  expect(detailLine(store.getState()).text).toBe('two.example.com, one.example.com');
});
