import { render } from 'ink-testing-library';
import { useInput } from 'ink';
import { expect, it, vi } from 'vitest';
import { keyName } from '#terminal/inkKey.ts';

function Names({ heard }: { heard: (string | undefined)[] }) {
  useInput((input, key) => void heard.push(keyName(input, key)));
  return null;
}

it.each([
  ['a', 'a'],
  ['A', 'A'],
  [' ', 'Space'],
  ['\r', 'Enter'],
  ['\n', '^J'],
  ['\t', 'Tab'],
  ['\x1b[Z', 'Shift-Tab'],
  ['\x7f', 'Backspace'],
  ['\x1b[3~', 'Delete'],
  ['\x13', '^S'],
  ['\x00', '^@'],
  ['\x1b[A', 'Up'],
  ['\x1b[1;5D', 'Ctrl-Left'],
  ['\x1b[5~', 'PgUp'],
  ['\x1bOF', 'End'],
  ['\x1bb', 'Alt-b'],
  // What Ink does not tell apart.
  ['\x08', 'Backspace'],
  ['\x1b[15~', undefined],
])('names %j as Ink reports it', async (sequence, name) => {
  const heard: (string | undefined)[] = [];
  const { stdin, unmount } = render(<Names heard={heard} />);
  await vi.waitFor(() => {
    stdin.write(sequence);
    expect(heard.length).toBeGreaterThan(0);
  });
  expect(heard[0]).toBe(name);
  unmount();
});
