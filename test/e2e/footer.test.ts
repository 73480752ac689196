import { test } from 'vitest';
import { useSharedDemo } from '../helpers/sharedProgram.ts';

const openList = useSharedDemo();

test.each([
  [40, 10, /^ e edit 2 {2}d delete 2 {2}T tag {2}Esc clear$/],
  [80, 24, /^ e edit 2 {2}d delete 2 {2}T tag {2}Esc clear {2}Enter open /],
])('with marks the footer at %dx%d begins with what is done to them', async (cols, rows, footer) => {
  const terminal = await openList(cols, rows);
  terminal.press('Space', 'Space');
  await terminal.waitFor(lines => footer.test(lines.at(-1) ?? ''));
  terminal.press('Esc');
  await terminal.waitFor(lines => lines.at(-1)?.startsWith(' Enter open') === true);
});

test('on a narrow terminal what Enter does comes first, help last', async () => {
  const terminal = await openList(40, 10);
  terminal.press('Enter', 'Left');
  await terminal.waitFor(lines => lines.at(-1) === ' Enter open  w why  Esc clear  ? help');
});
