import { expect, test } from 'vitest';
import { helpOf } from '#commands/registry.ts';
import { storeWith } from '../helpers/storeFixture.ts';

test('the help of the list: what it does, moving, the period, what changes websites, and what works everywhere', async () => {
  const { store } = await storeWith(['one.example.com']);
  store.getState().navigation.push({ screen: 'help' });
  const rows = helpOf(store.getState());
  const first = new Map(rows.toReversed().map(({ section, does }) => [section, does]));
  expect([...first.keys()].toReversed()).toEqual(['This view', 'Moving', 'Period', 'Changing', 'Everywhere']);
  const sectionOf = (title: string) => rows.find(({ does }) => does === title)?.section;
  expect(sectionOf('Open the statistics of the website')).toBe('This view');
  expect(sectionOf('Half a page up')).toBe('Moving');
  expect(sectionOf('Next page')).toBe('Moving');
  expect(sectionOf('Choose the period')).toBe('Period');
  expect(sectionOf('Add a website')).toBe('Changing');
  expect(sectionOf('Undo the last edit')).toBe('Changing');
  expect(sectionOf('Refresh')).toBe('Everywhere');
});
