import { expect, test } from 'vitest';
import { groups } from '../bench/groups.ts';
import { reportedRows } from '../bench/report.ts';

test('the table of figures in docs/design/speed.md has a row for each figure of the bench, in its order', () => {
  const figures = Object.entries(groups).flatMap(([group, { names }]) => names.map(name => [group, name]));
  expect(reportedRows().map(([group, name]) => [group, name])).toEqual(figures);
  const undated = reportedRows().filter(
    ([, , measured, , , , day = '']) => measured !== 'not measured' && !/^20\d\d-\d\d-\d\d$/.test(day),
  );
  expect(undated).toEqual([]);
});
