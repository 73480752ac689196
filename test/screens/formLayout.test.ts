import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { formLayout, placeFields } from '#screens/editing/formLayout.ts';
import { label, type SafeText } from '#text/safeText.ts';

const fields = ['domain', 'privacy', 'email', 'params', 'ips'] as const;
type Name = (typeof fields)[number];
const isManyLines = (field: Name) => field === 'params' || field === 'ips';
const isTypedInto = (field: Name) => field === 'domain' || isManyLines(field);
const place = (focused: Name, rows: number, errors: Partial<Record<Name, SafeText[]>> = {}) => {
  const { placed, filled } = placeFields({ fields, focused, errors, isManyLines, around: () => 0 }, rows);
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

test('what frames a field and sets it apart counts to its rows', () => {
  const { placed, filled } = placeFields(
    { fields, focused: 'domain', errors: {}, isManyLines, around: field => (isTypedInto(field) ? 2 : 1) },
    15,
  );
  expect(placed.map(({ field, row, height, rows }) => `${field} ${row} ${height} ${rows}`)).toEqual([
    'domain 0 1 3',
    'privacy 3 1 2',
    'email 5 1 2',
    'params 7 2 4',
    'ips 11 2 4',
  ]);
  expect(filled).toBe(15);
});

/** Edit a website with a password: three lines and two lists are typed, of seven fields. */
const edit = { count: 7, typed: 4, lists: 2 };
const at = (columns: number, rows: number, hasTints = true) =>
  formLayout({ columns, rows }, { now: edit, fullest: edit }, hasTints);

test('at 40x10 a form is the whole screen but the detail line and the footer', () => {
  const layout = at(40, 10);
  expect(layout.place).toEqual({ left: 0, top: 0, width: 40, height: 8 });
  expect(layout).toMatchObject({ hasBar: false, hasHelpBeside: false, look: 'plate', rows: 4, below: 2 });
  expect(layout).toMatchObject({ indent: 20, valueWidth: 17, sideWidth: 1 });
  // Without tints a frame shows where one types, which has no room here.
  expect(at(40, 10, false)).toMatchObject({ look: 'line', rows: 4 });
});

test('in few rows of more columns the header stays', () => {
  expect(at(119, 11).place).toMatchObject({ left: 6, top: 1, width: 107, height: 8 });
});

test('at 80x24 it is as wide and as high as the screen, with a blank row below each field, which has its help', () => {
  const layout = at(80, 24);
  // Seven fields and their blank rows, and one row more for two of them; then what is said, rule and button.
  expect(layout.place).toEqual({ left: 1, top: 1, width: 78, height: 21 });
  expect(layout).toMatchObject({ hasBar: true, hasHelpBeside: false, rows: 16, top: 0, below: 1 });
  expect(at(80, 24, false)).toMatchObject({ look: 'frame', rows: 16 });
});

test('at 80x24 an edit without tints has frames, and a row for help below each choice', () => {
  // With a password; without it lists have three lines.
  const fullest = { count: 6, typed: 3, lists: 2 };
  const layout = formLayout(
    { columns: 80, rows: 24 },
    { now: { ...fullest, count: 5, typed: 2 }, fullest },
    false,
  );
  expect(layout).toMatchObject({ look: 'frame', isSpaced: true, rows: 16, top: 0 });
});

test('at 120x40 and 200x50 the help of each field stands beside it', () => {
  expect(at(120, 40)).toMatchObject({ hasHelpBeside: true, isSpaced: true, top: 1, valueWidth: 38 });
  expect(at(120, 40).place).toMatchObject({ left: 6, width: 108 });
  expect(at(200, 50)).toMatchObject({ hasHelpBeside: true, valueWidth: 48, sideWidth: 56 });
  expect(at(200, 50).place).toMatchObject({ left: 34, width: 132 });
});

test('fields that a choice calls for take rows at the lower edge alone', () => {
  const now = { count: 6, typed: 3, lists: 2 };
  const few = formLayout({ columns: 120, rows: 40 }, { now, fullest: edit }, true).place;
  const all = at(120, 40).place;
  // A line, and the blank one behind it.
  expect(all.height - few.height).toBe(2);
  expect(few.top).toBe(all.top);
});

test('at any size a form is within the screen, and what it holds within its frame', () => {
  const sizes = fc.record({
    columns: fc.integer({ min: 40, max: 240 }),
    rows: fc.integer({ min: 10, max: 70 }),
    lists: fc.integer({ min: 0, max: 2 }),
    lines: fc.integer({ min: 0, max: 3 }),
    choices: fc.integer({ min: 0, max: 5 }),
    hasTints: fc.boolean(),
  });
  fc.assert(
    fc.property(sizes, ({ columns, rows, lists, lines, choices, hasTints }) => {
      const counts = { count: lists + lines + choices, typed: lists + lines, lists };
      const layout = formLayout({ columns, rows }, { now: counts, fullest: counts }, hasTints);
      const { place, indent, valueWidth, sideWidth, top, below, hasBar } = layout;
      expect(place.left).toBeGreaterThanOrEqual(0);
      expect(place.left + place.width).toBeLessThanOrEqual(columns);
      // The detail line and the footer stay.
      expect(place.top + place.height).toBeLessThanOrEqual(rows - 2);
      expect(indent + valueWidth + sideWidth).toBe(place.width - 2);
      expect(top + layout.rows + below + (hasBar ? 2 : 0)).toBeLessThanOrEqual(place.height - 2);
      expect(layout.rows).toBeGreaterThanOrEqual(Math.min(3, counts.count));
    }),
  );
});
