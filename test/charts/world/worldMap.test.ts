import { expect, test } from 'vitest';
import type { ChartRow } from '#charts/canvas.ts';
import { countryCode, mapLegend, mapSize, worldMap, type MapPaint } from '#charts/map/worldMap.ts';

const rows = [
  { value: 'US:United States', count: 10_000 },
  { value: 'br', count: 3_600 },
  { value: 'AU', count: 400 },
  { value: 'Atlantis', count: 20_000 },
  { value: '', count: 30 },
];

const draw = (paint: MapPaint, selected?: string) =>
  worldMap({ rows, selected, width: 100, height: 40, paint });
const texts = (map: readonly ChartRow[]) => map.map(line => line.map(({ text }) => text).join(''));
const roles = (map: readonly ChartRow[]) =>
  new Set(map.flat().flatMap(({ tone, on }) => (on === undefined ? [tone] : [tone, on])));

test('codes are read as services write them', () => {
  expect(['US:United States', 'us', ' GB ', 'UK', 'DE:'].map(countryCode)).toEqual([
    'US',
    'US',
    'GB',
    'GB',
    'DE',
  ]);
  expect(['', 'Atlantis', 'USA:United States', '1'].map(countryCode)).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

test('the map keeps its shape in whatever room there is', () => {
  expect(mapSize(120, 60)).toEqual({ width: 120, lines: 26 });
  expect(mapSize(240, 26)).toEqual({ width: 120, lines: 26 });
  expect(mapSize(0, 10)).toEqual({ width: 0, lines: 0 });
  const lines = texts(draw('backgrounds'));
  expect(lines).toHaveLength(22);
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(100);
});

test('steps follow the square root: a quarter of the most is the middle, the selected one is a role of its own', () => {
  // sqrt(1) x 5 = 5, sqrt(0.36) x 5 = 3, sqrt(0.04) x 5 = 1; what is no country counts nowhere.
  expect(roles(draw('backgrounds'))).toEqual(new Set([undefined, 'land', 'map1', 'map3', 'map5']));
  expect(roles(draw('backgrounds', 'BR:Brazil'))).toEqual(
    new Set([undefined, 'land', 'map1', 'map5', 'mapSelected']),
  );
  expect(roles(draw('backgrounds', 'FR'))).toEqual(
    new Set([undefined, 'land', 'map1', 'map3', 'map5', 'mapSelected']),
  );
});

test('with letters alone no cell has a background', () => {
  expect(
    draw('letters', 'BR')
      .flat()
      .filter(({ on }) => on !== undefined),
  ).toEqual([]);
  expect(
    draw('backgrounds', 'BR')
      .flat()
      .some(({ on }) => on !== undefined),
  ).toBe(true);
});

test('without colours more ink is more visitors', () => {
  const ascii = texts(worldMap({ rows, selected: 'BR', width: 40, height: 9, paint: 'ascii' }));
  expect(ascii).toEqual([
    '###..............   ... ...............',
    '###...... .. .    .....................',
    '     ######..     .................',
    '     #####       ............... .',
    '       .....     ........  ....',
    '          .@@@@     ....       .  .',
    '          ..@@@     ...        :::::',
    '          ...        .         :::::',
    '          ..',
  ]);
  expect(new Set(texts(draw('density', 'BR')).join(''))).toEqual(new Set(' ⠁⠄⠅░▓█'));
});

test('sixteen colours have five steps: the shade tells those apart that have one colour', () => {
  expect(mapLegend('letters').map(({ text, tone }) => `${text} ${tone}`)).toEqual(
    '⠅ land|░ map1|░ map2|▒ map3|▓ map4|█ map5'.split('|'),
  );
  // Land, and solid countries, have the coast in halves of a cell.
  const australia = worldMap({ rows, selected: 'AU', width: 40, height: 9, paint: 'letters' }).slice(-4);
  expect(texts(australia)).toEqual([
    '          ⠅▒▒▒▒     ⠅⠅⠅⠁       ⠁  ⠄',
    '          ⠁⠅▒▒▒     ⠅⠅⠅        ▄▄██▄',
    '          ⠄⠅⠁        ⠁         ▀▀▀▀▀',
    '          ⠁⠁',
  ]);
});

test('in 24 columns a cell in half blocks is of two countries, and each of them is seen', () => {
  const small = worldMap({ rows, selected: 'BR', width: 24, height: 5, paint: 'backgrounds' });
  const cell = ({ text, tone, on }: ChartRow[number]) => [text, tone, on].filter(Boolean).join(' ');
  expect(small.map(line => line.map(cell).join('|'))).toEqual([
    // Alaska has nothing above it, the other states have Canada.
    '▄▄ map5|▄██▀█▀▀▀ land| |▄▄▄▄██████▄ land',
    '   |▀▀▀ land map5|▀ land|   |█████████▀ land',
    '    |▀ land| |▄ land|   |████▀▀▀█ land',
    // The selected Brazil with the south of the continent below it, Australia with Indonesia above it.
    '      |▀ mapSelected land|█▀ mapSelected|  |▀█▀ land|    |▄ map1|▀ land map1|▄ map1',
    '      |█ land',
  ]);
});

test('without rows all land is dim', () => {
  const map = worldMap({ rows: [], width: 80, height: 30, paint: 'backgrounds' });
  expect(roles(map)).toEqual(new Set([undefined, 'land']));
});
