import { lazy } from '#text/memo.ts';
import { randomOf } from '../random.ts';
import type { Person, Visit } from './visits.ts';

const places: readonly Partial<Person>[] = [
  { country: 'DE', region: 'DE-BY', city: 'München', language: 'de-DE' },
  { country: 'DE', region: 'DE-BE', city: 'Berlin', language: 'en-GB' },
  { country: 'GB', region: 'GB-ENG', city: 'London', language: 'en-GB' },
  { country: 'CA', region: 'CA-ON', city: 'London', language: 'fr-CA' },
  { country: 'US', region: 'US-DC', city: 'Washington, D.C.', language: 'es-US' },
  { country: 'BR', language: 'pt-BR' },
  { country: 'KR', language: 'ko' },
  // A proxy's code of no country, and nothing at all.
  { country: 'T1', language: 'fi-FI' },
  { language: 'fil-PH' },
  {},
];
const machines: readonly Pick<Person, 'browser' | 'os' | 'device' | 'screen'>[] = [
  { browser: 'firefox', os: 'Linux', device: 'desktop', screen: '2560x1440' },
  { browser: 'edge-chromium', os: 'Windows 10', device: 'laptop', screen: '1920x1080' },
  { browser: 'chrome', os: 'Windows 7', device: 'desktop', screen: '2560x1440' },
  { browser: 'crios', os: 'iOS', device: 'mobile', screen: '390x844' },
  { browser: 'ios', os: 'iOS', device: 'tablet', screen: '1024x1366' },
  { browser: 'odd_%browser', os: 'Android OS', device: 'mobile', screen: '412x915' },
];
const paths = [
  '/',
  '/pricing',
  '/blog',
  '/blog/',
  '/Blog',
  '/blog/first-post',
  '/shop/under_score',
  '/shop/underXscore',
  '/shop/100%-off',
  '/shop/a,b',
  '/café',
  String.raw`/back\slash`,
  'eq./like-an-operator',
];

/** Somebody of every place with three of the machines. */
export const manyPeople: Readonly<Record<string, Person>> = Object.fromEntries(
  places.flatMap((place, at) =>
    [0, 1, 2].map(step => {
      const machine = machines[(at + step * 2) % machines.length];
      if (machine === undefined) throw new Error('nobody has no machine');
      return [`p${at}${step}`, { ...place, ...machine }];
    }),
  ),
);

/** Some 250 visits of them within four weeks around the end of a month, the same ones always, and no two views at once. */
export const manyVisits = lazy((): readonly Visit[] => {
  const times = new Set<string>();
  const random = randomOf(36);
  const of = <T>(list: readonly T[]): T => {
    const one = list[Math.floor(random() * list.length)];
    if (one === undefined) throw new Error('nothing to choose from');
    return one;
  };
  const people = Object.keys(manyPeople);
  const start = Date.parse('2026-10-20T00:00:00Z');
  const visits = Array.from({ length: 260 }, (): Visit => {
    const minutes = Math.floor(random() * 28 * 24 * 60);
    const visit = {
      who: of(people),
      at: new Date(start + minutes * 60_000).toISOString(),
      paths: Array.from({ length: Math.floor(random() * 5) }, () => of(paths)),
    };
    return {
      ...visit,
      ...(random() < 0.4 ? { referrer: of(['google.com', 't.co', 'news.example']) } : {}),
      ...(random() < 0.2 ? { campaign: of(['autumn-sale', 'Autumn-Sale']) } : {}),
      ...(random() < 0.3 ? { events: [of(['signup', 'download'])] } : {}),
    };
  });
  return visits.filter(({ who, at, paths: read }) => {
    const own = read.map((_, place) => `${who} ${Date.parse(at) + place * 60_000}`);
    if (own.some(time => times.has(time))) return false;
    for (const time of own) times.add(time);
    return true;
  });
});
