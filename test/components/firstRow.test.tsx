import { render } from 'ink-testing-library';
import { expect, test } from 'vitest';
import { firstRow, Table } from '#components/Table.tsx';
import { Menu } from '#components/Popup.tsx';
import { placeColumns } from '#text/columns.ts';
import { label } from '#text/safeText.ts';

test.each([
  // Where the selected row is on screen nothing moves.
  [0, 0, 5, 0],
  [3, 7, 5, 3],
  // Fewer rows than before, or a list that was scrolled past it.
  [0, 9, 5, 5],
  [8, 2, 5, 2],
  // Nothing is selected.
  [4, undefined, 5, 4],
  [4, -1, 5, 4],
])('from %i with %s selected, in %i rows: %i', (top, selected, height, first) => {
  expect(firstRow(top, selected, height)).toBe(first);
});

const titles = Array.from({ length: 10 }, (_, place) => label`row ${place}`);

test('a table and a menu in a terminal that has become smaller still show what is selected', () => {
  const place = { top: 0, selected: 8, height: 3, width: 20 };
  const columns = placeColumns([{ key: 'title', title: 'TITLE', width: 8, priority: 1 }], 20);
  const rows = titles.map(text => ({ id: text, cells: { title: { text } } }));
  expect(render(<Table columns={columns} rows={rows} {...place} />).lastFrame()).toContain('row 8');
  const items = titles.map(title => ({ title }));
  expect(render(<Menu items={items} {...place} />).lastFrame()).toContain('row 8');
});
