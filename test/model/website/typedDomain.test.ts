import { expect, test } from 'vitest';
import { checkTypedDomain } from '#model/website/domain.ts';

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
