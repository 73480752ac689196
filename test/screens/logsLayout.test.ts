import { expect, test } from 'vitest';
import { logsLayout, nameText } from '#screens/menus/ownLogs.ts';
import type { LogLocation } from '#store/profile/services.ts';
import { bodyRows } from '#store/display.ts';
import { storeWith } from '../helpers/storeFixture.ts';

const log = (change: Partial<LogLocation> = {}): LogLocation => ({
  server: 'nginx',
  path: '/var/log/nginx/access.log',
  pattern: '/var/log/nginx/access.log*',
  format: 'combined',
  hosts: [],
  isSample: false,
  site: '',
  lines: 1234,
  isAbout: false,
  lastTime: undefined,
  isAdded: false,
  problem: undefined,
  ...change,
});

const many = ['a.example', 'b.example', 'c.example'];
const cases: readonly (readonly [
  what: string,
  place: LogLocation | undefined,
  said: string,
  narrow: string,
])[] = [
  [
    'several hosts',
    log({ hosts: many, isSample: true, isAbout: true, lines: 123_456 }),
    'Enter adds it, each host as a website: a.example, b.example and 1 more. Those with fewer than 20 page views wait.',
    'combined, 3+ hosts, 123k lines. Enter adds it.',
  ],
  [
    'one host',
    log({ hosts: ['a.example'] }),
    'Enter adds it as a.example.',
    'combined, a.example, 1,234 lines. Enter adds it.',
  ],
  [
    'a name',
    log({ site: 's.example' }),
    'Enter adds it for s.example, as its name says.',
    'combined, s.example, 1,234 lines. Enter adds it.',
  ],
  [
    'no host',
    log(),
    'Its lines name no host: Enter asks for the website.',
    'combined, no host, 1,234 lines. Enter asks for its website.',
  ],
  [
    'a counted one',
    log({ isAdded: true }),
    'It is counted: Enter shows it.',
    'combined, no host, 1,234 lines. It is counted: Enter shows it.',
  ],
  [
    'one that cannot be read',
    log({ problem: 'It may not be read.' }),
    'It may not be read.',
    'It may not be read.',
  ],
  [
    'none',
    undefined,
    'A log elsewhere: Enter asks for its path.',
    'A log elsewhere: Enter asks for its path.',
  ],
];

test.each(cases)(
  'of %s the dialog says what Enter does, in as many lines whatever it is',
  async (_, place, wide, narrow) => {
    const { store } = await storeWith([]);
    const state = store.getState();
    const locations = place === undefined ? [log()] : [place];
    const menu = { ...state.menu, position: { selected: place === undefined ? 1 : 0, top: 0 } };
    const at = (columns: number, rows: number) =>
      logsLayout({ ...state, menu, viewport: { columns, rows }, logs: { ...state.logs, locations } });
    const words = (columns: number, rows: number) => at(columns, rows).message.join(' ').trim();
    expect([words(80, 24), words(200, 50), words(40, 10)]).toEqual([wide, wide, narrow]);
    for (const [columns, rows] of [
      [40, 10],
      [80, 24],
      [200, 50],
    ] as const) {
      const { message, list, hasHeads } = at(columns, rows);
      expect(message).toHaveLength(2);
      expect(list + message.length + (hasHeads ? 2 : 0)).toBeLessThanOrEqual(bodyRows({ columns, rows }) - 2);
    }
  },
);

test('a log is called by what stands behind the folder of most logs', () => {
  const named = (path: string) => nameText(log({ path }));
  expect(named('/var/log/nginx/access.log')).toBe('nginx/access.log');
  expect(named('/host/var/log/nginx/access.log')).toBe('nginx/access.log');
  expect(named('/srv/my\u001b[31m/access.log')).toBe('/srv/my/access.log');
});
