import { applyTouched, changedFields, changesFor, draftOf, unknownFields } from '#model/website/draft.ts';
import { websiteDefaults, type Website } from '#model/website/website.ts';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

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
    });
  });
  it('starts what the service left out at its default, and says which', () => {
    expect(draftOf(bare)).toEqual(websiteDefaults);
    expect([...unknownFields(bare)]).toEqual([
      'name',
      'privacy',
      'email',
      'excludeBots',
      'excludeParams',
      'excludeIps',
    ]);
    expect([...unknownFields(site)]).toEqual([]);
  });
});

describe('changedFields', () => {
  const original = draftOf(site);
  it('sends nothing where nothing changed, known or unknown', () => {
    expect(changedFields(original, draftOf(site))).toEqual({});
    expect(changedFields(draftOf(bare), draftOf(bare))).toEqual({});
  });
  it('sends what differs, an emptied field too, and never the domain', () => {
    const draft = { ...original, domain: 'other.example.com', email: false, excludeParams: '' };
    expect(changedFields(original, draft)).toEqual({ email: false, excludeParams: '' });
  });
  it('sends a default the person set where the service had left the value out', () => {
    expect(changedFields(draftOf(bare), draftOf(bare), new Set(['excludeBots']))).toEqual({
      excludeBots: true,
    });
  });
  it('sends a password only when typed, and only to a website that asks for one', () => {
    const locked = { ...original, privacy: 'password' } as const;
    expect(changedFields(original, { ...locked, password: 'secret' })).toEqual({
      privacy: 'password',
      password: 'secret',
    });
    expect(changedFields(locked, { ...locked, password: 'secret' })).toEqual({ password: 'secret' });
    expect(changedFields(locked, { ...locked, email: false })).toEqual({ email: false });
    expect(changedFields(locked, { ...locked, privacy: 'private', password: 'secret' })).toEqual({
      privacy: 'private',
    });
  });
  it('turns the original into the draft, password aside', () => {
    const draft = fc.record({
      domain: fc.constant('x'),
      name: fc.constantFrom('', 'Shop'),
      privacy: fc.constantFrom('public', 'private', 'password'),
      password: fc.constant(''),
      email: fc.boolean(),
      excludeBots: fc.boolean(),
      excludeParams: fc.constantFrom('', 'a', 'a\nb'),
      excludeIps: fc.constantFrom('', '10.0.0.1'),
    });
    fc.assert(
      fc.property(draft, draft, (from, to) => {
        expect(applyTouched(from, changedFields(from, to))).toEqual(to);
      }),
    );
  });
});

describe('changesFor', () => {
  it('sends a touched field to the websites that differ, and to those whose value is not known', () => {
    expect(changesFor(site, { email: false, excludeBots: false })).toEqual({ email: false });
    expect(changesFor(bare, { email: false })).toEqual({ email: false });
    expect(changesFor(site, { email: true })).toEqual({});
    expect(changesFor(site, { privacy: 'password', password: 'secret' })).toEqual({
      privacy: 'password',
      password: 'secret',
    });
  });
});
