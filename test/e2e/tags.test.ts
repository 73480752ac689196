import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openDemo } from '../helpers/application.ts';
import { temporaryDemo } from '../helpers/temporaryHome.ts';

test('T tags the selected website; the search, a column and the pane show tags; marked ones share a field', async () => {
  const terminal = await openDemo();
  terminal.press('T');
  await terminal.waitFor('Tags of podcast.example.com');
  terminal.type('shop Client-A');
  await terminal.waitFor('> shop Client-A');
  terminal.press('Enter');
  await terminal.waitFor('podcast.example.com is tagged client-a, shop.');
  terminal.press('/');
  terminal.type('tag:shop');
  await terminal.waitFor('1-1 of 1');
  terminal.press('Tab', 'Esc');
  await terminal.waitFor('1-13 of 13');
  expect(terminal.lines().join('\n')).not.toContain('TAGS');
  terminal.resize(104, 30);
  await terminal.waitFor(/podcast\.example\.com .* client-a … /);
  terminal.resize(120, 40);
  await terminal.waitFor(/│ tagged client-a, shop/);
  expect(terminal.lines().join('\n')).not.toContain('TAGS');
  terminal.press('Space', 'Space', 'T');
  await terminal.waitFor('Tags of 2 websites');
  await terminal.waitFor('Only some have: client-a, shop. Those are kept.');
  terminal.type('no/tag');
  await terminal.waitFor('> no/tag');
  terminal.press('Enter');
  await terminal.waitFor('"no/tag" is no tag: take letters and digits');
  terminal.press('Esc');
  await terminal.waitFor('2 marked');
});

test('tags of a website that has another domain by now are not its own: a search says so, and T, where they can be forgotten', async () => {
  const home = await temporaryDemo();
  const tags = { domain: 'sold.example', tags: ['shop'] };
  const services = { demo: { 13: tags } };
  writeFileSync(join(home.path, 'data', 'sitedeck', 'tags.json'), JSON.stringify({ version: 2, services }));
  const terminal = await openDemo({ home, cols: 40, rows: 10 });
  terminal.press('/');
  terminal.type('tag:shop');
  await terminal.waitFor('Not tagged so any more: website 13 was');
  await terminal.waitFor('No match');
  terminal.press('Esc');
  await terminal.waitFor('1-5 of 13');
  terminal.press('T');
  await terminal.waitFor('Tagged shop while it was');
  // The field has its line, however long the rest is.
  await terminal.waitFor('> client-a shop ...');
  terminal.press('Enter');
  await terminal.waitFor('podcast.example.com has no tags.');
});
