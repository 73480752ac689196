import { expect, test } from 'vitest';
import { helpOf } from '#commands/registry.ts';
import { storeWith } from '../helpers/storeFixture.ts';

test('the help of the list: what is about the website, what changes it, moving, the period, what is taken along, and what works everywhere', async () => {
  const { store } = await storeWith(['one.example.com']);
  store.getState().navigation.push({ screen: 'help' });
  const rows = helpOf(store.getState());
  const first = new Map(rows.toReversed().map(({ section, action }) => [section, action]));
  expect([...first.keys()].toReversed()).toEqual([
    'This website',
    'Edit',
    'Move',
    'Period',
    'Copy and export',
    'Everywhere',
  ]);
  const sectionOf = (title: string) => rows.find(({ action }) => action === title)?.section;
  expect(sectionOf('Open')).toBe('This website');
  expect(sectionOf('Move by half a page')).toBe('Move');
  expect(sectionOf('Go to another page')).toBe('Move');
  expect(sectionOf('Search the list')).toBe('Move');
  expect(sectionOf('Sort websites')).toBe('Move');
  expect(sectionOf('Choose the period')).toBe('Period');
  expect(sectionOf('Add a website')).toBe('Edit');
  expect(sectionOf('Undo the last edit')).toBe('Edit');
  expect(sectionOf('Refresh')).toBe('Everywhere');
});
