import { render } from 'ink-testing-library';
import { expect, test } from 'vitest';
import { type KeyLine, KeyTable } from '#components/KeyTable.tsx';

const lines: readonly KeyLine[] = [
  { keys: '', action: 'This website', look: 'heading' },
  { keys: 's', action: 'Sort by', look: 'plain' },
  { keys: 'Enter', action: 'Open the website', look: 'selected' },
  { keys: 'u', action: 'Undo the last edit', look: 'dim' },
  { keys: '', action: '', look: 'blank' },
  { keys: '', action: 'Everywhere', look: 'heading' },
  { keys: 'q ^C', action: 'Quit', look: 'plain' },
];

test('keys stand at the right of their column, and what they do beside them', () => {
  const { lastFrame } = render(<KeyTable lines={lines} width={30} />);
  const plain = (lastFrame() ?? '').replaceAll(/\x1b\[[\d;]*m/g, '');
  expect(plain.split('\n').map(line => line.trimEnd())).toEqual([
    '         This website',
    '      s  Sort by',
    '> Enter  Open the website',
    '      u  Undo the last edit',
    '',
    '         Everywhere',
    '   q ^C  Quit',
  ]);
});

test('scrolled by any number of lines a line looks as it does in a table that begins there', () => {
  const table = (top: number) => <KeyTable lines={lines.slice(top, top + 4)} width={50} />;
  const { lastFrame, rerender } = render(table(0));
  for (const top of [1, 2, 3, 4, 5, 6, 0, 3, 6, 2, 5, 1, 4, 0]) {
    rerender(table(top));
    expect(`${top}: ${lastFrame()}`).toBe(`${top}: ${render(table(top)).lastFrame()}`);
  }
});
