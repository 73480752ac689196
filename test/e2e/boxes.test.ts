import { expect, test } from 'vitest';
import { useSharedDemo } from '../helpers/sharedProgram.ts';
import type { Terminal } from '../helpers/terminal.ts';
import { goTo, settled } from '../helpers/textApplication.ts';

const openList = useSharedDemo();

/** What can be read of a line: what stands between several blanks or drawn characters and has a letter or a digit. */
function textsOf(line: string): string[] {
  return line
    .split(/ {2,}|[\u2500-\u28ff]+/)
    .map(text => text.trim())
    .filter(text => /[\p{L}\p{N}]/u.test(text));
}

/** Where the box with that title stands; its bottom is -1 until all of it is drawn. */
function boxIn(lines: readonly string[], title: string) {
  const top = lines.findIndex(line => line.includes(`╭─ ${title}`));
  const left = lines[top]?.indexOf(`╭─ ${title}`) ?? -1;
  const right = lines[top]?.indexOf('╮', left) ?? -1;
  const bottom = lines.findIndex((line, row) => row > top && line[left] === '╰' && line[right] === '╯');
  return { top, left, right, bottom };
}

/** What is wrong beside the box with that title: a text that was not there so before, or a letter that touches the frame. */
function halvesBeside(before: readonly string[], now: readonly string[], title: string): string[] {
  const { top, left, right, bottom } = boxIn(now, title);
  return now.slice(top, bottom + 1).flatMap((line, index) => {
    const beside = [line.slice(0, left), line.slice(right + 1)];
    const whole = new Set(textsOf(before[top + index] ?? ''));
    const touches = beside[0]?.endsWith(' ') === false || /^\S/.test(beside[1] ?? '');
    const halves = beside.flatMap(textsOf).filter(word => !whole.has(word));
    return touches || halves.length > 0 ? [`${title}: ${line}`] : [];
  });
}

async function look(terminal: Terminal, boxes: readonly (readonly [key: string, title: string])[]) {
  const found: string[] = [];
  for (const [key, title] of boxes) {
    await terminal.waitFor(lines => !/Reading|\d requests?\b/.test(lines.join('\n')));
    await settled(terminal);
    const before = terminal.lines();
    terminal.press(key);
    await terminal.waitFor(lines => boxIn(lines, title).bottom >= 0);
    await settled(terminal);
    // What came meanwhile may have moved it.
    await terminal.waitFor(lines => boxIn(lines, title).bottom >= 0);
    found.push(...halvesBeside(before, terminal.lines(), title));
    terminal.press('Esc');
    await terminal.waitFor(lines => !lines.join('\n').includes(`╭─ ${title}`));
  }
  return found;
}

const boxesOfViews = [
  ['x', 'Export'],
  ['c', 'Compare with'],
  ['P', 'Profiles'],
  [':', 'Go to'],
  ['?', 'Help'],
] as const;

test.each([
  [40, 10],
  [80, 24],
])('the same choice has the same words in box and footer at %ix%i', async (cols, rows) => {
  const terminal = await openList(cols, rows);
  await terminal.waitFor(/podcast\.example\.com +[^·]*\d/);
  const footer = () => terminal.lines().at(-1);
  terminal.press('c');
  await terminal.waitFor(/ {3}Nothing(?: {2,}[^\n]*)? n  │/);
  expect(terminal.lines().join('\n')).toMatch(/ The period before {2,}/);
  terminal.press('Esc');
  await terminal.waitFor(lines => lines.at(-1)?.startsWith(' Enter open') === true);
  terminal.press('d');
  await terminal.waitFor(/│ +(?:\[ )?Delete /);
  await terminal.waitFor(/│ +(?:Last 28 days|Visitors) +[\d,]+ /);
  await terminal.waitFor(lines => lines.at(-1)?.startsWith(' Enter delete  Esc keep it  ') === true);
  terminal.press('Esc');
  await terminal.waitFor(lines => lines.at(-1)?.startsWith(' Enter open') === true);
  terminal.press('/');
  terminal.type('zzz');
  await terminal.waitFor(lines => lines.at(-1)?.startsWith(' Esc/Enter clear search  ') === true);
  terminal.press('Enter');
  await terminal.waitFor(lines => lines.at(-1)?.startsWith(' Enter open') === true);
  terminal.press('e');
  await terminal.waitFor(/Privacy/);
  terminal.press('Right');
  await terminal.waitFor(lines => / save/.test(lines.at(-1) ?? ''));
  terminal.press('Esc');
  // Which changes will be lost is said.
  await terminal.waitFor(/lost\.[^]*│ {3}Privacy\b[^]* y leave {3}n\/Esc\/Enter go back/);
  expect(footer()).toMatch(/^ y leave {2}n\/Esc\/Enter go back/);
  terminal.press('y');
  await terminal.waitFor(lines => lines.at(-1)?.startsWith(' Enter open') === true);
  terminal.press(':');
  await terminal.waitFor('Go to');
  terminal.type(':page v');
  // What opened it is left out.
  await terminal.waitFor(/ > Page views .*Enter {2}│/);
});

test.each([
  [80, 24],
  [200, 50],
])(
  'beside a box no half of a text is left, and nothing touches its frame, at %ix%i',
  async (cols, rows) => {
    const terminal = await openList(cols, rows);
    await terminal.waitFor(/13 websites, sums/);
    const inList = await look(terminal, [
      ['s', 'Sort'],
      ['t', 'Period'],
      ['d', 'Delete'],
      ['x', 'Export'],
      ['T', 'Tags'],
      ['P', 'Profiles'],
      ['a', 'Add a website'],
      ['e', 'Edit'],
      [':', 'Go to'],
      ['?', 'Help'],
    ]);
    await goTo(terminal, 'shop.example.com');
    await terminal.waitFor(/1 Pages/);
    const onDashboard = await look(terminal, [
      ['t', 'Period'],
      ['W', 'Filters'],
      [':', 'Go to'],
    ]);
    const onOthers: string[] = [];
    for (const [name, shown, boxes] of [
      ['Visitors', /> Visitors/, boxesOfViews],
      [
        'Pages',
        /> Pages/,
        [
          ['s', 'Sort'],
          ['t', 'Period'],
          ['W', 'Filters'],
        ],
      ],
    ] as const) {
      await goTo(terminal, name);
      await terminal.waitFor(lines => shown.test(lines[0] ?? ''));
      // What stands beside is read once the cursor rests.
      await settled(terminal, 400);
      onOthers.push(...(await look(terminal, boxes)));
    }
    for (const [key, shown] of [
      ['w', /> Why/],
      ['C', /> Year/],
    ] as const) {
      terminal.press(key);
      await terminal.waitFor(lines => shown.test(lines[0] ?? ''));
      onOthers.push(...(await look(terminal, boxesOfViews.slice(-2))));
    }
    expect([...inList, ...onDashboard, ...onOthers]).toEqual([]);
  },
  120_000,
);

test.each([
  [80, 24],
  [200, 50],
])(
  'what a deletion takes is said in numbers, in a box as wide as the editor, at %ix%i',
  async (cols, rows) => {
    const terminal = await openList(cols, rows);
    await terminal.waitFor(/podcast\.example\.com +[^·]*\d/);
    const widthOf = async (key: string, title: string) => {
      terminal.press(key);
      await terminal.waitFor(lines => boxIn(lines, title).bottom >= 0);
      const { left, right } = boxIn(terminal.lines(), title);
      return right - left;
    };
    const width = await widthOf('d', 'Delete');
    await terminal.waitFor(/Visitors +[\d,]+ +Last 28 days.*Added +\d.*Kept here +nothing/s);
    terminal.press('Esc');
    await terminal.waitFor(lines => lines.at(-1)?.startsWith(' Enter open') === true);
    expect(width).toBe(await widthOf('e', 'Edit'));
  },
);

test('at 40x10 numbers end below the clock, hours have their names, and what has room is not cut', async () => {
  const terminal = await openList(40, 10);
  await terminal.waitFor(/podcast\.example\.com +[^·]*\d/);
  terminal.press(':');
  await terminal.waitFor(/command, website, statistic +│/);
  terminal.press('Esc');
  await terminal.waitFor(lines => lines.at(-1)?.startsWith(' Enter open') === true);
  terminal.press('Space', 'Space', 'c', 'Enter');
  await terminal.waitFor(lines => lines[0]?.startsWith(' 2 side by side ') === true);
  await terminal.waitFor(/ chess-club\.example +\d/);
  terminal.press('Esc');
  await terminal.waitFor('2 marked');
  terminal.press('Esc');
  await terminal.waitFor(lines => !lines.join('').includes('marked'));
  await goTo(terminal, 'shop.example.com');
  await terminal.waitFor(/ Last 28 days$/m);
  const [clock = '', number = ''] = terminal.lines();
  expect(number).toHaveLength(clock.length);
  terminal.press('H');
  await terminal.waitFor(/\n {4,6}00 {4}06 {4}12 {4}18 +sum *\n/);
  terminal.press('Esc');
  await terminal.waitFor(/ Last 28 days$/m);
  await goTo(terminal, 'Countries');
  await terminal.waitFor(/> United States/);
  terminal.press('f');
  await terminal.waitFor(/1-1 of 1/);
  terminal.press('W');
  await terminal.waitFor(/> country is United States +[\d,]+ │/);
});

test('facts behind the names of commands begin in one column', async () => {
  const terminal = await openList();
  await terminal.waitFor('CHANGED MOST');
  terminal.press(':');
  await terminal.waitFor(/Show what needs attention +\d/);
  const starts = ['Show details', 'Show the year', 'Show what needs attention'].map(title => {
    const line = terminal.lines().find(each => each.includes(title)) ?? '';
    return line.length - line.slice(line.indexOf(title) + title.length).trimStart().length;
  });
  expect(new Set(starts).size).toBe(1);
});
