import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import { createApiKey } from '#api/http/client.ts';
import { errorOf, key, useFaultServer } from '../helpers/apiFixture.ts';
import { bare, cut, html, json, never } from '../helpers/faultAnswers.ts';

const fixture = useFaultServer();
const show = (apiKey: string | (() => Promise<string>)) => errorOf(fixture.api({ apiKey }).showWebsite('1'));

/** Everything that can be got out of an error, hidden fields and causes too. */
function everything(error: Error): string {
  return (
    inspect(error, { depth: 10, showHidden: true, getters: true }) +
    JSON.stringify(error) +
    (error.stack ?? '')
  );
}

describe('the key stays out of', () => {
  const echo = `The token ${key} (${encodeURIComponent(key)}, ${key.slice(0, 5)}\u200b${key.slice(5)}) is wrong.`;

  test.each([
    ['an echo of it', json({ message: echo, errors: { [key]: [echo] } }, 422)],
    ['an echo in a refusal', json({ message: echo }, 401)],
    ['an echo that is cut off', json({ message: 'x'.repeat(290) + key }, 500)],
    ['a redirect', bare(302, { location: `/login/${key}` })],
    ['HTML', html()],
    ['a cut connection', cut],
    ['a timeout', never],
  ])('the error of %s', async (_, answer) => {
    fixture.server.answerWith(answer);
    const error = await errorOf(fixture.api({ writeTimeoutMs: 400 }).updateWebsite('1', { email: true }));
    const text = everything(error);
    expect(text).toContain(error.kind);
    expect(text).not.toContain(key);
    expect(text).not.toContain(encodeURIComponent(key));
    expect(text).not.toContain(key.slice(0, 9));
    expect(error.cause).toBeUndefined();
  });

  test('the error of a service in this process', async () => {
    const fetch = (request: Request) =>
      Promise.reject(new Error(`failed: ${request.headers.get('authorization')}`));
    const error = await errorOf(fixture.api({ fetch }).updateWebsite('1', {}));
    expect(everything(error)).not.toContain(key);
  });

  test('what is written of a request', async () => {
    const records: unknown[] = [];
    fixture.server.answerWith(json({ data: [] }), cut);
    const api = fixture.api({ onRequest: record => records.push(record) });
    await api.listWebsites({ perPage: 10 });
    await errorOf(api.updateWebsite('1', { email: true }));
    const { url } = fixture.server;
    expect(records).toEqual([
      { method: 'GET', url: `${url}/api/v1/websites?per_page=10`, status: 200, ms: expect.any(Number) },
      { method: 'PUT', url: `${url}/api/v1/websites/1`, status: undefined, ms: expect.any(Number) },
    ]);
  });
});

describe('a key', () => {
  test.each([
    ['', 'no API key'],
    ['  ', 'no API key'],
    ['two words', 'blank or a special character'],
    ['line\nbreak', 'blank or a special character'],
    ['schlüssel', 'blank or a special character'],
  ])('that no header can carry (%j) is refused before a request', async (bad, line) => {
    const error = await show(bad);
    expect(error.kind).toBe('auth');
    expect(error.message).toContain(line);
    expect(error.message).not.toContain('schlüssel');
    expect(fixture.server.requests).toEqual([]);
  });

  test('with a line break after it is the key without', async () => {
    fixture.server.answerWith(json({ data: { id: 1 } }));
    await fixture.api({ apiKey: () => Promise.resolve('from-a-command\n') }).showWebsite('1');
    expect(fixture.server.requests[0]?.headers.authorization).toBe('Bearer from-a-command');
  });

  test('is asked for once, and again only after the service has refused it', async () => {
    let asked = 0;
    const api = fixture.api({ apiKey: () => Promise.resolve(`key-${(asked += 1)}`) });
    fixture.server.answerWith(
      json({ data: { id: 1 } }),
      json({ data: { id: 1 } }),
      bare(401),
      json({ data: { id: 1 } }),
    );
    await Promise.all([api.showWebsite('1'), api.showWebsite('1')]);
    await errorOf(api.showWebsite('1'));
    await api.showWebsite('1');
    expect(fixture.server.requests.map(({ headers }) => headers.authorization)).toEqual([
      'Bearer key-1',
      'Bearer key-1',
      'Bearer key-1',
      'Bearer key-2',
    ]);
  });

  test('whose source fails is an auth error, and is asked for again', async () => {
    const answers = [Promise.reject(new Error('pass: no such entry\u001b[2J')), Promise.resolve('good')];
    answers[0]?.catch(() => undefined);
    let refusals = 0;
    const api = fixture.api({
      apiKey: () => answers.shift() ?? Promise.reject(new Error('asked too often')),
      onAuthFailure: () => (refusals += 1),
    });
    fixture.server.answerWith(json({ data: { id: 1 } }));
    const error = await errorOf(api.showWebsite('1'));
    expect(error).toMatchObject({
      kind: 'auth',
      message: 'The API key could not be read: pass: no such entry',
      details: { isUnread: true },
    });
    // No service has refused a key.
    expect(refusals).toBe(0);
    expect(await api.showWebsite('1')).toMatchObject({ id: '1' });
  });
});

test('a key that is renewed is read at once, also where the one before was read again after its refusal', async () => {
  let source = 'first';
  const apiKey = createApiKey(() => Promise.resolve(source));
  apiKey.forget(await apiKey.read());
  expect(await apiKey.read()).toBe('first');
  source = 'second';
  expect(await apiKey.read()).toBe('first');
  apiKey.renew();
  expect(await apiKey.read()).toBe('second');
});
