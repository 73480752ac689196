import * as fc from 'fast-check';
import { expect, it, test } from 'vitest';
import { checkTypedDomain, rowUrl, websiteUrl } from '#model/website/website.ts';
import { anyCharacter } from '../../helpers/anyCharacter.ts';

test.each(['', ' ', 's', 'shop', 'shop.', 'shop-', 'Shop.Example.com', 'münchen.example'])(
  '"%s" may become a host name: nothing is said while it is typed',
  text => {
    expect(checkTypedDomain(text)).toBeUndefined();
  },
);

test.each([
  ['shop example', /no spaces/],
  ['shop..', /not a host name/],
  ['https://shop.example.com/a', /^Type only the host name: shop\.example\.com$/],
])('"%s" cannot any more', (text, words) => {
  expect(checkTypedDomain(text)).toMatch(words);
});

it.each([
  ['shop.example.com', 'https://shop.example.com/'],
  ['SHOP.example.com ', 'https://shop.example.com/'],
  ['bücher.example', 'https://xn--bcher-kva.example/'],
  ['user@evil.example', undefined],
  ['a b.example', undefined],
  ['', undefined],
])('the address of %j is %s', (domain, url) => {
  expect(websiteUrl(domain)).toBe(url);
});

it.each([
  ['/pricing', 'https://shop.example.com/pricing'],
  ['/a b?q=ü#x', 'https://shop.example.com/a%20b?q=%C3%BC#x'],
  ['pricing', 'https://shop.example.com/pricing'],
  ['shop.example.com/pricing', 'https://shop.example.com/pricing'],
  ['http://shop.example.com/x', 'http://shop.example.com/x'],
  ['https://www.shop.example.com/x', 'https://www.shop.example.com/x'],
  ['//evil.example/x', undefined],
  [String.raw`\\evil.example\x`, undefined],
  ['https://evil.example/', undefined],
  ['https://shop.example.com.evil.example/', undefined],
  ['https://shop.example.com@evil.example/', undefined],
  ['https://user:word@shop.example.com/', undefined],
  ['https://user@shop.example.com/', undefined],
  ['https://:word@shop.example.com/', undefined],
  ['https://shop.example.com:8443/', undefined],
  ['javascript:alert(1)', undefined],
  ['file:///etc/passwd', undefined],
  ['/\x1b]52;c;x\x07', 'https://shop.example.com/%1B]52;c;x'],
  ['', undefined],
  [`/${'x'.repeat(2000)}`, undefined],
])('the page %j is at %s', (value, url) => {
  expect(rowUrl('shop.example.com', 'page', value)).toBe(url);
});

it('only pages are places on the website', () => {
  expect(rowUrl('shop.example.com', 'landing_page', '/a')).toBe('https://shop.example.com/a');
  expect(rowUrl('shop.example.com', 'referrer', 'https://shop.example.com/')).toBeUndefined();
});

it('never leaves the website, and is plain ASCII', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter }), value => {
      const url = rowUrl('shop.example.com', 'page', value);
      expect(url ?? 'https://shop.example.com/').toMatch(/^https?:\/\/(?:www\.)?shop\.example\.com\/[!-~]*$/);
    }),
  );
});
