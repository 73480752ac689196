import { expect, test } from 'vitest';
import { panelWidths } from '#screens/dashboard/layout.ts';

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
