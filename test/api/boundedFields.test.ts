import { expect, test } from 'vitest';
import { decodeWebsite } from '#api/phpAnalytics/websites.ts';
import { recordFields } from '#model/export/websiteTables.ts';

const nested = (depth: number): unknown => JSON.parse('['.repeat(depth) + ']'.repeat(depth));
const fieldsOf = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`x${at}`, at]));

test('200 fields that are not known are kept, of more the first 200, the known ones always', () => {
  const all = { id: 1, ...fieldsOf(200), domain: 'one.example', updated_at: null };
  expect(decodeWebsite({ data: { ...all } }).leftOut).toBe(1);
  const website = decodeWebsite({ data: { id: 1, ...fieldsOf(20_000), domain: 'one.example' } });
  expect(Object.keys(website.fields)).toEqual(['id', ...Object.keys(fieldsOf(200)), 'domain']);
  expect(website.leftOut).toBe(19_800);
  expect(recordFields(website).at(-1)).toEqual({
    name: '',
    title: 'Left out',
    raw: '19,800 fields: too many, or too large',
    meaning: undefined,
  });
});

test('a field is left out from 21 levels on, and above 5,000 values', () => {
  const website = decodeWebsite({
    id: 1,
    good: nested(20),
    deep: nested(21),
    bottomless: nested(200_000),
    exclude_ips: nested(6_000),
    long: Array.from({ length: 4_999 }, () => 0),
    longer: Array.from({ length: 5_000 }, () => 0),
    wide: fieldsOf(20_000),
  });
  expect(Object.keys(website.fields)).toEqual(['id', 'good', 'long']);
  expect(website.leftOut).toBe(5);
  expect(recordFields(website)).toHaveLength(4);
});

test('a website with nothing to leave out is as it came', () => {
  const website = decodeWebsite({ id: 1, other: { a: [1, { b: null }] } });
  expect(website.leftOut).toBeUndefined();
  expect(recordFields(website).map(({ raw }) => raw)).toEqual(['1', '{"a":[1,{"b":null}]}']);
});
