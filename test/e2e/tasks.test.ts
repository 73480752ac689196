import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { openDemo } from '../helpers/application.ts';

interface Task {
  /** What the screen shows once it is done. */
  readonly shows: string | RegExp;
  /** What it shows before the key of that number is pressed, where that is read first. */
  readonly before?: Readonly<Record<number, string | RegExp>>;
}

/** The tasks of docs/keys.md. */
const tasks: Readonly<Record<string, Task>> = {
  'Open a website by its name': { shows: /Sitedeck > shop\.example\.com/ },
  'Yesterday in place of the last 28 days': { shows: /^ Yesterday {3}Sort /m },
  'The largest falls first': { shows: /^ > old-forum\.example /m },
  'Compare with the year before': { shows: /^ Last 28 days {3}Sort newest {3}against .* \(12 /m },
  'Why visitors rose or fell': { shows: 'podcast.example.com > Why' },
  'All pages of a website': { shows: /podcast\.example\.com > Pages/ },
  'The statistics of the next website': { shows: /Sitedeck > chess-club\.example/ },
  'Visitors from one country alone': {
    shows: 'country United States',
    before: { 2: 'Countries: United States', 3: '│>United States' },
  },
  'Export what is shown': { shows: 'Wrote websites-' },
  'Make five websites private': { shows: '3 saved, 2 unchanged', before: { 9: '3 of 5 websites change' } },
};

const rows = readFileSync('docs/keys.md', 'utf8')
  .split('\n')
  .flatMap(line => {
    const [, task = '', keys = '', count = ''] = /^\| (.+?) +\| (`.*`) +\| (\d+) +\|$/.exec(line) ?? [];
    return task === ''
      ? []
      : [{ task, keys: keys.split(' ').map(key => key.slice(1, -1)), count: Number(count) }];
  });

test('docs/keys.md lists ten tasks, and each with as many keys as it says', () => {
  expect(rows.map(({ task }) => task)).toEqual(Object.keys(tasks));
  for (const { task, keys, count } of rows) expect({ task, count }).toEqual({ task, count: keys.length });
});

test.each(rows)('$task: $count keys', async ({ task, keys }) => {
  const { shows, before = {} } = tasks[task] ?? {};
  const terminal = await openDemo({ cols: 120, rows: 40 });
  for (const [index, key] of keys.entries()) {
    const first = before[index];
    if (first !== undefined) await terminal.waitFor(first);
    terminal.press(key);
  }
  if (shows === undefined) throw new Error(`Nothing tells when this is done: ${task}`);
  await terminal.waitFor(shows);
});
