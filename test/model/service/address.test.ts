import { isPlainHttpElsewhere, normaliseBaseUrl } from '#model/service/connection.ts';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyCharacter } from '../../helpers/anyCharacter.ts';

describe('an address as typed becomes a base URL', () => {
  test.each([
    ['https://stats.example.com', 'https://stats.example.com'],
    ['  https://Stats.Example.com/  ', 'https://stats.example.com'],
    ['https://example.com/analytics/', 'https://example.com/analytics'],
    ['https://example.com/analytics//', 'https://example.com/analytics'],
    ['https://example.com/api/v1', 'https://example.com'],
    ['https://example.com/a/b/api/v1/', 'https://example.com/a/b'],
    ['https://example.com/api/v1/websites', 'https://example.com'],
    ['https://example.com/x/api/v1/websites/12', 'https://example.com/x'],
    ['https://example.com/api/v1/stats/12', 'https://example.com'],
    ['https://example.com/api', 'https://example.com/api'],
    ['https://example.com/api/v1beta', 'https://example.com/api/v1beta'],
    ['stats.example.com', 'https://stats.example.com'],
    ['stats.example.com:8443/x', 'https://stats.example.com:8443/x'],
    ['localhost:3000', 'http://localhost:3000'],
    ['localhost:443', 'http://localhost:443'],
    ['127.0.0.1:8080/api/v1', 'http://127.0.0.1:8080'],
    ['[::1]:8080', 'http://[::1]:8080'],
    ['app.localhost', 'http://app.localhost'],
    ['https://localhost', 'https://localhost'],
    ['http://stats.example.com:80', 'http://stats.example.com'],
    ['https://münchen.example', 'https://xn--mnchen-3ya.example'],
  ])('%s -> %s', (typed, url) => {
    expect(normaliseBaseUrl(typed)).toEqual({ url });
  });

  test.each([
    ['', 'Type the address'],
    ['   ', 'Type the address'],
    ['https://', 'not a web address'],
    ['two words', 'not a web address'],
    ['mailto:me', 'not a web address'],
    ['ftp://example.com', 'must start with https://'],
    ['file:///etc/passwd', 'must start with https://'],
    ['https://me:hunter2@example.com', 'user name and password'],
    ['me@example.com', 'user name and password'],
    ['https://example.com/?x=1', 'from the ? or #'],
    ['https://example.com/?', 'from the ? or #'],
    ['https://example.com/#/websites', 'from the ? or #'],
  ])('%s is refused: %s', (typed, line) => {
    const result = normaliseBaseUrl(typed);
    expect(result).toEqual({ error: expect.stringContaining(line) });
    expect(JSON.stringify(result)).not.toContain('hunter2');
  });

  test('a base URL stays as it is when it is normalised again', () => {
    const part = fc.oneof(
      fc.constantFrom('', 'api', 'v1', 'websites', '..'),
      fc.string({ unit: anyCharacter }).map(encodeURIComponent),
    );
    const address = fc.tuple(
      fc.constantFrom('https://', 'HTTP://', ''),
      fc.domain(),
      fc.constantFrom('', ':8080', ':443'),
      fc.array(part).map(parts => parts.map(text => `/${text}`).join('')),
    );
    fc.assert(
      fc.property(
        fc.oneof(
          address.map(parts => parts.join('')),
          fc.domain(),
          fc.string(),
        ),
        typed => {
          const once = normaliseBaseUrl(typed);
          const again = 'url' in once ? normaliseBaseUrl(once.url) : once;
          expect(again).toEqual(once);
        },
      ),
    );
  });
});

test.each([
  ['http://stats.example.com', true],
  ['http://192.168.1.5:8080', true],
  ['https://stats.example.com', false],
  ['http://localhost:3000', false],
  ['http://127.0.0.9', false],
  ['http://[::1]', false],
  ['http://127.0.0.1.example.com', true],
  ['not a url', false],
])('plain http to another machine: %s is %s', (url, expected) => {
  expect(isPlainHttpElsewhere(url)).toBe(expected);
});
