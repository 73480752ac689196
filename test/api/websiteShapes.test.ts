import { ApiError } from '#model/failure.ts';
import { decodeWebsite, decodeWebsites, findWebsite } from '#api/phpAnalytics/adapter.ts';
import { recordFields } from '#model/export/websiteTables.ts';
import type { Website } from '#model/website/website.ts';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

const list = (body: unknown, asked = {}) => decodeWebsites(body, asked);
const ids = async (body: unknown) => (await list(body)).rows.map(({ id }) => id);

describe('a website', () => {
  const wire = {
    id: 12,
    domain: 'example.com',
    privacy: 2,
    email: 0,
    exclude_bots: 1,
    exclude_params: 'a\nb',
    exclude_ips: '::1',
    created_at: '2025-03-03 10:00:00',
    favourite: { colour: 'red' },
  };
  const model = {
    id: '12',
    domain: 'example.com',
    privacy: 'password',
    email: false,
    excludeBots: true,
    excludeParams: 'a\nb',
    excludeIps: '::1',
    createdAt: '2025-03-03 10:00:00',
    fields: wire,
  };

  test('in an envelope or bare, with unknown fields kept', () => {
    expect(decodeWebsite({ data: wire })).toEqual(model);
    expect(decodeWebsite(wire)).toEqual(model);
    expect(decodeWebsite(wire).fields).toBe(wire);
  });

  test('needs nothing but an id', () => {
    expect(decodeWebsite({ data: { id: 'abc-1' } })).toEqual({ id: 'abc-1', fields: { id: 'abc-1' } });
  });

  test.each([
    [0, 'public', false],
    [1, 'private', true],
    ['0', 'public', false],
    ['1', 'private', true],
    [false, 'public', false],
    [true, 'private', true],
    [2, 'password', undefined],
    ['2', 'password', undefined],
    [3, undefined, undefined],
    ['yes', undefined, undefined],
    [null, undefined, undefined],
  ])('%j as privacy is %s, as a switch %s', (value, privacy, flag) => {
    expect(decodeWebsite({ id: 1, privacy: value, email: value, exclude_bots: value })).toMatchObject({
      privacy,
      email: flag,
      excludeBots: flag,
    });
  });

  test.each([
    ['a,b', 'a,b'],
    [null, ''],
    [['a', 'b'], 'a\nb'],
    [7, '7'],
    [{ a: 1 }, undefined],
  ])('%j as stored text is %j', (value, text) => {
    const website = decodeWebsite({ id: 1, exclude_params: value, exclude_ips: value });
    expect([website.excludeParams, website.excludeIps]).toEqual([text, text]);
  });

  test.each([
    [{}],
    [{ data: {} }],
    [{ id: null }],
    [{ id: '' }],
    [{ id: true }],
    [JSON.parse('{"id": 12345678901234567890}')],
    [[]],
    ['text'],
    [null],
    [undefined],
  ])('%j is none', body => {
    expect(() => decodeWebsite(body)).toThrow(ApiError);
    expect(findWebsite(body)).toBeUndefined();
  });
});

describe('a list of websites', () => {
  const rows = [{ id: 1 }, { id: '2' }];

  test.each([
    ['in data', { data: rows }],
    ['bare', rows],
    ['with meta', { data: rows, meta: { current_page: 1, last_page: 1, total: 2 }, links: { next: null } }],
    ['with its place beside it', { data: rows, current_page: 1, last_page: 1, total: 2 }],
  ])('%s', async (_, body) => {
    expect(await ids(body)).toEqual(['1', '2']);
  });

  test.each([
    ['no list', { data: { a: 1 } }],
    ['a website without an id', { data: [{ id: 1 }, { domain: 'example.com' }] }],
    ['a message', { message: 'hello' }],
    ['nothing', undefined],
    ['null', { data: null }],
  ])('%s is refused', async (_, body) => {
    await expect(list(body)).rejects.toMatchObject({ kind: 'shape' });
  });
});

async function outcome(decode: () => Promise<readonly Website[]>): Promise<string> {
  try {
    const websites = await decode();
    return websites.every(({ id }) => typeof id === 'string' && id !== '') ? 'websites' : 'no websites';
  } catch (fault) {
    return fault instanceof ApiError ? fault.kind : String(fault);
  }
}

test('whatever the JSON is, it decodes or is refused as no such thing', async () => {
  const wireish = fc.record(
    {
      id: fc.oneof(fc.jsonValue(), fc.nat()),
      domain: fc.jsonValue(),
      privacy: fc.jsonValue(),
      email: fc.jsonValue(),
      exclude_params: fc.jsonValue(),
      created_at: fc.jsonValue(),
    },
    { requiredKeys: [] },
  );
  const envelope = fc.record(
    {
      data: fc.oneof(fc.array(wireish), wireish, fc.jsonValue()),
      meta: fc.jsonValue(),
      links: fc.jsonValue(),
    },
    { requiredKeys: [] },
  );
  await fc.assert(
    fc.asyncProperty(fc.oneof(fc.jsonValue(), wireish, envelope), async body => {
      expect(await outcome(async () => [decodeWebsite(body)])).toMatch(/^(websites|shape)$/);
      expect(await outcome(async () => (await list(body)).rows)).toMatch(/^(websites|shape)$/);
    }),
  );
});

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
