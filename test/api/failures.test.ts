import { createApi, errorOf, key, useFaultServer } from '../helpers/apiFixture.ts';
import { websiteDefaults } from '#model/website/website.ts';
import { describe, expect, test } from 'vitest';
import { bare, cut, cutInBody, html, json, never, raw, rubbish, trickle } from '../helpers/faultAnswers.ts';

const fixture = useFaultServer();
const show = () => errorOf(fixture.api().showWebsite('1'));
const update = (options = {}) => errorOf(fixture.api(options).updateWebsite('1', { email: true }));

describe('an answer that is a refusal', () => {
  test.each([
    ['401', json({ message: 'Unauthenticated.' }, 401), 'auth', 401],
    ['401 in HTML', html(401), 'auth', 401],
    ['403', json({ message: 'No.' }, 403), 'forbidden', 403],
    ['404', json({ message: 'Resource not found.', status: 404 }, 404), 'notFound', 404],
    ['404 without a body', bare(404), 'notFound', 404],
    ['404 in HTML', html(404), 'shape', 404],
    ['405', json({ message: 'Not so.' }, 405), 'validation', 405],
    ['422', json({ message: 'Wrong.' }, 422), 'validation', 422],
    ['429 with a long wait', bare(429, { 'retry-after': '31' }), 'rateLimit', 429],
    ['500', json({ message: 'Server Error' }, 500), 'server', 500],
    ['500 in HTML', html(500), 'server', 500],
    ['a redirect', bare(302, { location: '/login' }), 'shape', 302],
    ['a redirect without a place', bare(301), 'shape', 301],
    ['a page of HTML', html(), 'shape', 200],
  ])('%s', async (_, answer, kind, status) => {
    fixture.server.answerWith(answer);
    expect(await show()).toMatchObject({ kind, details: { status } });
    expect(fixture.server.requests).toHaveLength(1);
  });

  test('a 404 of the list is about the address, not about a website', async () => {
    fixture.server.answerWith(json({ message: 'Not Found' }, 404));
    expect(await errorOf(fixture.api().listWebsites({}))).toMatchObject({ kind: 'shape' });
  });

  test('field errors come with their wire names', async () => {
    const errors = {
      domain: ['The domain has already been taken.'],
      'exclude_ips.0': 'Not an address.',
      email: [],
    };
    fixture.server.answerWith(json({ message: 'The given data was invalid.', errors }, 422));
    const error = await errorOf(fixture.api().createWebsite({ ...websiteDefaults, domain: 'a.example' }));
    expect(error.message).toBe('The given data was invalid.');
    expect(error.details.fields).toEqual({
      domain: ['The domain has already been taken.'],
      'exclude_ips.0': ['Not an address.'],
    });
    expect(error.details.maybeSaved).toBeUndefined();
  });

  test("the service's words are made safe", async () => {
    const hostile = 'gone\u001b[2J \u202egnp.exe\nline';
    fixture.server.answerWith(json({ message: hostile, errors: { 'a\u001b[31mb': [hostile] } }, 422));
    const { message, details } = await update();
    expect(JSON.stringify([message, details])).not.toMatch(/\\u001b|\u202e|\\n/);
    expect(message).toMatch(/^gone .*gnp\.exe line$/);
  });

  test('a redirect to https says so', async () => {
    const location = fixture.server.url.replace('http:', 'https:');
    fixture.server.answerWith(bare(301, { location: `${location}/api/v1/websites/1` }));
    expect((await show()).message).toContain('change http:// to https://');
  });
});

describe('an answer that cannot be read', () => {
  test.each([
    ['a BOM and nothing', raw('\ufeff')],
    ['empty', bare(200)],
    ['no content', bare(204)],
    ['text', raw('OK', 200, { 'content-type': 'text/plain' })],
    ['HTML that says it is JSON', raw('<html>Sign in</html>')],
    ['a wrong shape', json({ status: 'ok' })],
  ])('%s', async (_, answer) => {
    fixture.server.answerWith(answer);
    expect(await show()).toMatchObject({ kind: 'shape' });
    expect(fixture.server.requests).toHaveLength(1);
  });

  test.each([10, Infinity])('more than 5 MB (%d) is refused while it is read', async megabytes => {
    const gone = Promise.withResolvers<void>();
    fixture.server.answerWith((response, request) => {
      response.once('close', () => gone.resolve());
      rubbish(megabytes)(response, request);
    });
    const error = await show();
    expect(error).toMatchObject({ kind: 'shape' });
    expect(error.message).toContain('larger than 5 MB');
    await gone.promise;
  });

  test('a length of more than 5 MB is refused before it is read', async () => {
    fixture.server.answerWith(response => {
      response.writeHead(200, { 'content-length': String(6 * 1024 * 1024) }).flushHeaders();
    });
    expect((await show()).message).toContain('larger than 5 MB');
  });

  test('an unreadable answer to a write leaves it open whether it was saved', async () => {
    fixture.server.answerWith(raw('{"data'));
    expect(await update()).toMatchObject({ kind: 'shape', details: { maybeSaved: true } });
    fixture.server.answerWith(html(404));
    expect((await update()).details.maybeSaved).toBeUndefined();
  });
});

// Milliseconds: on a busy machine too the request has arrived by then.
const enough = 400;

describe('no answer', () => {
  test.each([
    ['never', never],
    ['a body that trickles', trickle],
  ])('%s is a timeout, tried once', async (_, answer) => {
    fixture.server.answerWith(answer);
    const error = await errorOf(fixture.api({ timeoutMs: enough }).showWebsite('1'));
    expect(error).toMatchObject({ kind: 'timeout', details: {} });
    expect(error.details.maybeSaved).toBeUndefined();
    expect(fixture.server.requests).toHaveLength(1);
  });

  test.each([
    ['a timeout', never, 'timeout'],
    ['a connection cut before the answer', cut, 'network'],
    ['a connection cut in the answer', cutInBody, 'network'],
    ['a gateway that gave up', bare(504), 'server'],
  ])('%s of a write: it may have been saved, and is not sent again', async (_, answer, kind) => {
    fixture.server.answerWith(answer);
    expect(await update({ writeTimeoutMs: enough })).toMatchObject({ kind, details: { maybeSaved: true } });
    expect(fixture.server.requests).toHaveLength(1);
  });

  test('a port where nothing listens: the write was not sent', async () => {
    const api = fixture.api();
    await fixture.server.close();
    const error = await errorOf(api.updateWebsite('1', { email: true }));
    expect(error).toMatchObject({ kind: 'network', details: { code: 'ECONNREFUSED' } });
    expect(error.details.maybeSaved).toBeUndefined();
    expect(error.message).toMatch(/^127\.0\.0\.1:\d+ refuses the connection/);
  });

  test('https to a port that speaks http', async () => {
    const api = fixture.api({ baseUrl: fixture.server.url.replace('http:', 'https:') });
    const error = await errorOf(api.showWebsite('1'));
    expect(error.kind).toBe('network');
    expect(error.message).toContain('does it speak https?');
  });

  test.each([
    ['ENOTFOUND', 'There is no host named stats.example.com'],
    ['EAI_AGAIN', 'could not be looked up'],
    ['CERT_HAS_EXPIRED', 'has expired'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'NODE_EXTRA_CA_CERTS'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'for another host name'],
    ['EWEIRD', '(EWEIRD)'],
  ])('%s has its own line', async (code, line) => {
    const cause = Object.assign(new Error('inner'), { code });
    const fetch = () => Promise.reject(new TypeError('fetch failed', { cause }));
    const api = fixture.api({ baseUrl: 'https://stats.example.com', fetch });
    const error = await errorOf(api.showWebsite('1'));
    expect(error).toMatchObject({ kind: 'network', details: { code } });
    expect(error.message).toContain(line);
  });
});

test('an address that is none is refused at once', () => {
  expect(() => createApi({ baseUrl: 'ftp://example.com', apiKey: key })).toThrow('must start with https://');
});
