import { expect, test } from 'vitest';
import { commandOfKey } from '#commands/registry.ts';
import { addDays } from '#model/period/day.ts';
import { formatDayShort } from '#model/period/format.ts';
import type { Day } from '#model/statistics/statistics.ts';
import { request } from '#queries/answers/request.ts';
import { zeroColumns } from '#screens/emptyWebsite.ts';
import { textWidth } from '#text/characters.ts';
import { storeOver, storeWith } from '../helpers/storeFixture.ts';

async function newWebsite() {
  const { store } = await storeWith(['new.example']);
  await store.getState().websites.load();
  const [website] = store.getState().websites.rows;
  if (website === undefined) throw new Error('no website');
  store.getState().navigation.push({ screen: 'dashboard', websiteId: website.id });
  return { store, website };
}

const text = (lines: ReturnType<typeof zeroColumns>) =>
  lines.map(parts =>
    parts
      .map(part => part.text)
      .join('')
      .trimEnd(),
  );

test('where nothing is counted the keys that help are said, then what may be missing', async () => {
  const { store, website } = await newWebsite();
  const lines = (height: number) =>
    text(zeroColumns(store.getState(), website, ['helps'], { width: 52, height }));
  const checks = [
    '',
    'COUNTED  what meets all of these',
    'Code        on every page',
    'Domain      new.example',
    'Days        in UTC',
  ];
  expect(lines(12)).toEqual([
    ' t    Choose another period',
    ' C    Look at the whole year',
    ' R    Refresh every 30 seconds',
    ' e    Edit the website',
    ' P    Choose a service or logs',
    ' r    Read the numbers again',
    ' :    Go to another website',
    ...checks,
  ]);
  // With more room what each key does, before what each check means.
  expect(lines(16).slice(0, 4)).toEqual([
    ' t    Choose another period',
    '      Other days may have numbers.',
    ' C    Look at the whole year',
    '      Days that had visitors stand out in it.',
  ]);
  expect(lines(16).slice(-5)).toEqual(checks);
  // A line more tells what the first key does; with fewer the checks are left out rather than cut.
  expect(lines(13).slice(0, 3)).toEqual([
    ' t    Choose another period',
    '      Other days may have numbers.',
    ' C    Look at the whole year',
  ]);
  expect(lines(10).filter(line => !line.startsWith('      '))).toEqual(lines(12).slice(0, 7));
  expect(lines(3)).toHaveLength(3);
});

test('where no numbers are read the key that reads them stands first, and none for other days', async () => {
  const { store, website } = await newWebsite();
  store.getState().navigation.pop();
  store.getState().overview.toggle();
  expect(store.getState().overview.on).toBe(false);
  expect(text(zeroColumns(store.getState(), website, ['helps'], { width: 52, height: 5 }))).toEqual([
    ' n    Read the numbers',
    ' C    Look at the whole year',
    ' e    Edit the website',
    ' P    Choose a service or logs',
    ' :    Go to another website',
  ]);
});

test('where the first data are later than the period it says which period has them', async () => {
  const {
    store: { getState },
    api,
  } = await storeWith(['new.example']);
  const today = getState().today();
  const linesSince = async (from: Day) => {
    const { store } = storeOver({ ...api, readDataDays: async () => ({ from, gaps: [] }) });
    await store.getState().websites.load();
    const [website] = store.getState().websites.rows;
    if (website === undefined) throw new Error('no website');
    const { navigation, answers, period, capabilities } = store.getState();
    navigation.push({ screen: 'dashboard', websiteId: website.id });
    period.choose({ kind: 'range', from: addDays(today, -9), to: addDays(today, -5) });
    await answers.read(website.id, request.dataDays(capabilities, today), { owner: 'test' });
    return text(zeroColumns(store.getState(), website, ['helps'], { width: 52, height: 22 })).slice(0, 2);
  };
  expect(await linesSince(today)).toEqual([
    ' t    Choose today: its first data',
    '      There are none of days before.',
  ]);
  expect(await linesSince(addDays(today, -2))).toEqual([
    ` t    Choose days since ${formatDayShort(addDays(today, -2))}`,
    '      There are no data before.',
  ]);
  expect(await linesSince(addDays(today, -7))).toEqual([
    ' t    Choose another period',
    '      Other days may have numbers.',
  ]);
});

test('each of these keys works there', async () => {
  const { store, website } = await newWebsite();
  const lines = text(zeroColumns(store.getState(), website, ['helps'], { width: 52, height: 12 }));
  const keys = lines.slice(0, 7).map(line => line.trim().split(' ')[0] ?? '');
  expect(keys).toEqual(['t', 'C', 'R', 'e', 'P', 'r', ':']);
  for (const key of keys) expect(typeof commandOfKey(store.getState(), key)).toBe('object');
});

test('its settings stand beside them, and each column keeps its width', async () => {
  const { store, website } = await newWebsite();
  const lines = zeroColumns(store.getState(), website, ['helps', 'settings'], { width: 80, height: 14 });
  expect(text(lines)[0]).toBe(' t    Choose another period             SETTINGS  e changes them');
  expect(new Set(lines.map(parts => textWidth(parts.map(part => part.text).join(''))))).toEqual(
    new Set([80]),
  );
});
