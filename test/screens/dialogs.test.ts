import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { adapters } from '#api/adapters.ts';
import type { AdapterInfo } from '#api/api.ts';
import { serviceKinds } from '#model/service/connection.ts';
import { formerLines, listedNames, wrappedNames } from '#screens/dialogs/Confirm.tsx';
import { connectLayout, titleColumns } from '#screens/dialogs/connectLayout.ts';
import { boxColumns } from '#screens/layout.ts';
import type { ConnectField, ConnectForm, ConnectStop } from '#store/profile/profiles.ts';
import { bodyRows } from '#store/display.ts';
import { textWidth } from '#text/characters.ts';
import { label, safeText } from '#text/safeText.ts';
import { emptyText } from '#text/textField.ts';
import { storeWith } from '../helpers/storeFixture.ts';

const values = { url: emptyText, user: emptyText, key: emptyText, name: emptyText };
const formOf = (
  fields: readonly ConnectField[],
  focused: ConnectStop,
  change: Partial<ConnectForm> = {},
): ConnectForm => ({ fields, focused, values, testing: false, progress: {}, ...change });

const layoutAt = (columns: number, rows: number, form: ConnectForm, problem?: string, said?: string) =>
  connectLayout(
    form,
    { width: boxColumns({ columns, rows }, 72) - 2, rows: bodyRows({ columns, rows }) - 2 },
    {
      status: label`It is tested before it is saved, in a file that only you can read.`,
      problem: problem === undefined ? undefined : safeText(problem),
      message: said === undefined ? undefined : safeText(said),
      noteOf: field => ({ text: label`note of ${safeText(field)}` }),
    },
  );

const drawn = ({ placed }: ReturnType<typeof layoutAt>) =>
  placed.map(({ field, row, below }) => [row, field, ...below.map(({ text }) => text)]);

const ofKey = ['url', 'key', 'name'] as const;
const ofPassword = ['url', 'user', 'key', 'name'] as const;

test('with tints a field of one line has a background in place of a frame, and its note right below it', () => {
  const rows = bodyRows({ columns: 120, rows: 40 }) - 2;
  const lines = {
    status: label`Tested.`,
    problem: undefined,
    message: undefined,
    noteOf: (field: ConnectField) => ({ text: label`note of ${safeText(field)}` }),
  };
  const layout = (hasTints: boolean) =>
    connectLayout(formOf(ofKey, 'url'), { width: 70, rows, hasTints }, lines);
  expect(layout(false).boxed).toBe(true);
  expect(layout(true).boxed).toBe(false);
  expect(layout(true).placed.map(({ row }) => row)).toEqual([1, 4, 7, 10]);
});

test('at 80x24 each field has its note and room behind it; another field moves nothing but what is below it', () => {
  const before = layoutAt(80, 24, formOf(ofKey, 'url'));
  expect(drawn(before)).toEqual([
    [1, 'url', 'note of url', ''],
    [4, 'key', 'note of key', ''],
    [7, 'name', 'note of name', ''],
    [10, 'save'],
  ]);
  const after = layoutAt(80, 24, formOf(ofPassword, 'user'));
  expect(drawn(after)).toEqual([
    [1, 'url', 'note of url', ''],
    [4, 'user', 'note of user', ''],
    [7, 'key', 'note of key', ''],
    [10, 'name', 'note of name', ''],
    [13, 'save'],
  ]);
  expect([after.rows, after.boxed, after.hasSteps, after.status.length]).toEqual([18, false, true, 1]);
  expect(before.rows).toBe(after.rows);
});

test('with 40 rows the fields have boxes', () => {
  const { boxed, placed } = layoutAt(120, 40, formOf(ofPassword, 'url'));
  expect(boxed).toBe(true);
  expect(placed.map(({ row }) => row)).toEqual([0, 4, 8, 12, 16]);
});

test('at 40x10 what is wrong stands below its field, and the other fields make room for all of it', () => {
  const problem =
    'The certificate of 127.0.0.1:12747 is signed by nobody this machine trusts: NODE_EXTRA_CA_CERTS can name its issuer.';
  expect(drawn(layoutAt(40, 10, formOf(ofKey, 'url', { wrong: 'url' }), problem))).toEqual([
    [
      0,
      'url',
      'The certificate of 127.0.0.1:12747',
      'is signed by nobody this machine',
      'trusts: NODE_EXTRA_CA_CERTS can',
      'name its issuer.',
    ],
  ]);
});

test('at any size the focused field and what is wrong with it are there, within the frame', () => {
  const sizes = fc.record({
    columns: fc.integer({ min: 40, max: 200 }),
    rows: fc.integer({ min: 10, max: 60 }),
    fields: fc.constantFrom<readonly ConnectField[]>(
      ofKey,
      ofPassword,
      ['url', 'name'],
      ['key'],
      ['user', 'key'],
    ),
    at: fc.nat(),
    words: fc.array(fc.constantFrom('wrong', 'the', 'stats.example.com:443', 'x'.repeat(90)), {
      maxLength: 60,
    }),
    isWrong: fc.boolean(),
  });
  fc.assert(
    fc.property(sizes, ({ columns, rows, fields, at, words, isWrong }) => {
      const stops: ConnectStop[] = [...fields, 'save'];
      const focused = stops[at % stops.length] ?? 'save';
      const wrong = isWrong && focused !== 'save' ? focused : undefined;
      const problem = ['It is', ...words].join(' ');
      const form = formOf(fields, focused, { wrong });
      const layout = layoutAt(columns, rows, form, wrong && problem, problem);
      const { placed, boxed, blank, hasSteps, status, isSpaced } = layout;
      const heights = placed.map(({ field, below }) => (boxed && field !== 'save' ? 3 : 1) + below.length);
      const filled = heights.reduce(
        (sum, height) => sum + height,
        (isSpaced ? 1 : 0) + blank + (hasSteps ? 1 : 0) + status.length,
      );
      expect(filled).toBeLessThanOrEqual(layout.rows);
      expect(layout.rows).toBeLessThanOrEqual(bodyRows({ columns, rows }) - 2);
      const shown = placed.find(({ field }) => field === focused);
      expect(shown).toBeDefined();
      expect(wrong === undefined ? 'It is' : shown?.below[0]?.text).toMatch(/^It is/);
      const width = boxColumns({ columns, rows }, 72) - 2 - layout.indent;
      for (const { below } of placed)
        for (const { text } of below) expect(textWidth(text)).toBeLessThanOrEqual(width);
    }),
  );
});

test('each service says in one line of the form where it shows its key', () => {
  const { whereKey: _, ...silent } = adapters.umami;
  // @ts-expect-error A service that does not say it is none.
  const info: AdapterInfo = silent;
  expect(info).not.toHaveProperty('whereKey');
  for (const kind of serviceKinds) {
    const { whereKey } = adapters[kind];
    expect(whereKey).toMatch(/^\S.+\.$/);
    expect(textWidth(safeText(whereKey))).toBeLessThanOrEqual(70 - titleColumns - 1);
  }
});

const names = [label`one.example`, label`two.example`, label`three.example`, label`four.example`];

test('names line by line, the last line counting those without one', () => {
  expect(listedNames(names, 4)).toEqual(names);
  expect(listedNames(names, 3)).toEqual(['one.example', 'two.example', 'and 2 more']);
});

test('names one after the other, as many as fit', () => {
  expect(wrappedNames(names, 3, 26)).toEqual(['one.example, two.example,', 'three.example,', 'four.example']);
  expect(wrappedNames(names, 2, 26)).toEqual(['one.example, two.example,', 'three.example and 1 more']);
  expect(wrappedNames(names, 1, 26)).toEqual(['one.example and 3 more']);
  const thousands = Array.from({ length: 5000 }, () => label`a`);
  expect(wrappedNames(thousands, 1, 26)).toEqual(['a, a, a, a and 4996 more']);
});

test('what an undo puts back says how many more there are than rows', async () => {
  const { store } = await storeWith(['one.example.com', 'two.example.com', 'three.example.com']);
  const { websites, undo } = store.getState();
  await websites.load();
  const { rows } = store.getState().websites;
  undo.remember(rows.map(website => ({ website, former: { email: false }, set: {} })));
  expect(formerLines(store.getState(), 3)).toEqual([
    '  three.example.com: no reports',
    '  two.example.com: no reports',
    '  one.example.com: no reports',
  ]);
  expect(formerLines(store.getState(), 2)).toEqual(['  three.example.com: no reports', '  and 2 more']);
});
