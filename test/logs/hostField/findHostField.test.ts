import { expect, test } from 'vitest';
import { ownHosts } from '#logs/fields/hosts.ts';
import { findHostField } from '#logs/formats/fields/hostField.ts';

const time = '[10/Nov/2026:08:00:00 +0000]';

/** Ten lines, each with what a function makes of its number behind the request. */
function lines(
  behind: (at: number) => string,
  head: (at: number) => string = () => '203.0.113.7 - -',
): string[] {
  return Array.from(
    { length: 10 },
    (_, at) => `${head(at)} ${time} "GET /${at} HTTP/1.1" 200 512${behind(at)}`,
  );
}

const agent = '"-" "Mozilla/5.0 (X11)"';
const own = ownHosts('example.com');

test.each([
  ['combined, at its end', ` ${agent} example.com`, 4],
  ['combined, in quotes', ` ${agent} "example.com"`, 4],
  ['with a port, capitals and a last dot', ` ${agent} "WWW.Example.COM.:8443"`, 4],
  [
    'with fields before and behind',
    ` ${agent} "192.0.2.1, 198.51.100.7" 0.003 example.com "TLSv1.3" 10.0.0.2:8080`,
    6,
  ],
  ['lists of words', ` ${agent} 192.0.2.1, 198.51.100.7 0.1 : 0.2 example.com`, 6],
  ['common, at its end', ' example.com', 2],
  ['common, in quotes', ' "example.com"', 2],
  ['common, with fields behind', ' example.com 0.003 TLSv1.3', 2],
  ['in place of the referrer', ' "example.com" "Mozilla/5.0 (X11)"', 2],
  ['between the size and the referrer', ` example.com ${agent}`, 2],
  ['with its name', ` ${agent} rt=0.003 host=example.com upstream=backend.example.net`, 5],
  ['with its name and quotes', ` ${agent} sn="other.example.net" host="example.com"`, 5],
  ["nginx's usual long format", ` ${agent} "-" "example.com" sn="example.com" rt=0.003 ua="10.0.0.2:80"`, 5],
])('the host stands behind the request: %s', (_, behind, place) => {
  const texts = lines(() => behind);
  for (const hosts of [own, undefined])
    expect(findHostField(texts, hosts)).toEqual({ kind: 'found', index: place });
});

test('the host is the second word, as lighttpd writes it', () => {
  const texts = lines(
    () => ` ${agent}`,
    at => `203.0.113.${at} ${at % 2 ? 'www.' : ''}example.com -`,
  );
  expect(findHostField(texts, undefined)).toEqual({ kind: 'found', index: -1 });
});

test.each([
  ['nothing', ` ${agent}`],
  ['X-Forwarded-For', ` ${agent} "192.0.2.1, 198.51.100.7"`],
  ['an address of IPv6', ` ${agent} "2001:db8::1" [2001:db8::1]:443`],
  ['a time, a size and a ratio', ` ${agent} 0.003 512 2.35 1.2.3`],
  ['a protocol and a cipher', ` ${agent} TLSv1.3 TLS_AES_256_GCM_SHA384 HTTP/2.0`],
  ['an upstream', ` ${agent} 10.0.0.2:8080 backend unix:/run/php-fpm.sock`],
  ['an upstream with its name', ` ${agent} upstream=backend.example.net proxy_host="backend.example.net"`],
  ['an upstream of Kubernetes', ` ${agent} [default-web-80] [] 10.0.0.2:80`],
  ['a path', ` ${agent} /srv/www/index.php "/index.php"`],
  ['a referrer', ' "https://example.com/" "Mozilla/5.0 (X11)" "http://example.com/x"'],
  ['an address of mail', ` ${agent} frank@example.com`],
  ['an agent without a space', ' "-" "curl/8.5.0" "Wget/1.21"'],
  ["Traefik's router", ' "-" "-" 12 "web.example.com" "http://10.0.0.2:80" 3ms'],
])('no host is behind the request: %s', (_, behind) => {
  const texts = lines(() => behind);
  for (const hosts of [own, undefined]) expect(findHostField(texts, hosts)).toBeUndefined();
});

test('a log that has its hosts in front needs no other', () => {
  const texts = lines(
    () => ` ${agent} backend.example.net`,
    () => 'example.com:443 203.0.113.7 - -',
  );
  expect(findHostField(texts, undefined)).toBeUndefined();
});

test('a name in some of the lines is no host; scanners send addresses', () => {
  const some = (share: number, other: string) =>
    findHostField(
      lines(at => ` ${agent} ${at < share * 10 ? 'example.com' : other}`),
      undefined,
    )?.kind;
  expect(some(0.4, '-')).toBeUndefined();
  expect(some(0.8, '0.003')).toBeUndefined();
  expect(some(0.8, '-')).toBe('unsure');
  expect(some(0.5, 'localhost')).toBe('unsure');
  expect(some(0.9, '-')).toBe('found');
  expect(some(0.6, '198.51.100.7')).toBe('found');
  expect(some(0.4, '198.51.100.7')).toBeUndefined();
});

test('of one website a field is its host where it is in one of the lines', () => {
  const others = lines(at => ` ${agent} ${at === 7 ? 'www.example.com' : 'other.example.net'}`);
  expect(findHostField(others, own)).toEqual({ kind: 'found', index: 4 });
  // The name of the machine or of an upstream is in all of them.
  const machine = lines(() => ` ${agent} web1.example.net 0.003`);
  expect(findHostField(machine, own)).toEqual({
    kind: 'unsure',
    name: 'web1.example.net',
    format:
      '$remote_addr - $remote_user [$time_local] "$request" $status $body_bytes_sent "$http_referer" "$http_user_agent" $host $field5',
  });
  // Pages of a website link each other.
  const linked = lines(at => ` "https://www.shop${at}.example/" "Mozilla/5.0" shop${at}.example`);
  expect(findHostField(linked, own)).toEqual({ kind: 'found', index: 4 });
});

test('where each host is a website, several names are told apart by referrers, or not at all', () => {
  const two = (referrer: string, first: string, second: string) =>
    findHostField(
      lines(() => ` "${referrer}" "Mozilla/5.0" ${first} "${second}"`),
      undefined,
    );
  expect(two('https://b.example/x', 'a.example', 'b.example')).toEqual({ kind: 'found', index: 5 });
  expect(two('-', 'a.example', 'a.example')).toEqual({ kind: 'found', index: 4 });
  expect(two('-', 'a.example', 'b.example')).toMatchObject({ kind: 'unsure', name: 'a.example' });
  expect(two('-', 'a.internal', '-')).toMatchObject({ kind: 'unsure', name: 'a.internal' });
});

test('where each host is a website, a name is not its host where styles and images are part of pages of another one', () => {
  const texts = Array.from(
    { length: 10 },
    (_, at) =>
      `203.0.113.7 - - ${time} "GET /${at}.css HTTP/1.1" 200 5 "https://www.shop.example/" "Mozilla/5.0" web1.example.net`,
  );
  expect(findHostField(texts, undefined)).toMatchObject({ kind: 'unsure', name: 'web1.example.net' });
});
