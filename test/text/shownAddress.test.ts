import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { shownAddress } from '#text/safeText.ts';

test.each([
  ['https://stats.example.com/analytics', 'https://stats.example.com/analytics'],
  ['stats.example.com', 'stats.example.com'],
  ['https://me:secret@stats.example.com', 'https://***@stats.example.com'],
  ['HTTP://secret@stats.example.com:8080/a', 'HTTP://***@stats.example.com:8080/a'],
  ['me:secret@stats.example.com', '***@stats.example.com'],
  ['https://me:sec/ret@stats.example.com', 'https://***@stats.example.com'],
  ['https://me:sec@ret@stats.example.com', 'https://***@stats.example.com'],
  ['https://me:sec?ret#@stats.example.com', 'https://***@stats.example.com'],
  ['https://stats.example.com/?token=secret', 'https://stats.example.com/'],
  ['https://stats.example.com/#secret', 'https://stats.example.com/'],
  ['', ''],
])('%s', (url, shown) => {
  expect(shownAddress(url)).toBe(shown);
});

test('whatever the password, it is not shown', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), password => {
      expect(shownAddress(`https://me:<${password}>@host.example`)).toBe('https://***@host.example');
    }),
  );
});

test('a share link opens its website to whoever has it, so only its host is shown', () => {
  expect(shownAddress('https://umami.example.com/share/Xa81bC/shop.example.com')).toBe(
    'https://umami.example.com/share/***',
  );
  expect(shownAddress('https://umami.example.com/share/Xa81bC')).toBe('https://umami.example.com/share/***');
});
