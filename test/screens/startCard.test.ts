import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { demoCapabilities } from '#api/phpAnalytics/capabilities.ts';
import { dispatchKey } from '#commands/registry.ts';
import { cardLines, foundText, startCard } from '#screens/websites/emptyList.ts';
import { bodyRows, hasSpacing, hasTotals } from '#store/display.ts';
import type { LogLocation, Services } from '#store/profile/services.ts';
import { isListCovered, listLayout, type WayCard } from '#store/websites/listLayout.ts';
import { label } from '#text/safeText.ts';
import { textWidth } from '#text/characters.ts';
import { detailLine, footerKeys } from '#app/App.tsx';
import { storeWith } from '../helpers/storeFixture.ts';

const found = label`4 found: nginx, 12 hosts, today 11:58`;
const card = (way: WayCard, columns: number, told: Parameters<typeof cardLines>[3] = {}) =>
  cardLines(way, columns, found, told).map(parts => parts.map(({ text }) => text).join(''));

test('with room each way has air around it, and what is known of it beside it', () => {
  expect(card({ form: 'framed', rows: 9, isWide: true }, 80)).toEqual([
    '╭─ Welcome: these are example websites ────────────────────────────╮',
    '│                                                                  │',
    '│  1  Connect a service     its address and a key or a sign-in     │',
    '│                                                                  │',
    '│  2  Read my access logs   4 found: nginx, 12 hosts, today 11:58  │',
    '│                                                                  │',
    '│  3  Look around           nothing is sent anywhere               │',
    '│                                                                  │',
    '╰──────────────────────────────────────────────────────────────────╯',
  ]);
});

test('with less width what matters stands below, with less height it has the place of the list', () => {
  expect(card({ form: 'framed', rows: 10, isWide: false }, 60)).toEqual([
    '╭─ Example websites ─────────────────────────╮',
    '│  1  Connect a service                      │',
    '│                                            │',
    '│  2  Read my access logs                    │',
    '│                                            │',
    '│  3  Look around                            │',
    '│                                            │',
    '│     4 found: nginx, 12 hosts, today 11:58  │',
    '╰────────────────────────────────────────────╯',
  ]);
  const plain = { form: 'plain', rows: 7, isWide: false } as const;
  expect(card(plain, 40)).toEqual([
    ' Example websites. Begin with yours:',
    ' 1  Connect a service',
    ' 2  Read my access logs',
    ' 3  Look around',
    ' ',
    '    4 found: nginx, 12 hosts, today 11:58',
    '',
  ]);
  expect(card(plain, 40, { preparing: 0.834 })[0]).toBe(' Examples: 83%. Begin with yours:');
});

test('where dark or light is not known it asks, in no more lines', () => {
  const asked = { asksShade: true };
  expect(card({ form: 'framed', rows: 9, isWide: true }, 80, asked).at(-1)).toBe(
    '╰──────────────────────────────────────────────── 4 dark  5 light ─╯',
  );
  expect(card({ form: 'plain', rows: 7, isWide: false }, 40, asked)).toEqual([
    ' Example websites. Begin with yours:',
    ' 1  Connect a service',
    ' 2  Read my access logs',
    ' 3  Look around',
    ' 4 dark  5 light',
    '    4 found: nginx, 12 hosts, today 11:58',
    '',
  ]);
  const answered = { asksShade: true, answer: 'light' } as const;
  expect(card({ form: 'plain', rows: 7, isWide: false }, 40, answered)[4]).toBe(
    ' 4 dark   light: kept, changed in :',
  );
});

async function firstStart(services: Partial<Services> = {}) {
  const over = new Set<string>();
  const introduction = { over, end: (part: string) => void over.add(part) };
  const domains = Array.from({ length: 13 }, (_, place) => `website-${place}.example`);
  const fixture = await storeWith(domains, { ...services, introduction });
  await fixture.store.getState().websites.load();
  return fixture;
}

test('at every size the card is on screen, over no row of the list, and the keys of the ways are the first of the footer', async () => {
  const { store } = await firstStart();
  const sizes = fc.record({
    columns: fc.integer({ min: 40, max: 220 }),
    rows: fc.integer({ min: 10, max: 60 }),
  });
  fc.assert(
    fc.property(sizes, viewport => {
      store.getState().resize(viewport);
      const state = store.getState();
      const drawn = startCard(state);
      const { list, rows, lines } = listLayout(state);
      const end = (drawn?.top ?? 0) + (drawn?.lines.length ?? 0);
      expect(end).toBeLessThanOrEqual(bodyRows(viewport));
      const widest = Math.max(
        ...(drawn?.lines ?? []).map(parts => parts.reduce((sum, { text }) => sum + textWidth(text), 0)),
      );
      expect(widest).toBeLessThanOrEqual(list);
      const shown = Math.min(rows, 13) * lines;
      const taken = 2 + (hasSpacing(viewport) ? 1 : 0) + shown + (hasTotals(viewport) ? 1 : 0);
      expect(isListCovered(state) ? 0 : taken).toBeLessThanOrEqual(drawn?.top ?? -1);
      expect(footerKeys(state).first).toMatchObject([
        { key: '1-3', action: 'choose' },
        { key: 'Enter', action: 'look' },
      ]);
    }),
  );
});

test('Esc closes the card, as 3 does', async () => {
  const { store, services } = await firstStart();
  expect(startCard(store.getState())).toBeDefined();
  expect(dispatchKey('Esc', store, services)).toBe(true);
  expect(startCard(store.getState())).toBeUndefined();
});

test('4 and 5 choose dark and light: as long as the card stands the other key changes it, and a line says that it is kept', async () => {
  const chosen: string[] = [];
  const { store, services } = await firstStart({
    theme: {
      chosen: 'auto',
      canChange: true,
      get isUnknown() {
        return chosen.length === 0;
      },
      show: () => undefined,
      choose: name => void chosen.push(name),
    },
  });
  const shade = () =>
    (startCard(store.getState())?.lines ?? [])
      .map(parts => parts.map(({ text }) => text).join(''))
      .flatMap(line => /[45] (?:dark|light).*(?= ─╯)/.exec(line) ?? []);
  expect(shade()).toEqual(['4 dark  5 light']);
  dispatchKey('4', store, services);
  expect(shade()).toEqual(['5 light   dark: kept, changed in :']);
  dispatchKey('5', store, services);
  expect(shade()).toEqual(['4 dark   light: kept, changed in :']);
  expect(chosen).toEqual(['dark', 'light']);
  dispatchKey('3', store, services);
  dispatchKey('4', store, services);
  expect(chosen).toEqual(['dark', 'light']);
});

test('while the demo is made the line above the footer names no key: the card has them, and a form takes them as text', async () => {
  const { store } = await storeWith([], {}, demoCapabilities);
  expect(detailLine(store.getState()).text).toBe('');
  store.getState().profiles.connect();
  expect(detailLine(store.getState()).text).toBe('');
});

test('where the card stands in place of the list, Enter shows the list, and no key acts on a row that nobody sees', async () => {
  const { store, services } = await firstStart();
  store.getState().resize({ columns: 40, rows: 10 });
  const before = store.getState();
  for (const key of ['j', 'G', 'w', 'e', 'd', 'i', 'Space']) {
    dispatchKey(key, store, services);
    const { notices, navigation, websites, marks } = store.getState();
    expect([key, notices.current?.text]).toEqual([key, 'The welcome box covers the list: 3 closes it.']);
    expect(navigation).toBe(before.navigation);
    expect(websites.position).toBe(before.websites.position);
    expect(marks).toBe(before.marks);
  }
  dispatchKey('Enter', store, services);
  expect(startCard(store.getState())).toBeUndefined();
  expect(store.getState().navigation).toBe(before.navigation);
});

test('a selection at the end stays on screen when the card comes and goes', async () => {
  const { store, services } = await firstStart();
  dispatchKey('G', store, services);
  const isShown = () => {
    const state = store.getState();
    const { top, selected } = state.websites.position;
    return selected === 12 && selected >= top && selected < top + listLayout(state).rows;
  };
  expect(isShown()).toBe(true);
  dispatchKey('3', store, services);
  expect(isShown()).toBe(true);
});

const log = (change: Partial<LogLocation>): LogLocation => ({
  server: 'nginx',
  path: '/var/log/nginx/access.log',
  pattern: '/var/log/nginx/access.log*',
  format: 'combined',
  hosts: [],
  isSample: false,
  site: '',
  lines: 7,
  isAbout: false,
  lastTime: undefined,
  isAdded: false,
  problem: undefined,
  ...change,
});

test.each([
  ['while they are looked for', undefined, 'looking for them ...', 'looking for access logs ...'],
  ['none', [], 'no log in the usual places', 'no log in the usual places'],
  [
    'none that can be read',
    [log({ format: undefined, problem: 'No.' })],
    'logs found, none to be read',
    'logs found, none to be read',
  ],
  [
    'one',
    [log({ hosts: ['a.example'], lastTime: Date.UTC(2026, 10, 20, 11, 58) / 1000 })],
    '1 found: nginx, 1 host, today 11:58',
    '1 log found: nginx, 1 host',
  ],
  [
    'several',
    [
      log({ hosts: ['a.example', 'b.example'], lastTime: Date.UTC(2026, 10, 3) / 1000 }),
      log({ server: 'Apache', site: 'c.example' }),
      log({ hosts: ['b.example'] }),
      log({ problem: 'No.' }),
    ],
    '3 found: nginx, Apache, 3 hosts, 3 Nov',
    '3 logs found: nginx, Apache, 3 hosts',
  ],
  [
    'of many servers, some years ago',
    [
      log({ lastTime: Date.UTC(2024, 10, 3) / 1000 }),
      log({ server: 'Caddy' }),
      log({ server: 'Apache' }),
      log({ server: '' }),
    ],
    '4 found: 3 servers, 3 Nov 2024',
    '4 logs found: 3 servers',
  ],
] as const)('what the card says of logs: %s', async (_, locations, beside, below) => {
  const { store } = await firstStart();
  const state = store.getState();
  const known = { ...state, logs: { ...state.logs, locations } };
  expect([foundText(known, true), foundText(known, false)]).toEqual([beside, below]);
});

test('the keys of the ways to begin are plates, as keys are elsewhere', () => {
  for (const form of ['framed', 'plain'] as const) {
    const lines = cardLines({ form, rows: 9, isWide: form === 'framed' }, 70, label`none`);
    const plates = lines.map(parts =>
      parts
        .filter(({ on }) => on === 'selection')
        .map(({ text }) => text)
        .join(''),
    );
    expect(plates.filter(plate => plate !== '')).toEqual([' 1 ', ' 2 ', ' 3 ']);
  }
});
