import { hostileTexts } from '../helpers/hostileTexts.ts';
import type { Chance } from './Chance.ts';

type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

const website: Json = {
  id: 7,
  domain: 'shop.example.com',
  privacy: 1,
  email: 0,
  exclude_bots: 1,
  exclude_params: 'a\nb',
  exclude_ips: null,
  created_at: '2026-03-03 10:00:00',
};

const list: Json = {
  data: [website, { ...website, id: 8, domain: 'docs.example.com' }],
  links: { next: null },
  meta: { current_page: 1, last_page: 1, per_page: 10, total: 2 },
};

const rows: Json = {
  data: [
    { value: '2026-11-02', count: 12 },
    { value: '/pricing', count: 5 },
    { value: 'US:United States', count: '3' },
    { value: '07', count: 0 },
  ],
  meta: { current_page: 1, last_page: 1, total: 4 },
};

const refusal: Json = { message: 'The given data was invalid.', errors: { domain: ['It is taken.'] } };

const site: Json = {
  id: 7,
  parent: null,
  cname: 'shop.example.com',
  code: 'shop',
  link_domain: 'https://www.example.com',
  setttings: { public: 'secret', secret: 'abcdef1234', data_retention: 400, ignore_ips: '192.0.2.1' },
  created_at: '2026-03-03T10:00:00Z',
  first_hit_at: '2026-03-04T10:00:00Z',
};

const hourly = Array.from({ length: 24 }, (_, hour) => hour % 5);
const days: Json = ['2026-03-03', '2026-03-04'].map(day => ({ day, hourly, daily: 47 }));

/** The answers of GoatCounter, by what comes behind /api/v0/. */
const ofGoatCounter: readonly (readonly [RegExp, Json])[] = [
  [/^me/, { user: { settings: { timezone: 'DE.Europe/Berlin' } }, token: { permissions: 126, sites: [-1] } }],
  [/^sites(?:$|\?)/, { sites: [site, { ...site, id: 8, parent: 7, cname: 'docs.example.com' }] }],
  [/^sites/, site],
  [/^paths/, { paths: [{ id: 1, path: '/', title: '', event: false }], more: false }],
  [/^stats\/total/, { total: 94, total_events: 3, total_utc: 94, stats: days }],
  [/^stats\/hits/, { hits: [{ count: 94, path_id: 1, path: '/', event: false, stats: days }], more: false }],
  [/^stats/, { stats: [{ id: 'DE', name: 'Germany', count: 5 }], more: false }],
];

/** What the service would answer there. */
export function expectedJson(method: string, path: string): Json {
  const [, behind] = /^\/api\/v0\/(.*)$/.exec(path) ?? [];
  if (behind !== undefined) return ofGoatCounter.find(([pattern]) => pattern.test(behind))?.[1] ?? refusal;
  if (path.includes('/stats/')) return rows;
  if (method === 'DELETE') return '';
  return method === 'GET' && /\/websites\/?$/.test(path) ? list : { data: website };
}

/** A JSON text that differs from the expected one in one to three places, or in all. */
export function hostileJson(chance: Chance, expected: Json): string {
  if (chance.one(5)) return text(chance, chance.of([refusal, list, rows, { data: website }]));
  if (chance.one(8)) return value(chance);
  return text(chance, expected);
}

function text(chance: Chance, json: Json): string {
  const places = countPlaces(json);
  const changed = new Map<number, string>();
  for (let change = chance.from(0, 3); change > 0; change--)
    changed.set(chance.from(0, places), value(chance));
  let place = 0;
  const write = (part: Json): string => {
    const other = changed.get(place++);
    if (other !== undefined) return other;
    if (Array.isArray(part)) return `[${part.map(write).join()}]`;
    if (typeof part !== 'object' || part === null) return JSON.stringify(part);
    return `{${Object.entries(part)
      .map(([key, inner]) => `${chance.one(40) ? value(chance, 'key') : JSON.stringify(key)}:${write(inner)}`)
      .join()}}`;
  };
  return write(json);
}

function countPlaces(json: Json): number {
  if (typeof json !== 'object' || json === null) return 1;
  return Object.values(json).reduce((sum: number, part: Json) => sum + countPlaces(part), 1);
}

/** A text of JSON, or what looks like one. */
function value(chance: Chance, as: 'key' | 'any' = 'any'): string {
  const texts = [
    '',
    ' ',
    '0',
    '-1',
    '1e308',
    '__proto__',
    'constructor',
    '2026-02-30',
    '../..',
    '\0',
    'ü'.repeat(300),
    ...hostileTexts,
  ] as const;
  const chosen = JSON.stringify(texts[chance.from(0, texts.length - 1)]);
  if (as === 'key' || chance.one(3)) return chosen;
  const odd = [
    'null',
    'true',
    'false',
    '0',
    '-1',
    '1.5',
    '1e308',
    '1e400',
    '-0',
    '9007199254740993',
  ] as const;
  if (chance.one(2))
    return chance.of([
      ...odd,
      '[]',
      '{}',
      '[[]]',
      '[null]',
      '{"":{}}',
      '"\\ud800"',
      '12',
      '"12"',
      '"2026-03-03"',
    ]);
  if (chance.one(6)) return chance.of(['NaN', '', '{', "'a'", '1e', '"\n"']);
  const size = chance.one(10) ? 20_000 : 40;
  return chance.of([
    () => '['.repeat(size) + ']'.repeat(size),
    () => '{"a":'.repeat(size) + '1' + '}'.repeat(size),
    () => `{${Array.from({ length: size }, (_, at) => `"f${at}":${at}`).join()}}`,
    () => `[${Array.from({ length: size }, (_, at) => `{"id":${at},"value":${at},"count":1}`).join()}]`,
    () => '['.repeat(size),
    () => JSON.stringify('x'.repeat(size * 50)),
  ])();
}
