import { describe, expect, test } from 'vitest';
import { textOf } from '#charts/canvas.ts';
import { columnLines, listColumns, type PaneList } from '#screens/statistic/paneLists.ts';
import type { StatisticName } from '#model/statistics/statistics.ts';
import { safeText } from '#text/safeText.ts';

const hourNames = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:00`);

function list(title: string, names: readonly string[], name: StatisticName, isHours = false): PaneList {
  return {
    title,
    counts: 'page views',
    name,
    rows: names.map((text, at) => ({
      text: safeText(text),
      count: 100 - at,
      numbers: [{ text: safeText(String(100 - at)) }],
    })),
    isWhole: isHours,
  };
}

const named = (title: string, count: number) =>
  list(
    title,
    Array.from({ length: count }, (_, at) => `${title} ${at}`),
    'page',
  );
const hours = list('hours', hourNames, 'pageviews_hours', true);
const others = [named('referrers', 7), named('countries', 8), named('devices', 3), named('landings', 22)];

function drawn(lists: readonly PaneList[], width: number, height: number): string[] {
  const room = { width, height };
  return columnLines(listColumns(lists, room), room).map(line => textOf(line));
}

const hoursIn = (lines: readonly string[]) => lines.flatMap(line => line.match(/\d\d:00/g) ?? []);

describe('the hours of a day before other lists', () => {
  test('are all there in 27 lines at 120 columns, with the first rows of the others beside them', () => {
    const lines = drawn([hours, ...others], 117, 27);
    expect(hoursIn(lines).toSorted()).toEqual(hourNames);
    expect(lines[1]).toMatch(/^HOURS {2}page views +REFERRERS/);
    for (const title of ['REFERRERS', 'COUNTRIES', 'DEVICES', 'LANDINGS'])
      expect(lines.join('\n')).toContain(title);
  });
  test('stand in three columns where there are eleven lines at 80 columns', () => {
    const lines = drawn([hours, ...others], 77, 11);
    expect(lines.slice(2).map(line => line.match(/\d\d:00/g))).toEqual(
      Array.from({ length: 8 }, (_, row) => [hourNames[row], hourNames[row + 8], hourNames[row + 16]]),
    );
  });
  test('are named as soon as they are read, in one column', () => {
    const lines = drawn([{ ...hours, rows: undefined }], 77, 11).map(line => line.trimEnd());
    expect(lines.slice(1, 3)).toEqual(['HOURS  page views', 'Reading ...']);
  });
  test('of a day that has begun need no more columns than rows', () => {
    const lines = drawn([{ ...hours, rows: hours.rows?.slice(0, 5) ?? [] }], 77, 11);
    expect(hoursIn(lines)).toEqual(hourNames.slice(0, 5));
  });
});

test('weekdays stand whole or not at all also where another list stands in their column', () => {
  const listOf = (name: string, count: number): PaneList => ({
    title: name,
    counts: 'visitors',
    name: 'page',
    rows: Array.from({ length: count }, (_, at) => ({
      text: safeText(`${name} ${at + 1}`),
      count: 1,
      numbers: [],
    })),
  });
  const lists = [listOf('landing', 9), { ...listOf('weekdays', 7), isWhole: true }];
  const rowsIn = (height: number, name: string) =>
    drawn(lists, 40, height).filter(line => new RegExp(`${name} [0-9]`, 'v').test(line)).length;
  // A blank line, a heading and three rows, then the same of seven.
  expect([rowsIn(14, 'landing'), rowsIn(14, 'weekdays')]).toEqual([3, 7]);
  expect([rowsIn(13, 'landing'), rowsIn(13, 'weekdays')]).toEqual([9, 0]);
});
