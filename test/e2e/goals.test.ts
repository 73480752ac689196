import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openDemo } from '../helpers/application.ts';
import { temporaryDemo } from '../helpers/temporaryHome.ts';

const shop = { id: '7', domain: 'shop.example.com' };
const visitors = { ...shop, name: 'visitors', per: 'month' };
/** More than ever comes. */
const tooMany = 9_000_000;

async function homeWith(goals: readonly object[]) {
  const home = await temporaryDemo();
  const file = join(home.path, 'data', 'sitedeck', 'goals.json');
  if (goals.length > 0) writeFileSync(file, JSON.stringify({ version: 1, services: { demo: goals } }));
  const kept = () => JSON.parse(readFileSync(file, 'utf8')).services.demo;
  return { home, kept };
}

type Demo = Awaited<ReturnType<typeof openDemo>>;

async function toShop(terminal: Demo) {
  await terminal.waitFor('> podcast.example.com');
  terminal.press('Down', 'Down', 'Down', 'Down', 'Down', 'Down');
  await terminal.waitFor('> shop.example.com');
}

test('a goal that will be missed needs attention, and the pane and the dashboard say how far it is', async () => {
  const { home } = await homeWith([
    { ...visitors, count: tooMany },
    { ...shop, name: 'pageviews', per: 'week', count: 5 },
  ]);
  const terminal = await openDemo({ home, cols: 130, rows: 40 });
  await toShop(terminal);
  await terminal.waitFor(/! Goal: [\d,]+ of 9,000,000 visitors/);
  await terminal.waitFor(/Goal: [\d,]+ of 5 page views/);
  // Compact, or cut at a word: a number is whole or not there.
  await terminal.waitFor(/! goal:(?:…| about…| about [\d.]+[kM]? of(?:…| 9M)) /);
  await terminal.waitFor(/The goal will be missed: [\d,]+ of 9,000,000 visitors in /);
  terminal.press('!');
  await terminal.waitFor(lines => !lines.some(line => line.includes('podcast.example.com')));
  await terminal.waitFor('> shop.example.com');
  terminal.press('Enter');
  await terminal.waitFor(
    /! Goal: [\d,]+ of 9,000,000 visitors.*; about [\d,]+ at its end \([\d,]+ to [\d,]+\)/,
  );
  // The goal is of this month: above earlier days nothing is said of it.
  terminal.press('<', '<');
  await terminal.waitFor(/against .*1-\d+ of/);
  await terminal.waitFor(
    lines => lines.some(line => line.includes('> Visitors')) && !/Goal: /.test(lines.join()),
  );
  terminal.press('>', '>');
  await terminal.waitFor(/! Goal: [\d,]+ of 9,000,000 visitors/);
});

test('^G sets a goal of the website or of the row under the cursor; emptied it is gone', async () => {
  const { home, kept } = await homeWith([]);
  const terminal = await openDemo({ home, cols: 80, rows: 24 });
  await toShop(terminal);
  terminal.press('^G');
  await terminal.waitFor('Goal of shop.example.com');
  await terminal.waitFor(/> visitors a month +now about [\d,]+ │/);
  terminal.press('Enter');
  await terminal.waitFor('A goal is a whole number from 1 on, such as 50000.');
  terminal.type('many');
  await terminal.waitFor(/│ +many/);
  terminal.press('Enter');
  await terminal.waitFor('A goal is a whole number');
  terminal.press('^U', 'Down');
  await terminal.waitFor('> page views a month');
  terminal.type('9,000,000');
  await terminal.waitFor(/│ +9,000,000/);
  terminal.press('Enter');
  await terminal.waitFor('Goal: 9,000,000 page views a month.');
  expect(kept()).toEqual([{ ...shop, name: 'pageviews', per: 'month', count: tooMany }]);
  await terminal.waitFor(/shop\.example\.com +!/);
  terminal.press('Enter');
  await terminal.waitFor(/! Goal: .*of 9,000,000/);
  terminal.press('1', 'Enter');
  await terminal.waitFor(/> ?\/[_ ]+\d/);
  terminal.press('^G');
  await terminal.waitFor('> page views of / a month');
  terminal.type('5');
  await terminal.waitFor(/│ +5 /);
  terminal.press('Enter');
  await terminal.waitFor('Goal: 5 page views of / a month.');
  expect(kept()[1]).toMatchObject({ name: 'page', value: '/', count: 5 });
  terminal.press('^G');
  await terminal.waitFor('Emptied and kept, it is removed.');
  terminal.press('^U', 'Enter');
  await terminal.waitFor('The goal is removed.');
  expect(kept()).toHaveLength(1);
});

test('the form is found by its name, and at 40x10 it can be used too', async () => {
  const { home, kept } = await homeWith([]);
  const terminal = await openDemo({ home, cols: 40, rows: 10 });
  await terminal.waitFor('podcast.example');
  terminal.press(':');
  await terminal.waitFor('> ');
  terminal.type('set a goal');
  await terminal.waitFor('Set a goal');
  terminal.press('Enter');
  await terminal.waitFor('Goal of podcast');
  terminal.type('50000');
  await terminal.waitFor(/│ +50000/);
  terminal.press('Enter');
  await terminal.waitFor('Goal: 50,000 visitors a month.');
  expect(kept()).toMatchObject([{ domain: 'podcast.example.com', count: 50_000 }]);
});

test('a damaged file of goals is said, and stays as it is', async () => {
  const { home } = await homeWith([{ ...visitors, count: -5 }]);
  const terminal = await openDemo({ home, cols: 200, rows: 30 });
  await terminal.waitFor('holds no goals that can be read: mend it');
  terminal.press('?');
  await terminal.waitFor('type to find a key');
  terminal.press('Esc');
  await terminal.waitFor('> podcast.example.com');
  terminal.press('^G');
  await terminal.waitFor('holds no goals that can be read: mend it');
});
