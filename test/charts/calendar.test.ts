import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { calendar, calendarHeadings, type CalendarInput, sixths } from '#charts/calendar.ts';
import { textOf } from '#charts/canvas.ts';

const labels = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su'];

/** Three weeks and a day, the second week without data. */
const days: CalendarInput = {
  counts: [1, 2, 3, 4, 5, 6, 0, ...Array.from({ length: 7 }, () => undefined), 6, 5, 4, 3, 2, 1, 0, 0],
  labels,
  headings: [
    { week: 0, text: 'Mar' },
    { week: 2, text: 'Apr' },
  ],
  width: 40,
  height: 10,
  ascii: true,
  formatCount: String,
};

function drawn(input: Partial<CalendarInput>): string[] {
  return calendar({ ...days, ...input }).map(row => textOf(row).trimEnd());
}

test('each step has a sixth of the days above zero', () => {
  expect(sixths([6, 1, 5, 2, 4, 3, 0, undefined])).toEqual([1, 2, 3, 4, 5, 6]);
  expect(sixths([1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 500])).toEqual([1, 2, 3, 4, 500]);
  expect(sixths([7])).toEqual([7]);
  expect(sixths([0, undefined])).toEqual([]);
});

test('months stand in a line of their own where seven rows have no room for them', () => {
  // Three columns of weekdays, then four weeks of three columns.
  const line = calendarHeadings({ ...days, width: 16, height: 7 });
  expect(line && textOf(line)).toBe('   Mar   Apr    ');
  expect(calendarHeadings({ ...days, width: 16, height: 8 })).toBeUndefined();
});

test('weeks are columns, a zero is a dot, and what is not known is a thin line', () => {
  expect(drawn({ width: 7, height: 7 })).toEqual([
    'Mo :_#.',
    'Tu -_%',
    'We =_+',
    'Th +_=',
    'Fr %_-',
    'Sa #_:',
    'Su ._.',
  ]);
});

test('a day without data has the dimmest background, and the line of steps says it', () => {
  const rows = calendar({ ...days, ascii: false, width: 80, height: 10 });
  const tints = (row: number) =>
    rows[row]?.flatMap(({ on, text }) => (on === undefined ? [] : [[on, text.length]]));
  // Monday: weeks of four columns, a zero in the last; no fourth week on Sunday.
  expect(tints(1)).toEqual([
    ['heat1', 4],
    ['weekend', 4],
    ['heat6', 4],
  ]);
  expect(tints(7)).toEqual([['weekend', 4]]);
  expect(textOf(rows.at(-1) ?? [])).toContain('no data');
});

test('the day that is not over has no step, and is not without data either', () => {
  const counts = [1, 2, 3, 4, 5, 6, 7, 8, undefined];
  const rows = calendar({ ...days, counts, open: 8, ascii: false, width: 80, height: 10 });
  expect(rows[2]?.flatMap(({ on, text }) => (on === undefined ? [] : [[on, text.length]]))).toEqual([
    ['heat1', 4],
  ]);
  expect(textOf(rows.at(-1) ?? [])).not.toContain('no data');
});

test('with room there are months, what the steps mean, and texts behind the rows', () => {
  const averages = ['10', '9', '8', '7', '6', '5', '4'];
  expect(drawn({ width: 22, averages })).toEqual([
    '   Mar   Apr    avg',
    'Mo :::___### .   10',
    'Tu ---___%%%      9',
    'We ===___+++      8',
    'Th +++___===      7',
    'Fr %%%___---      6',
    'Sa ###___:::      5',
    'Su  . ___ .       4',
    '',
    '   .0 :1 -2 =3 +4 %5',
  ]);
});

test('days are as high as they are wide where there is room', () => {
  expect(drawn({ width: 11, height: 17 }).slice(0, 5)).toEqual([
    '   Mar Apr',
    'Mo ::__## .',
    '   ::__##',
    'Tu --__%%',
    '   --__%%',
  ]);
});

test('a noted day has its mark in the middle of it, also without data, none on its tint', () => {
  // The Tuesday of the first week, the Wednesday of the second, the Sunday of the third.
  const noted = Array.from({ length: 22 }, (_, day) => [1, 9, 20].includes(day));
  const ascii = ['Mo :_#.', 'Tu *_%', 'We =*+', 'Th +_=', 'Fr %_-', 'Sa #_:', 'Su ._*'];
  expect(drawn({ noted, width: 7, height: 7 })).toEqual(ascii);
  expect(drawn({ noted, width: 7, height: 7, ascii: false })).toEqual([
    'Mo ⠅╌█·',
    'Tu ◆╌▓',
    'We ░◆▒',
    'Th ▒╌░',
    'Fr ▓╌⢕',
    'Sa █╌⠅',
    'Su ·╌◆',
  ]);
  expect(drawn({ noted, width: 22, height: 8 }).slice(1, 4)).toEqual([
    'Mo ::::____####  .',
    'Tu --*-____%%%%',
    'We ====__*_++++',
  ]);
  const [, tuesday = []] = calendar({ ...days, noted, width: 7, height: 7 });
  expect(tuesday.find(({ text }) => text.includes('*'))).toMatchObject({
    tone: 'warn',
    bold: true,
    on: undefined,
  });
});

test('the cursor is seen without colours, and its month and weekday stand out', () => {
  const rows = calendar({ ...days, width: 11, height: 8, cursor: 14 });
  expect(textOf(rows[1] ?? [])).toBe('Mo ::__[] .');
  expect(rows[0]?.find(({ text }) => text.includes('Apr'))).toMatchObject({ tone: 'accent', bold: true });
  expect(rows[1]?.[0]).toMatchObject({ tone: 'accent', bold: true });
});

test('of more weeks than there is room for the last are shown, and those around the cursor', () => {
  const counts = Array.from({ length: 70 }, (_, day) => Math.floor(day / 7) + 1);
  const first = (cursor?: number) =>
    drawn({ counts, headings: [], width: 8, height: 7, cursor, ascii: false })[0];
  expect(first()).toBe('Mo ▒▒▓▓█');
  expect(first(0)).toBe('Mo +⠅⢕⢕░');
  expect(first(3 * 7)).toBe('Mo ⠅⢕+░▒');
  expect(first(69)).toBe('Mo ▒▒▓▓█');
});

test('whatever the size, all rows have one width and none is above the height', () => {
  fc.assert(
    fc.property(
      fc.array(fc.option(fc.nat(1000), { nil: undefined }), { maxLength: 371 }),
      fc.integer({ min: 1, max: 220 }),
      fc.integer({ min: 1, max: 60 }),
      fc.option(fc.nat(370), { nil: undefined }),
      (counts, width, height, cursor) => {
        const rows = calendar({ ...days, counts, width, height, cursor });
        expect(rows.length).toBeLessThanOrEqual(height);
        for (const row of rows) expect(textOf(row)).toHaveLength(width);
      },
    ),
  );
});
