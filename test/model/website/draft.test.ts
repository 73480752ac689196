import * as fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  type WebsiteDraft,
  addEntries,
  changesFor,
  checkDraft,
  daysLeftBy,
  draftOf,
  listEntries,
  removeEntries,
  unknownFields,
} from '#model/website/draft.ts';
import { normaliseDomain, type Website, websiteDefaults } from '#model/website/website.ts';

const site: Website = {
  id: '7',
  domain: 'shop.example.com',
  name: 'The shop',
  privacy: 'public',
  email: true,
  excludeBots: false,
  excludeParams: 'utm_source\r\nfbclid',
  excludeIps: 'whatever is stored',
  fields: {},
};
const bare: Website = { id: '8', fields: {} };

describe('draftOf', () => {
  it('takes the stored values and never a password', () => {
    expect(draftOf(site)).toEqual({
      domain: 'shop.example.com',
      name: 'The shop',
      privacy: 'public',
      password: '',
      email: true,
      excludeBots: false,
      excludeParams: 'utm_source\r\nfbclid',
      excludeIps: 'whatever is stored',
      retention: '',
    });
  });
  it('starts what the service left out at its default, and says which', () => {
    expect(draftOf(bare)).toEqual(websiteDefaults);
    expect([...unknownFields(bare)]).toEqual(
      'name privacy email excludeBots excludeParams excludeIps retention'.split(' '),
    );
    expect([...unknownFields(site)]).toEqual(['retention']);
  });
});

describe('changesFor', () => {
  const locked: Website = { ...site, privacy: 'password' };
  it('sends nothing where nothing changed', () => {
    const { retention: _, ...known } = draftOf(site);
    expect(changesFor(site, known)).toEqual({});
    expect(changesFor(bare, {})).toEqual({});
  });
  it('sends what differs, an emptied field too', () => {
    expect(changesFor(site, { email: false, excludeBots: false })).toEqual({ email: false });
    expect(changesFor(site, { excludeParams: '' })).toEqual({ excludeParams: '' });
    expect(changesFor(site, { email: true })).toEqual({});
  });
  it('sends a value, even the default, where the service had left it out', () => {
    expect(changesFor(bare, { email: false })).toEqual({ email: false });
    expect(changesFor(bare, { excludeBots: websiteDefaults.excludeBots })).toEqual({
      excludeBots: websiteDefaults.excludeBots,
    });
  });
  it('sends a password only when typed, and only to a website that asks for one', () => {
    const set = { privacy: 'password', password: 'secret' } as const;
    expect(changesFor(site, set)).toEqual(set);
    expect(changesFor(locked, { password: 'secret' })).toEqual({ password: 'secret' });
    expect(changesFor(locked, { email: false })).toEqual({ email: false });
    expect(changesFor(locked, { privacy: 'private', password: 'secret' })).toEqual({ privacy: 'private' });
  });
  it('turns what was there into the draft, password aside', () => {
    const draft = fc.record({
      domain: fc.constant('x'),
      name: fc.constantFrom('', 'Shop'),
      privacy: fc.constantFrom('public', 'private', 'password'),
      password: fc.constant(''),
      email: fc.boolean(),
      excludeBots: fc.boolean(),
      excludeParams: fc.constantFrom('', 'a', 'a\nb'),
      excludeIps: fc.constantFrom('', '10.0.0.1'),
      retention: fc.constantFrom('', '400'),
    });
    fc.assert(
      fc.property(draft, draft, (from, to) => {
        const website: Website = { ...from, id: '7', fields: {} };
        expect({ ...from, ...changesFor(website, to) }).toEqual(to);
      }),
    );
  });
});

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
  const missing = { password: 'Type the password that visitors are asked for.' };
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
    ['fe80::1%eth0', 1, 'fe80::1%eth0'],
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
    const limits = { serviceName: 'Goat', takesRanges: false, daysKept: { min: 31, max: 1825 } } as const;
    const checked = (changed: Partial<WebsiteDraft>) =>
      checkDraft(draft(changed), 'add', websiteDefaults, limits);
    expect(checked({ excludeIps: '::1\n10.0.0.7', retention: '31' })).toEqual({});
    expect(checked({ excludeIps: '::1\n10.0.0.0/8', retention: '30' })).toEqual({
      excludeIps: 'Line 2, "10.0.0.0/8": type an address, such as 203.0.113.7: Goat takes no ranges.',
      retention: 'Goat keeps visits for 31 to 1,825 days, or for ever where nothing is typed.',
    });
    expect(checked({ retention: '1826' }).retention).toMatch(/^Goat keeps/);
    expect(checked({ retention: '31 days' }).retention).toMatch(/^Type a number of days/);
    expect(checkDraft(draft({ excludeParams: 'x'.repeat(60_001) }), 'add')).toEqual({
      excludeParams: 'This list is too long: at most 60,000 characters.',
    });
  });
});

test.each([
  ['', ['10.0.0.1'], '10.0.0.1'],
  ['a', ['b', 'b', ' c '], 'a\nb\nc'],
  ['a\r\nb\r\n', ['c'], 'a\r\nb\r\nc'],
  [' a , b', ['b'], ' a , b'],
  ['a,', ['b'], 'a\nb'],
  ['a', [''], 'a'],
])('%j with %j is %j', (text, entries, result) => {
  expect(addEntries(text, entries)).toBe(result);
});

test.each([
  ['a\nb\nc', ['b'], 'a\nc'],
  ['a\nb', ['b'], 'a'],
  ['a', ['a'], ''],
  ['a, b,c', ['b'], 'a,c'],
  ['a\r\nb\r\nc', ['a'], 'b\r\nc'],
  [' odd ,\r\n text ', ['none'], ' odd ,\r\n text '],
])('%j without %j is %j', (text, entries, result) => {
  expect(removeEntries(text, entries)).toBe(result);
});

test('what was added can be removed, and the other entries stay', () => {
  const entry = fc.stringMatching(/^[a-z0-9./:]{1,12}$/);
  fc.assert(
    fc.property(fc.array(entry), fc.array(entry), fc.constantFrom('\n', '\r\n', ', '), (one, two, end) => {
      const text = one.join(end);
      const added = addEntries(text, two);
      expect(new Set(listEntries(added))).toEqual(new Set([...one, ...two]));
      expect(listEntries(removeEntries(added, two))).toEqual(one.filter(each => !two.includes(each)));
    }),
  );
});

test('visits are deleted where fewer days are kept than before, for ever being the most', () => {
  const left = (before: string | undefined, retention: string | undefined) =>
    daysLeftBy({ retention: before }, retention === undefined ? {} : { retention });
  expect([left('', '400'), left('400', '31'), left(undefined, '31'), left('100', '99')]).toEqual([
    '400',
    '31',
    '31',
    '99',
  ]);
  expect([
    left('400', ''),
    left('31', '400'),
    left('99', '100'),
    left('31', '31'),
    left('', undefined),
  ]).toEqual(Array.from({ length: 5 }, () => undefined));
});
