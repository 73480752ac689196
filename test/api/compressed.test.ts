import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { createApi, errorOf, key } from '../helpers/apiFixture.ts';
import { websiteDefaults } from '#model/website/website.ts';
import { compressors, hardList, startClosing } from '../helpers/compressed.ts';

const { gzip, deflate, br } = compressors;
const encodings = Object.entries(compressors);
const apiOf = (baseUrl: string) => createApi({ baseUrl, apiKey: key, random: () => 0 });
const megabyte = 1024 * 1024;

describe.each(encodings)('%s, with the connection closed behind it', (name, compress) => {
  test.each([400_000, 4_500_000])('a list of %i bytes is read', async bytes => {
    const list = hardList(bytes);
    const url = await startClosing(compress(list), name);
    const { rows } = await apiOf(url).listWebsites({ perPage: 100 });
    expect(rows).toHaveLength(Math.ceil(bytes / 600));
  });

  test('50 MB that were 5 MB at most are refused', async () => {
    const url = await startClosing(compress(Buffer.alloc(50 * megabyte, ' ')), name);
    const error = await errorOf(apiOf(url).listWebsites({}));
    expect(error).toMatchObject({ kind: 'shape', message: expect.stringContaining('larger than 5 MB') });
  });

  test('what is cut or broken is an error in words', async () => {
    const whole = compress(hardList(50_000));
    for (const body of [whole.subarray(0, 1_000), Buffer.from('{"data": []}')]) {
      const error = await errorOf(apiOf(await startClosing(body, name)).listWebsites({}));
      expect(error).toMatchObject({ kind: 'shape', message: expect.stringContaining('a broken encoding') });
    }
  });
});

describe('encodings', () => {
  const list = Buffer.from('{"data": [{"id": 1, "domain": "one.example"}]}');

  test('laid over one another are taken off one by one', async () => {
    const url = await startClosing(br(deflate(gzip(list))), 'gzip, DEFLATE,br');
    expect((await apiOf(url).listWebsites({})).rows).toMatchObject([{ id: '1', domain: 'one.example' }]);
  });

  test('may not make much of little on the way to little', async () => {
    const empty = gzipSync('');
    const members = Buffer.concat(Array.from({ length: 300_000 }, () => empty));
    const error = await errorOf(apiOf(await startClosing(br(members), 'gzip, br')).listWebsites({}));
    expect(error.message).toContain('larger than 5 MB');
  });

  test.each([
    ['zstd', 'an encoding that was not asked for'],
    ['gzip, gzip, gzip, gzip', 'too many encodings'],
  ])('%s: %s', async (name, words) => {
    const error = await errorOf(apiOf(await startClosing(gzip(list), name)).listWebsites({}));
    expect(error).toMatchObject({ kind: 'shape', message: expect.stringContaining(words) });
  });

  test('identity, and an empty body that names one, are nothing to decode', async () => {
    expect((await apiOf(await startClosing(list, 'identity')).listWebsites({})).rows).toHaveLength(1);
    await apiOf(await startClosing(Buffer.alloc(0), 'gzip')).deleteWebsite('1');
  });
});

test('a write whose answer cannot be decoded may have been saved', async () => {
  const url = await startClosing(Buffer.alloc(2_000, 'x'), 'gzip', '201 Created');
  const error = await errorOf(apiOf(url).createWebsite({ ...websiteDefaults, domain: 'one.example' }));
  expect(error.details.maybeSaved).toBe(true);
  expect(error.message).toContain('The change may have been saved.');
});
