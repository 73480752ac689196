import { expect, test } from 'vitest';
import { textTable } from '#cli/output/table.ts';
import { safeText } from '#text/safeText.ts';

test('as many rows as --all may bring are one table', () => {
  const row = [{ text: safeText('/a/page') }];
  const rows = Array.from({ length: 150_000 }, () => row);
  const printer = { columns: undefined, colour: false, unicode: true };
  const lines = textTable([{ title: 'Page' }], rows, printer).split('\n');
  expect(lines).toHaveLength(150_002);
  expect(lines[0]).toBe('PAGE');
});
