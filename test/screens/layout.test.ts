import { expect, test } from 'vitest';
import { firstRows } from '#model/service/paging.ts';
import { hasBoxes, placeFields, rowRange } from '#screens/layout.ts';
import { newTable, type PagedTable } from '#store/navigation/table.ts';
import { label, type SafeText } from '#text/safeText.ts';

const fields = ['domain', 'privacy', 'email', 'params', 'ips'] as const;
type Name = (typeof fields)[number];
const isManyLines = (field: Name) => field === 'params' || field === 'ips';
const isTypedInto = (field: Name) => field === 'domain' || isManyLines(field);
const place = (focused: Name, rows: number, errors: Partial<Record<Name, SafeText[]>> = {}) => {
  const { placed, filled } = placeFields(
    { fields, focused, errors, isManyLines, isBoxed: () => false },
    rows,
  );
  return { placed: placed.map(({ field, row, height }) => `${field} ${row} ${height}`), filled };
};

test('lists have several lines where there is room for them', () => {
  expect(place('domain', 9)).toEqual({
    placed: ['domain 0 1', 'privacy 1 1', 'email 2 1', 'params 3 3', 'ips 6 3'],
    filled: 9,
  });
});

test('a form too high for the screen shows the focused field and those before it', () => {
  expect(place('ips', 3)).toEqual({ placed: ['email 0 1', 'params 1 1', 'ips 2 1'], filled: 3 });
  expect(place('domain', 3)).toEqual({ placed: ['domain 0 1', 'privacy 1 1', 'email 2 1'], filled: 3 });
});

test('each field is where it is drawn, also below one whose error has no room with it', () => {
  expect(place('ips', 5, { domain: [label`No.`] })).toEqual({
    placed: ['privacy 0 1', 'email 1 1', 'params 2 1', 'ips 3 1'],
    filled: 4,
  });
});

test('an error has all its lines', () => {
  expect(place('domain', 5, { domain: [label`Type`, label`it.`] })).toEqual({
    placed: ['domain 0 1', 'privacy 3 1', 'email 4 1'],
    filled: 5,
  });
});

test('fields that are typed into have boxes where there is room for all of them', () => {
  // Five fields, and two rows more for each of the three boxes.
  expect(hasBoxes(fields, isTypedInto, 11)).toBe(true);
  expect(hasBoxes(fields, isTypedInto, 10)).toBe(false);
  const { placed, filled } = placeFields(
    { fields, focused: 'domain', errors: {}, isManyLines, isBoxed: isTypedInto },
    13,
  );
  expect(placed.map(({ field, row, height, boxed }) => `${field} ${row} ${height} ${boxed}`)).toEqual([
    'domain 0 1 true',
    'privacy 3 1 false',
    'email 4 1 false',
    'params 5 2 true',
    'ips 9 2 true',
  ]);
  expect(filled).toBe(13);
});

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
