import { expect, test } from 'vitest';
import { summarise } from '#model/statistics/summary.ts';
import { panelNames } from '#model/service/capabilities.ts';
import { arrangePanels, roomFor } from '#screens/dashboard/arrangement.ts';
import { measuresOf } from '#screens/dashboard/measures.ts';
import { panelWidths } from '#screens/dashboard/Screen.tsx';

const friday = { day: '2026-11-20', count: 47 } as const;
const saturday = { day: '2026-11-21', count: 61 } as const;
const today = '2026-11-22';
const numbers = {
  pageviews: undefined,
  todayChanged: { visitors: false, pageviews: false },
  today: undefined,
};

/** Visitors from 20:00 on. */
const hours = Array.from({ length: 24 }, (_, hour) => ({ 20: 17, 21: 24, 22: 5, 23: 1 })[hour] ?? 0);
const oneDay = summarise([friday], { from: '2026-11-20', to: '2026-11-20' }, today);
const twoDays = summarise([friday, saturday], { from: '2026-11-20', to: '2026-11-21' }, today);

const drawn = (visitors: typeof oneDay, day?: Parameters<typeof measuresOf>[0]['day']) =>
  measuresOf({ ...numbers, sessions: 'none', visitors, day })
    .filter(({ title }) => title === 'Visitors' || /^(?:Best|Busiest)/.test(title))
    .map(({ title, value, note, below, foot, draw }) => ({
      said: [title, value, note, below, foot].filter(Boolean).join(' '),
      chart: draw?.(24)
        ?.map(({ text }) => text)
        .join(''),
    }));

test('of days a measure has their chart, and is a sum', () => {
  const [visitors, best] = drawn(twoDays);
  expect(visitors?.said).toBe('Visitors 108 sum of days');
  expect(visitors?.chart).toMatch(/[▁-█]{24}/);
  expect(best?.said).toBe('Best day 61 21 Nov mean 54');
});

test('of one day a measure has the chart of its hours, and is no sum; its busiest hour stands for the best day', () => {
  const [visitors, best] = drawn(oneDay, { visitors: hours, pageviews: undefined, openFrom: undefined });
  expect(visitors?.said).toBe('Visitors 47');
  expect(visitors?.chart?.trimEnd()).toMatch(/^[▁ ]{20}[^▁ ]█[^▁ ].?$/);
  expect(best?.said).toBe('Busiest hour 24 21:00 mean 2');
});

test('of one day whose hours are not read a measure has no chart, and no best day', () => {
  expect(drawn(oneDay, { visitors: undefined, pageviews: undefined, openFrom: undefined })).toEqual([
    { said: 'Visitors 47', chart: undefined },
    { said: 'Busiest hour -', chart: undefined },
  ]);
});

test('of a day that is not over the hours to come are blank, and no mean counts them', () => {
  const [visitors, best] = drawn(oneDay, { visitors: hours, pageviews: undefined, openFrom: 21 });
  expect(visitors?.chart?.trimEnd()).toHaveLength(22);
  expect(best?.said).toBe('Busiest hour 24 21:00');
});

test('of one day page views have their hours, and views per visitor are of each hour', () => {
  const views = hours.map(count => count * 3);
  const charts = measuresOf({
    sessions: 'none',
    ...numbers,
    visitors: oneDay,
    pageviews: oneDay,
    day: { visitors: hours, pageviews: views, openFrom: undefined },
  }).map(({ title, draw }) => [title, draw?.(24)?.length !== undefined]);
  expect(charts).toEqual([
    ['Visitors', true],
    ['Page views', true],
    ['Views per visitor', true],
    ['Busiest hour', false],
  ]);
});

test.each([
  [
    'none is empty',
    0,
    [false, false, false, false, false],
    3,
    [
      [0, 1, 2],
      [3, 4],
    ],
    [],
  ],
  ['two are empty', 0, [false, true, false, true, false], 3, [[0, 2, 4]], [1, 3]],
  [
    'one of them, three rows of two or one',
    4,
    [true, false, false, false, false, false],
    2,
    [[5, 6], [7, 8], [9]],
    [4],
  ],
  // Nothing moves until all are known.
  [
    'one is not read',
    0,
    [false, true, undefined, false],
    2,
    [
      [0, 1],
      [2, 3],
    ],
    [],
  ],
  ['all are empty', 0, [true, true, true], 2, [[0, 1], [2]], []],
] as const)(
  'panels that have nothing stand apart, the others fill their rows: %s',
  (_, first, isNothing, columns, rows, empty) => {
    expect(arrangePanels(first, isNothing, columns)).toEqual({ rows, empty });
  },
);

test('no row has two panels fewer than another', () => {
  const isNothing = Array.from({ length: 17 }, (_, panel) => panel === 3 || panel === 9 || panel === 16);
  expect(arrangePanels(0, isNothing, 5)).toEqual({
    rows: [
      [0, 1, 2, 4, 5],
      [6, 7, 8, 10, 11],
      [12, 13, 14, 15],
    ],
    empty: [3, 9, 16],
  });
});

const room = {
  above: 0,
  strip: 4,
  sentence: 0,
  below: 1,
  map: 0,
  values: 5,
  hasChanges: true,
  hasWeek: false,
};
const layout = {
  ...room,
  chart: 9,
  panels: panelNames.slice(0, 6),
  panelColumns: 3,
  panelRows: 2,
  panelHeight: 7,
  isFramed: true,
  isOpen: false,
};
const viewport = { columns: 120, rows: 40 };
const [all, five, three] = [
  {
    rows: [
      [0, 1, 2],
      [3, 4, 5],
    ],
    empty: [],
  },
  {
    rows: [
      [0, 1, 2],
      [3, 4],
    ],
    empty: [5],
  },
  { rows: [[0, 1, 2]], empty: [3, 4, 5] },
];

test('where all panels are on screen the chart has the rows of those that are empty', () => {
  expect(roomFor(all, layout, viewport)).toEqual({ chart: 9, heights: [7, 7] });
  expect(roomFor(five, layout, viewport)).toEqual({ chart: 8, heights: [7, 7] });
  expect(roomFor(three, layout, viewport)).toEqual({ chart: 15, heights: [7] });
});

test('where one goes on to other panels the chart stays as it is', () => {
  const more = { ...layout, panels: panelNames.slice(0, 9) };
  expect(roomFor(three, more, viewport)).toEqual({ chart: 9, heights: [13] });
  expect(roomFor(five, { ...more, chart: 0 }, viewport)).toEqual({ chart: 0, heights: [7, 6] });
});

const at = (width: number) => ({ width, columns: 5, gap: 1 });

test('panels of rows are alike wide, the first ones have what is left over', () => {
  expect(panelWidths(['rows', 'rows', 'rows', 'rows', 'rows'], at(203))).toEqual([41, 41, 41, 40, 40]);
  expect(panelWidths(['rows', 'rows', 'rows', 'rows', 'hours'], at(200))).toEqual([40, 40, 40, 40, 40]);
});

test('weekdays by hours have two columns an hour, the bars of hours one, the rest has what is left', () => {
  // 24 + 4 + 1 and 48 + 10 + 4 + 1 of 200: 108 for three.
  expect(panelWidths(['rows', 'rows', 'rows', 'hours', 'week'], at(200))).toEqual([36, 36, 36, 29, 63]);
  expect(panelWidths(['rows', 'rows', 'rows', 'rows', 'week'], at(200))).toEqual([35, 34, 34, 34, 63]);
});

test('panels of a row that is not full are no wider than those above them', () => {
  expect(panelWidths(['rows', 'hours', 'week'], at(200))).toEqual([40, 29, 63]);
  expect(panelWidths(['week'], at(200))).toEqual([63]);
});

test('where rows would have too little room all are alike', () => {
  expect(panelWidths(['rows', 'rows', 'rows', 'rows', 'week'], at(180))).toEqual([36, 36, 36, 36, 36]);
});

test('without any visitor there are no tiles of rates and of the best day', () => {
  const none = summarise([{ day: '2026-11-20', count: 0 }], { from: '2026-11-20', to: '2026-11-20' }, today);
  const titles = (visitors: typeof none) =>
    measuresOf({ ...numbers, sessions: 'none', visitors, pageviews: visitors }).map(({ title }) => title);
  expect(titles(none)).toEqual(['Visitors', 'Page views']);
  expect(titles(oneDay)).toEqual(['Visitors', 'Page views', 'Views per visitor', 'Best day']);
});

test('where visitors and page views are one number of visits there is one tile of them, and no rate', () => {
  const tiles = measuresOf({
    ...numbers,
    sessions: 'none',
    visitors: oneDay,
    pageviews: oneDay,
    areVisits: true,
  });
  expect(tiles.map(({ title, foot }) => [title, foot])).toEqual([
    ['Visits', undefined],
    ['Best day', undefined],
  ]);
});

test('a day says which of its days it is by its visitors, in place of its best hour where there is no room for both', () => {
  const among = [...Array.from({ length: 25 }, () => 40), 90, 60, 47];
  const found = measuresOf({
    sessions: 'none',
    ...numbers,
    visitors: oneDay,
    pageviews: oneDay,
    day: { visitors: hours, pageviews: hours, openFrom: undefined, among },
  }).find(({ title }) => title === 'In 28 days');
  expect([found?.value, found?.note]).toEqual(['3rd', 'of 28']);
  expect(
    found
      ?.draw?.(28)
      ?.map(({ text, tone }) => [tone, text.length])
      .at(-1),
  ).toEqual(['accent', 1]);
});
