import { expect, test } from 'vitest';
import { proxiesOf } from '#api/http/send.ts';
import { isException, proxyFor } from '#api/http/nodeFetch.ts';

test.each([
  ['https://stats.example.com', 'example.com', true],
  ['https://stats.example.com', '.example.com', true],
  ['https://stats.example.com', '*.example.com', true],
  ['https://example.com', '.example.com', true],
  ['https://notexample.com', 'example.com', false],
  ['https://STATS.example.com.', 'Example.COM', true],
  ['https://stats.example.com', 'other.com,, stats.example.com', true],
  ['https://stats.example.com', 'stats.example.com:443', true],
  ['https://stats.example.com:8443', 'stats.example.com:443', false],
  ['http://stats.example.com', 'stats.example.com:80', true],
  ['https://stats.example.com', '*', true],
  ['https://stats.example.com', '', false],
  ['http://10.1.2.3', '10.0.0.0/8', true],
  ['http://11.1.2.3', '10.0.0.0/8', false],
  ['http://10.1.2.3', '10.1.2.3', true],
  ['http://10.1.2.3', '10.0.0.0/99', false],
  ['http://110.1.2.3', '10.1.2.3', false],
  ['http://[fd00::1]:8080', 'fd00::/8', true],
  ['http://[fe80::1]:8080', 'fd00::/8', false],
  ['http://[fd00::1]:8080', '[fd00::1]', true],
  ['http://[fd00::1]:8080', '[fd00::1]:8080', true],
])('%s is an exception of "%s": %s', (url, exceptions, expected) => {
  expect(isException(new URL(url), exceptions)).toBe(expected);
});

test('the lower-case name goes first, and each kind of address has its own', () => {
  const proxies = proxiesOf({
    HTTPS_PROXY: 'a:1',
    https_proxy: 'b:2',
    HTTP_PROXY: 'https://c',
    no_proxy: 'x.com',
  });
  if (proxies === undefined) throw new Error('no proxies');
  expect(proxyFor(new URL('https://stats.example'), proxies)?.href).toBe('http://b:2/');
  expect(proxyFor(new URL('http://stats.example'), proxies)?.href).toBe('https://c/');
  expect(proxyFor(new URL('http://x.com'), proxies)).toBeUndefined();
  expect(proxiesOf({ NO_PROXY: '*' })).toBeUndefined();
});

test.each(['socks5://x:1', 'http://', 'http://user:pass@'])('%s is refused without its password', text => {
  expect(() => proxiesOf({ HTTPS_PROXY: text })).toThrow(/^HTTPS_PROXY (?:is no address|must start with)/);
});
