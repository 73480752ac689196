import { render } from 'ink-testing-library';
import { expect, test } from 'vitest';
import { KeyTable } from '#components/KeyTable.tsx';
import type { KeyLine } from '#text/keyLines.ts';

const lines: readonly KeyLine[] = [
  { keys: 'This view', does: '', isHeading: true },
  { keys: 's', does: 'Sort' },
  { keys: 'u', does: 'Undo' },
  { keys: '', does: 'There is no edit to undo.', isDim: true },
  { keys: 'y', does: 'Copy' },
  { keys: 'Everywhere', does: '', isHeading: true },
  { keys: 'q', does: 'Quit' },
];

test('scrolled by any number of lines a line looks as it does in a table that begins there', () => {
  const table = (top: number) => <KeyTable rows={lines.slice(top, top + 4)} width={50} />;
  const { lastFrame, rerender } = render(table(0));
  for (const top of [1, 2, 3, 4, 5, 6, 0, 3, 6, 2, 5, 1, 4, 0]) {
    rerender(table(top));
    expect(`${top}: ${lastFrame()}`).toBe(`${top}: ${render(table(top)).lastFrame()}`);
  }
});
