import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { capabilities } from '#api/capabilities.ts';
import { panelOrder } from '#model/statistics/statisticCatalogue.ts';
import { dashboardLayout, panelsOnScreen } from '#store/statistics/dashboardLayout.ts';
import { bodyRows, hasSpacing, isTall } from '#store/core/viewport.ts';

test.each([
  [
    { columns: 80, rows: 24 },
    { strip: 2, chart: 7, panelColumns: 2, panelRows: 1, panelHeight: 9 },
  ],
  [
    { columns: 120, rows: 40 },
    { strip: 2, chart: 14, panelColumns: 3, panelRows: 2, panelHeight: 8 },
  ],
  [
    { columns: 200, rows: 50 },
    { strip: 2, chart: 10, panelColumns: 4, panelRows: 4, panelHeight: 7 },
  ],
  [
    { columns: 40, rows: 10 },
    { strip: 1, chart: 0, panelColumns: 1, panelRows: 1, panelHeight: 5 },
  ],
])('shares out %o', (viewport, layout) => {
  expect(dashboardLayout({ viewport, capabilities })).toEqual({ ...layout, panels: panelOrder });
});

const anyViewport = fc.record({
  columns: fc.integer({ min: 40, max: 400 }),
  rows: fc.integer({ min: 10, max: 150 }),
});

test('a dashboard never takes more rows than there are, and wastes few', () => {
  fc.assert(
    fc.property(anyViewport, viewport => {
      const { strip, chart, panelRows, panelHeight } = dashboardLayout({ viewport, capabilities });
      const air = hasSpacing(viewport) ? 1 : 0;
      const panels = panelRows * panelHeight + (panelRows - 1) * air;
      const used = (isTall(viewport) ? 2 : 1) + strip + air + chart + (chart > 0 ? air : 0) + panels;
      expect(used).toBeLessThanOrEqual(bodyRows(viewport));
      expect(chart > 0 ? bodyRows(viewport) - used : 0).toBe(0);
    }),
  );
});

test('the panel with the focus is on screen', () => {
  fc.assert(
    fc.property(anyViewport, fc.integer({ min: 0, max: panelOrder.length - 1 }), (viewport, focused) => {
      expect(panelsOnScreen(focused, dashboardLayout({ viewport, capabilities }))).toContain(
        panelOrder[focused],
      );
    }),
  );
});
