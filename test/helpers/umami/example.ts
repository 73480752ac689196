import type { Person, Visit } from './visits.ts';
import type { Seed } from './world.ts';

export const people = {
  ada: {
    country: 'DE',
    region: 'DE-BY',
    city: 'München',
    browser: 'firefox',
    os: 'Linux',
    device: 'desktop',
    screen: '2560x1440',
    language: 'de-DE',
  },
  ben: {
    country: 'GB',
    region: 'GB-ENG',
    city: 'London',
    browser: 'ios',
    os: 'iOS',
    device: 'mobile',
    screen: '390x844',
    language: 'en-GB',
  },
  cho: { country: 'KR', browser: 'crios', os: 'iOS', device: 'mobile', screen: '390x844', language: 'ko-KR' },
  dot: {
    country: 'CA',
    region: 'CA-ON',
    city: 'London',
    browser: 'edge-chromium',
    os: 'Windows 10',
    device: 'laptop',
    screen: '1920x1080',
    language: 'en-CA',
  },
  // Nothing is known of the place.
  eve: { browser: 'chrome', os: 'Android OS', device: 'mobile', screen: '412x915' },
} satisfies Record<string, Person>;

/** Over the border of a month, with an empty day, a day of events only and equal counts. */
export const shopVisits: readonly Visit[] = [
  { who: 'ada', at: '2026-10-30T08:10:00Z', paths: ['/', '/pricing', '/pricing'], referrer: 'google.com' },
  { who: 'ada', at: '2026-11-02T08:15:00Z', paths: ['/', '/shop'], events: ['signup'] },
  { who: 'ada', at: '2026-11-02T23:58:00Z', paths: ['/shop', '/shop/cart', '/'] },
  { who: 'ben', at: '2026-11-02T08:40:00Z', paths: ['/pricing'], referrer: 'google.com' },
  {
    who: 'ben',
    at: '2026-11-09T21:05:00Z',
    paths: ['/', '/pricing'],
    campaign: 'autumn-sale',
    events: ['download', 'download'],
  },
  { who: 'cho', at: '2026-11-10T00:20:00Z', paths: ['/shop', '/shop/cart'], referrer: 't.co' },
  { who: 'dot', at: '2026-11-10T15:00:00Z', paths: ['/docs', '/docs/install', '/docs'] },
  { who: 'dot', at: '2026-11-12T15:30:00Z', paths: ['/docs'], referrer: 'duckduckgo.com' },
  { who: 'eve', at: '2026-11-11T12:00:00Z', paths: [], events: ['signup'] },
  { who: 'eve', at: '2026-11-14T12:00:00Z', paths: ['/'], campaign: 'Autumn-Sale' },
  { who: 'ada', at: '2026-11-20T09:00:00Z', paths: ['/', '/docs'] },
];

/** An administrator, somebody with websites, somebody who may only look, and one who has a team to look at. */
export const exampleSeed: Seed = {
  people,
  users: [
    { username: 'admin', password: 'umami-of-admin', role: 'admin' },
    { username: 'anna', password: 'correct horse battery', role: 'user' },
    { username: 'vera', password: 'only looks', role: 'view-only' },
    { username: 'mia', password: 'in the team', role: 'user' },
  ],
  teams: [{ name: 'Team', members: { anna: 'team-owner', mia: 'team-view-only' } }],
  websites: [
    { name: 'The shop', domain: 'shop.example', owner: 'anna', visits: shopVisits },
    { name: 'Quiet', domain: 'quiet.example', owner: 'anna', share: 'quietShare1' },
    { name: 'Of the team', domain: 'team.example', team: 'Team', visits: shopVisits.slice(1, 4) },
  ],
};

/** Websites of one domain, and of none. */
export const namedWebsites: Seed['websites'] = [
  { name: 'Clients A', domain: 'same.example', owner: 'anna', visits: shopVisits },
  { name: 'Clients B', domain: 'same.example', owner: 'anna' },
  { name: 'Only a name', domain: null, owner: 'anna', visits: shopVisits },
  { name: 'Empty', domain: '', owner: 'anna' },
  { name: 'shop.example', domain: 'shop.example', owner: 'anna' },
];

/** The same visits as if the 21st of November were today, and websites of them. */
export function recentVisits(): Visit[] {
  const day = 86_400_000;
  const days = Math.floor(Date.now() / day) - Math.floor(Date.parse('2026-11-21') / day);
  return shopVisits.map(visit => ({
    ...visit,
    at: new Date(Date.parse(visit.at) + days * day).toISOString(),
  }));
}

export function recentSeed(visits: readonly Visit[] = recentVisits()): Seed {
  const websites = exampleSeed.websites.map(website =>
    website.visits === undefined ? website : { ...website, visits },
  );
  return { ...exampleSeed, websites };
}
