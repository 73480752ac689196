import { conditionParts } from '#screens/PeriodLine.tsx';
import { expect, test } from 'vitest';
import { firstRows } from '#model/service/paging.ts';
import { rowRange } from '#screens/layout.ts';
import { fittingSections } from '#screens/websites/settings.ts';
import { textWidth } from '#text/characters.ts';
import { label, safeText } from '#text/safeText.ts';
import { newTable, type PagedTable } from '#store/navigation/table.ts';

/** 55 rows that are all there is, seen from a row on. */
function table(top: number, more: Partial<PagedTable<number, 'count'>> = {}): PagedTable<number, 'count'> {
  const rows = Array.from({ length: 55 }, (_, index) => index);
  return {
    ...newTable<number, 'count'>('count', 'desc'),
    list: { loading: false, data: firstRows({ rows, page: 1, next: 'no' }) },
    position: { selected: top, top },
    ...more,
  };
}

test('the rows on screen are counted from the first one on', () => {
  expect(rowRange(table(0), 16)).toBe('1-16 of 55');
  expect(rowRange(table(44), 16)).toBe('45-55 of 55');
  expect(rowRange(table(0, { perPage: 25, page: 3 }), 16)).toBe('51-55 of 55');
});

test('rows that are gone are counted with those behind which they stand', () => {
  expect(rowRange(table(45), 16, { shown: 61, gone: 6 })).toBe('46-61 of 61');
  expect(rowRange(table(0, { perPage: 25, page: 3 }), 16, { shown: 11, gone: 6 })).toBe('51-61 of 61');
});

test('a condition that has no room is counted in place of being cut to nothing', () => {
  const at = (value: string) => ({ field: 'hour', comparison: 'is', value }) as const;
  const shown = (values: readonly string[], width: number) =>
    conditionParts(values.map(at), width)
      .map(({ text }) => text)
      .join('')
      .trim();
  expect(shown(['12'], 15)).toBe('hour 12:00');
  expect(shown(['12'], 14)).toBe('1 filter');
  expect(shown(['12', '13'], 20)).toBe('hour 12:00 +1');
  expect(shown(['12', '13'], 17)).toBe('2 filters');
});

test('an address without room in a line goes on behind a slash or before its port, never inside a number', () => {
  const told = (address: string, columns: number) =>
    fittingSections(
      [
        {
          title: label``,
          note: label``,
          titleWidth: 15,
          facts: [{ title: label`Address`, value: safeText(address), about: label`` }],
        },
      ],
      15 + columns,
      9,
    ).map(([, part]) => part?.text);
  expect(told('http://10.99.99.9:8795', 16)).toEqual(['http://', '10.99.99.9:8795']);
  expect(told('http://10.99.99.9:8795', 20)).toEqual(['http://10.99.99.9', ':8795']);
  expect(told('http://10.99.99.9:8795', 22)).toEqual(['http://10.99.99.9:8795']);
  expect(told('https://stats.example.com/a/path/of/it', 27)).toEqual([
    'https://stats.example.com/',
    'a/path/of/it',
  ]);
  const host = `https://${'long'.repeat(9)}.example`;
  const pieces = told(host, 12);
  expect(pieces.join('')).toBe(host);
  expect(Math.max(...pieces.map(piece => textWidth(piece ?? '')))).toBeLessThanOrEqual(12);
});
