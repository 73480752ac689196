import { ApiError } from '#model/failure.ts';
import { decodeWebsite, decodeWebsites, findWebsite } from '#api/phpAnalytics/websites.ts';
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
