import { expect, test } from 'vitest';
import { failureBox } from '#screens/websites/failurePanel.ts';
import { failureText, outageKeys } from '#screens/messages.ts';
import { diagnose } from '#screens/diagnosis.ts';
import { ApiError } from '#model/failure.ts';
import type { Services } from '#store/profile/services.ts';
import { bodyRows } from '#store/display.ts';
import { textWidth } from '#text/characters.ts';
import { safeText } from '#text/safeText.ts';
import { createApi, openFaultServer } from '../helpers/apiFixture.ts';
import { bare, cut, html, json } from '../helpers/faultAnswers.ts';
import type { Answer } from '../helpers/faultServer.ts';
import { freePort } from '../helpers/freePort.ts';
import { storeOver } from '../helpers/storeFixture.ts';

const profile = { name: 'stats', url: 'https://stats.example.com:8443', readOnly: false };

/** The list that was never read, of a service that answers so; at a port where nothing listens without an answer. */
async function failing(answer: Answer | undefined, change: Partial<Services['profile']> = {}) {
  const server = await openFaultServer();
  if (answer !== undefined) server.answerWith(answer);
  const url = answer === undefined ? `http://127.0.0.1:${await freePort()}` : server.url;
  const api = createApi({ baseUrl: url, apiKey: 'some-key', random: () => 0 });
  const { store } = storeOver(api, { profile: { ...profile, url, ...change } });
  await store.getState().websites.load();
  return { store, url };
}

const textOf = (parts: readonly { readonly text: string }[]) => parts.map(({ text }) => text).join('');

test.each([
  ['a port where nothing listens', undefined, 'No answer', 'Connection', 'r'],
  ['a connection that ends', cut, 'No answer', 'Answer', 'r'],
  ['a web page', html(), 'Another service answers', 'Service', 'P'],
  ['a key that is refused', json({ message: 'no' }, 401), 'The key is not accepted', 'Key', 'P'],
  ['what is not allowed', json({}, 403), 'Not allowed', 'Websites', 'P'],
  ['too many requests', bare(429, { 'retry-after': '40' }), 'Too many requests', 'Websites', 'P'],
  ['an error of the service', bare(500), 'Service error', 'Websites', 'r'],
] as const)('%s has its own words, key and look at, at every size', async (_, answer, title, step, key) => {
  const { store } = await failing(answer);
  for (const [columns, rows] of [
    [80, 24],
    [120, 40],
    [200, 50],
  ] as const) {
    store.getState().resize({ columns, rows });
    const state = store.getState();
    const { error } = state.websites.list;
    if (error === undefined) throw new Error('it was read');
    const lines = failureBox(state, bodyRows(state.viewport)).map(textOf);
    const text = lines.join('\n');
    expect(lines.length).toBeLessThanOrEqual(bodyRows(state.viewport));
    expect(Math.max(...lines.map(line => textWidth(safeText(line.trimEnd()))))).toBeLessThanOrEqual(columns);
    expect(lines[0]).toContain(`─ ${title} ─`);
    expect(text).toContain(failureText(error).slice(0, 40));
    expect(text).toContain(`✗ ${step}`);
    expect(lines.find(line => /tr(?:y|ies) again/.test(line))).toContain(` ${key} `);
    expect(outageKeys(state, error)[0]?.key).toBe(key);
    const { checks } = diagnose(error, state.profile);
    // All of it, and nothing of another kind.
    const shown = checks.map(([name]) => name).filter(name => text.includes(` ${name} `));
    expect(shown).toEqual(checks.map(([name]) => name));
    expect(text.match(/LOOK AT/g)).toHaveLength(1);
    expect(text.includes('STATISTICS')).toBe(columns === 200);
    expect(text.includes('IN THE SHELL')).toBe(columns > 80);
  }
});

test('names of what is to be looked at leave a blank before what it says, in few columns too', () => {
  const errors = [
    ...(['network', 'timeout', 'auth', 'forbidden', 'shape', 'rateLimit', 'server'] as const).map(
      kind => new ApiError(kind, 'No.'),
    ),
    ...['ENOTFOUND', 'EHOSTUNREACH', 'ECONNREFUSED'].map(code => new ApiError('network', 'No.', { code })),
    ...[
      'DEPTH_ZERO_SELF_SIGNED_CERT',
      'CERT_HAS_EXPIRED',
      'ERR_TLS_CERT_ALTNAME_INVALID',
      'ERR_SSL_WRONG_VERSION_NUMBER',
    ].map(code => new ApiError('network', 'No.', { code, staysWrong: true })),
    new ApiError('auth', 'No.', { isUnread: true }),
    new ApiError('auth', 'No.', { isLink: true }),
  ];
  const all = errors.map(error => diagnose(error, profile));
  for (const { checks } of all)
    for (const [name, look] of checks) {
      expect(name.length).toBeLessThan(15);
      expect(look).toMatch(/[.?]$/);
    }
  // What is wrong with a certificate is looked at first.
  const firstOf = (code: string) =>
    diagnose(new ApiError('network', 'No.', { code, staysWrong: true }), profile).checks[0]?.[0];
  expect(firstOf('CERT_HAS_EXPIRED')).toBe('Its days');
  expect(firstOf('ERR_TLS_CERT_ALTNAME_INVALID')).toBe('Its name');
  // No two kinds have the same advice.
  const words = all.map(({ checks }) => checks.map(([, look]) => look).join(' '));
  expect(new Set(words).size).toBe(errors.length);
});

test('a long address goes on in the next line, and a kiosk shows none', async () => {
  const long = { url: `https://stats.${'long-'.repeat(8)}example.com/path` };
  const { store } = await failing(undefined, long);
  const text = failureBox(store.getState(), 21).map(textOf).join('\n');
  expect(text).not.toContain('…');
  expect(text.replaceAll(/[^a-z]/g, '')).toContain('long'.repeat(3));
  const kiosk = await failing(undefined, { isKiosk: true });
  kiosk.store.getState().resize({ columns: 200, rows: 50 });
  const shown = failureBox(kiosk.store.getState(), 47).map(textOf).join('\n');
  expect(shown).toContain('STATISTICS');
  expect(shown).not.toContain('doctor');
  expect(shown).not.toContain('http');
});
