import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { capabilities, demoCapabilities, ownCapabilities } from '#api/phpAnalytics/capabilities.ts';
import { panelsOf } from '#model/service/capabilities.ts';
import { dashboardLayout, panelsOnScreen, panelsText } from '#store/views/dashboardLayout.ts';
import { bodyRows, hasSpacing } from '#store/display.ts';

const panels = panelsOf(capabilities);

test.each([
  [
    { columns: 40, rows: 10 },
    {
      above: 0,
      strip: 1,
      chart: 0,
      below: 0,
      panelColumns: 1,
      panelRows: 1,
      panelHeight: 5,
      values: 4,
      isFramed: false,
      isOpen: false,
    },
  ],
  [
    { columns: 80, rows: 24 },
    {
      above: 0,
      strip: 4,
      chart: 7,
      below: 1,
      panelColumns: 2,
      panelRows: 2,
      panelHeight: 4,
      values: 3,
      isFramed: true,
      isOpen: true,
    },
  ],
  [
    { columns: 100, rows: 30 },
    {
      above: 0,
      strip: 4,
      chart: 9,
      below: 1,
      panelColumns: 2,
      panelRows: 2,
      panelHeight: 6,
      values: 4,
      isFramed: true,
      isOpen: false,
    },
  ],
  [
    { columns: 120, rows: 40 },
    {
      above: 1,
      strip: 4,
      chart: 12,
      below: 1,
      panelColumns: 3,
      panelRows: 2,
      panelHeight: 9,
      values: 7,
      isFramed: true,
      isOpen: false,
    },
  ],
  [
    { columns: 200, rows: 50 },
    {
      above: 1,
      strip: 4,
      chart: 10,
      below: 1,
      panelColumns: 5,
      panelRows: 3,
      panelHeight: 10,
      values: 8,
      isFramed: true,
      isOpen: false,
      map: 41,
    },
  ],
])('shares out %o', (viewport, layout) => {
  const plain = {
    panels,
    sentence: 0,
    map: 0,
    hasWeek: false,
    hasChanges: viewport.columns >= 76,
  };
  expect(dashboardLayout({ viewport, capabilities })).toEqual({ ...plain, ...layout });
});

test.each([
  [80, 24, { sentence: 0, chart: 7 }],
  [120, 40, { sentence: 2, chart: 10 }],
  [40, 10, { sentence: 0, chart: 0 }],
])(
  'one day that is compared has lines for what explains it at %ix%i, which its chart leaves to them',
  (columns, rows, layout) => {
    const days = { from: '2026-11-06', to: '2026-11-06' } as const;
    const of = (baseline: 'usual' | undefined) =>
      dashboardLayout({
        viewport: { columns, rows },
        capabilities,
        period: { choice: { kind: 'range', ...days } },
        comparison: { baseline },
        today: () => '2026-11-26',
      });
    expect(of('usual')).toMatchObject(layout);
    expect(of(undefined)).toMatchObject({ sentence: 0, chart: layout.chart + layout.sentence });
  },
);

test('says which of the panels are on screen', () => {
  const at = (columns: number, rows: number, focused: number) =>
    panelsText(focused, dashboardLayout({ viewport: { columns, rows }, capabilities }));
  expect(at(80, 24, 0)).toBe('1-4 of 14 panels');
  expect(at(80, 24, 5)).toBe('5-8 of 14 panels');
  expect(at(80, 24, 13)).toBe('11-14 of 14 panels');
  expect(at(40, 10, 2)).toBe('3 of 14 panels');
  expect(at(200, 50, 13)).toBe('14 panels');
  expect(panelsText(0, { panels: ['page'], panelColumns: 1, panelRows: 1 })).toBe('1 panel');
});

test('the largest terminal has a map where there are countries, and the hours of weekdays where no request leaves the machine', () => {
  const viewport = { columns: 200, rows: 50 };
  const of = (known: typeof demoCapabilities) => dashboardLayout({ viewport, capabilities: known });
  expect(of(demoCapabilities)).toMatchObject({ map: 41, hasWeek: true, panelColumns: 5, panelRows: 3 });
  expect(of(capabilities)).toMatchObject({ map: 41, hasWeek: false, panelColumns: 5, panelRows: 3 });
  const { country, visitors_hours, ...statistics } = demoCapabilities.statistics;
  expect([country, visitors_hours]).toEqual(['visitors', 'visitors']);
  expect(of({ ...demoCapabilities, statistics })).toMatchObject({ map: 0, hasWeek: false, panelRows: 3 });
});

test('panels for which the largest terminal has no room follow by pages of five columns', () => {
  const at = (columns: number, rows: number) =>
    dashboardLayout({ viewport: { columns, rows }, capabilities: ownCapabilities });
  const many = panelsOf(ownCapabilities).length;
  expect(at(200, 50)).toMatchObject({ map: 41, hasWeek: true, panelColumns: 5, panelRows: 3 });
  expect(panelsText(0, at(200, 50))).toBe(`1-15 of ${many} panels`);
  expect(at(200, 40)).toMatchObject({ panelColumns: 5, panelRows: 2 });
});

const anyViewport = fc.record({
  columns: fc.integer({ min: 40, max: 400 }),
  rows: fc.integer({ min: 10, max: 150 }),
});

test('a dashboard never takes more rows than there are, and wastes few', () => {
  fc.assert(
    fc.property(anyViewport, viewport => {
      const { above, strip, chart, below, panelRows, panelHeight, isFramed } = dashboardLayout({
        viewport,
        capabilities,
      });
      const air = !isFramed && hasSpacing(viewport) ? 1 : 0;
      const panels = panelRows * panelHeight + (panelRows - 1) * air;
      const used = 1 + above + strip + air + chart + below + panels;
      expect(used).toBeLessThanOrEqual(bodyRows(viewport));
      expect(chart > 0 ? bodyRows(viewport) - used : 0).toBe(0);
    }),
  );
});

test('the panel with the focus is on screen', () => {
  fc.assert(
    fc.property(anyViewport, fc.integer({ min: 0, max: panels.length - 1 }), (viewport, focused) => {
      expect(panelsOnScreen(focused, dashboardLayout({ viewport, capabilities }))).toContain(panels[focused]);
    }),
  );
});
