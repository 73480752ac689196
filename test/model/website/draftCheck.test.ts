import { describe, expect, it } from 'vitest';
import { normaliseDomain } from '#model/website/domain.ts';
import { checkDraft, type WebsiteDraft } from '#model/website/draft.ts';
import { websiteDefaults } from '#model/website/website.ts';

const draft = (fields: Partial<WebsiteDraft>): WebsiteDraft => ({
  ...websiteDefaults,
  domain: 'shop.example.com',
  ...fields,
});
const domainError = (domain: string) => checkDraft(draft({ domain }), 'add').domain;
const ipsError = (excludeIps: string) => checkDraft(draft({ excludeIps }), 'add').excludeIps;

describe('domain', () => {
  it.each([
    'shop.example.com',
    ' Shop.Example.COM ',
    'localhost',
    'münchen.de',
    'xn--mnchen-3ya.de',
    '例え.jp',
    'a_b.example.com',
    '192.168.0.1',
    `${'a'.repeat(63)}.com`,
  ])('takes %s', domain => {
    expect(checkDraft(draft({ domain }), 'add')).toEqual({});
  });
  it.each([
    'https://shop.example.com/',
    'http://shop.example.com:8080/path?q=1#top',
    'shop.example.com/path',
    'shop.example.com:443',
    '//shop.example.com',
    'https://user:secret@Shop.example.com/',
    'shop.example.com.',
    'https://shop.example.com?x',
  ])('says which host name to type for %s', domain => {
    expect(domainError(domain)).toBe('Type only the host name: shop.example.com');
  });
  it.each([
    ['', 'Type the domain of the website, such as shop.example.com.'],
    ['   ', 'Type the domain of the website, such as shop.example.com.'],
    ['shop example.com', 'A host name has no spaces: type it as shop.example.com.'],
    [
      'shop..example.com',
      'This is not a host name: type letters, digits, hyphens and dots, as in shop.example.com.',
    ],
    [
      '-shop.example.com',
      'This is not a host name: type letters, digits, hyphens and dots, as in shop.example.com.',
    ],
    [
      'sh\u200bop.example.com',
      'This is not a host name: type letters, digits, hyphens and dots, as in shop.example.com.',
    ],
    ['a@b@c!', 'This is not a host name: type letters, digits, hyphens and dots, as in shop.example.com.'],
    [
      `${'a'.repeat(64)}.com`,
      'This is not a host name: type letters, digits, hyphens and dots, as in shop.example.com.',
    ],
    ['a.'.repeat(130) + 'com', 'A host name has at most 253 characters.'],
  ])('refuses %j', (domain, error) => {
    expect(domainError(domain)).toBe(error);
  });
  it('is not looked at when editing', () => {
    expect(checkDraft(draft({ domain: '' }), 'edit', draft({ domain: '' }))).toEqual({});
  });
  it('is sent trimmed and in lower case', () => {
    expect(normaliseDomain(' Shop.Example.COM\n')).toBe('shop.example.com');
  });
});

describe('password', () => {
  const missing = { password: 'Type the password that visitors of the statistics will be asked for.' };
  const locked = draft({ privacy: 'password' });
  it('is needed on add and on a change to password', () => {
    expect(checkDraft(locked, 'add')).toEqual(missing);
    expect(checkDraft(locked, 'edit', draft({ privacy: 'private' }))).toEqual(missing);
    expect(checkDraft({ ...locked, password: 'x' }, 'add')).toEqual({});
  });
  it('is not needed where there is one, or none is asked for', () => {
    expect(checkDraft(locked, 'edit', locked)).toEqual({});
    expect(checkDraft(draft({ privacy: 'public' }), 'add')).toEqual({});
  });
  it('has a length', () => {
    expect(checkDraft({ ...locked, password: 'x'.repeat(1001) }, 'add').password).toBe(
      'A password has at most 1000 characters.',
    );
  });
});

describe('excluded addresses', () => {
  it.each([
    '',
    '203.0.113.7',
    '10.0.0.0/8',
    '2001:db8::1',
    '2001:DB8::/32',
    '::ffff:10.0.0.1',
    '203.0.113.7\r\n\n  10.0.0.0/8  \n',
    '203.0.113.7, 203.0.113.8',
    '0.0.0.0/0',
  ])('takes %j', text => {
    expect(ipsError(text)).toBeUndefined();
  });
  it.each([
    ['203.0.113.256', 1, '203.0.113.256'],
    ['203.0.113.7\n\n10.0.0.0/33', 3, '10.0.0.0/33'],
    ['203.0.113.7\r\n10.0.0', 2, '10.0.0'],
    ['2001:db8::/129', 1, '2001:db8::/129'],
    ['2001:db8::1::2', 1, '2001:db8::1::2'],
    ['203.0.113.7/', 1, '203.0.113.7/'],
    ['01.2.3.4', 1, '01.2.3.4'],
    ['example.com', 1, 'example.com'],
    ['10.0.0.1 10.0.0.2', 1, '10.0.0.1 10.0.0.2'],
    ['::1]/?[', 1, '::1]/?['],
  ])('names the line of what is wrong in %j', (text, line, entry) => {
    expect(ipsError(text)).toBe(
      `Line ${line}, "${entry}": type an address or a range, such as 203.0.113.7 or 10.0.0.0/8.`,
    );
  });
  it('never refuses what is stored and untouched, but does once it was touched', () => {
    const stored = draft({ excludeIps: 'my office', excludeParams: 'x'.repeat(60_001) });
    expect(checkDraft(stored, 'edit', stored)).toEqual({});
    expect(checkDraft({ ...stored, excludeIps: 'my office\n' }, 'edit', stored)).toEqual({
      excludeIps: 'Line 1, "my office": type an address or a range, such as 203.0.113.7 or 10.0.0.0/8.',
    });
  });
  it('limits the length of a list', () => {
    expect(checkDraft(draft({ excludeParams: 'x'.repeat(60_001) }), 'add')).toEqual({
      excludeParams: 'This list is too long: at most 60,000 characters.',
    });
  });
});
