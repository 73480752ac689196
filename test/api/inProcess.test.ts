import { createApi, errorOf } from '../helpers/apiFixture.ts';
import { websiteDefaults } from '#model/website/website.ts';
import { describe, expect, test } from 'vitest';

const open = (fetch: (request: Request) => Promise<Response>, timeoutMs = 1000) =>
  createApi({ baseUrl: 'http://localhost/prefix', apiKey: 'in-process', fetch, timeoutMs, random: () => 0 });

describe('a service in this process', () => {
  test('gets whole requests', async () => {
    const seen: unknown[] = [];
    const api = open(async request => {
      seen.push([request.method, request.url, request.headers.get('authorization'), await request.text()]);
      return Response.json({ data: { id: 5 } }, { status: 201 });
    });
    expect(await api.createWebsite({ ...websiteDefaults, domain: 'example.com' })).toMatchObject({ id: '5' });
    await api.showWebsite('5');
    expect(seen).toEqual([
      [
        'POST',
        'http://localhost/prefix/api/v1/websites',
        'Bearer in-process',
        'domain=example.com&privacy=1&email=0&exclude_bots=1&exclude_params=&exclude_ips=',
      ],
      ['GET', 'http://localhost/prefix/api/v1/websites/5', 'Bearer in-process', ''],
    ]);
  });

  test('that never answers falls under the timeout, and can be left', async () => {
    const silent = () => new Promise<Response>(() => undefined);
    expect(await errorOf(open(silent, 30).showWebsite('5'))).toMatchObject({ kind: 'timeout' });
    const leaving = new AbortController();
    const read = open(silent).showWebsite('5', leaving.signal);
    leaving.abort(new Error('gone'));
    await expect(read).rejects.toThrow('gone');
  });

  test('that trickles falls under the timeout', async () => {
    const body = () =>
      new ReadableStream({ start: controller => controller.enqueue(new TextEncoder().encode(' ')) });
    const api = open(() => Promise.resolve(new Response(body())), 30);
    expect(await errorOf(api.showWebsite('5'))).toMatchObject({ kind: 'timeout' });
  });

  test("the platform's fetch can be passed as it is", () => {
    expect(open(globalThis.fetch).baseUrl).toBe('http://localhost/prefix');
  });
});
