import { expect, onTestFinished, test } from 'vitest';
import { start } from '../helpers/application.ts';
import { demoHome } from '../helpers/demoHome.ts';
import { distantService } from '../helpers/distantService.ts';
import { freePort } from '../helpers/freePort.ts';
import { useSharedDemo } from '../helpers/sharedProgram.ts';
import { escape, goTo, settled } from '../helpers/textApplication.ts';

const openList = useSharedDemo();

test.each([
  [40, 10, /^ e edit d delete T tag Esc clear Enter \?$/],
  [59, 12, /^ e edit 2 {2}d delete 2 {2}T tag {2}Esc clear {2}Enter open {2}\?$/],
  [80, 24, /^ e edit 2 {2}d delete 2 {2}T tag {2}Esc clear {2}c side by side {2}/],
])('with marks the footer at %dx%d begins with what is done to them', async (cols, rows, footer) => {
  const terminal = await openList(cols, rows);
  terminal.press('Space', 'Space');
  await terminal.waitFor(lines => footer.test(lines.at(-1) ?? ''));
  terminal.press('Esc');
  await terminal.waitFor(lines => lines.at(-1)?.startsWith(' Enter open') === true);
});

/** From the list: what is opened by a name, then by keys. */
const places: readonly (readonly [name: string, goesTo: string | undefined, ...keys: string[]])[] = [
  ['list', undefined],
  ['attention', undefined, '!'],
  ['adding', undefined, 'a'],
  ['choice of a form', undefined, 'e'],
  ['editing two', undefined, 'Space', 'Space', 'e'],
  ['side by side', undefined, 'Space', 'Space', 'c', 'Enter'],
  ['day side by side', undefined, 'Space', 'Space', 'c', 'Enter', 'Left'],
  ['record', undefined, 'i'],
  ['dashboard', 'shop.example.com'],
  ['day under the cursor', 'shop.example.com', 'Left'],
  ['day', 'shop.example.com', 'Left', 'Enter'],
  ['panel', 'shop.example.com', '1'],
  ['statistic', 'shop.example.com', '1', 'z'],
  ['row over time', 'shop.example.com', '1', 'z', 'Enter'],
  ['why', 'shop.example.com', 'w'],
  ['group of why', 'shop.example.com', 'w', '1'],
  ['year', 'shop.example.com', 'C'],
  ['hours', 'Visitors by hour'],
  ['weekdays', 'Visitors by hour', 'H'],
  ['cursor of weekdays', 'Visitors by hour', 'H', 'Left'],
  ['days', 'Visitors'],
  ['countries', 'Countries'],
  ['search', undefined, '/'],
  ['palette', undefined, ':'],
  ['help', undefined, '?'],
  ['deleting', undefined, 'd'],
  ['nothing found', undefined, '/', 'z', 'z', 'z', 'Tab'],
  ['no such period', undefined, 't', 'z', 'q'],
  ['no such entry', undefined, ':', 'z', 'q', 'x'],
  ['no such key', undefined, '?', 'z', 'q', 'x'],
  ['key that does nothing', undefined, '?', 'u', 'n', 'd', 'o'],
  ['question', undefined, 'a', 'x', 'Esc'],
  ['before and after', undefined, 'Space', 'Space', 'e', 'Tab', 'Space', '^S'],
  ['connecting', undefined, 'P', 'a'],
  ['hour under the cursor', 'Visitors by hour', 'Left'],
];

test('at 40x10 every footer has Enter and help', async () => {
  const terminal = await openList(40, 10);
  const found: string[] = [];
  for (const [name, goesTo, ...keys] of places) {
    if (goesTo !== undefined) await goTo(terminal, goesTo);
    for (const key of keys) {
      await settled(terminal);
      terminal.press(key);
    }
    await settled(terminal);
    // What is still being counted can be cancelled, and has no rows to enter.
    await terminal.waitFor(lines => !/Esc cancel/.test(lines.at(-1) ?? ''));
    const footer = terminal.lines().at(-1) ?? '';
    if (!/(?:^| |\/)Enter \S/.test(footer) || !/ (?:\?|F1)(?: help| close)?$/.test(footer))
      found.push(`${name}: ${footer}`);
    // The marks, the attention and the search go as well.
    for (let left = 0; left < 2; left++) {
      terminal.raw(escape);
      await settled(terminal);
    }
    await openList(40, 10);
    // What was edited was left by a question.
    if (/ T tag /.test(terminal.lines().at(-1) ?? '')) {
      terminal.raw(escape);
      await terminal.waitFor(lines => lines.at(-1)?.startsWith(' Enter open') === true);
    }
  }
  expect(found).toEqual([]);
}, 120_000);

test('at 80x24 the footers of a dashboard, a statistic, a row over time, why and the year name the next website', async () => {
  const terminal = await openList(80, 24);
  await goTo(terminal, 'shop.example.com');
  const next = / \} next website /;
  terminal.press('1');
  await terminal.waitFor(lines => /^ Enter open {2}z all rows {2}\} next website /.test(lines.at(-1) ?? ''));
  terminal.press('0');
  await terminal.waitFor(lines => /^ ← → move {2}Enter open {2}\} next website /.test(lines.at(-1) ?? ''));
  for (const [keys, title] of [
    [['1', 'z'], /> Pages/],
    [['Enter'], /> Pages > \//],
    [['w'], /> Why/],
    [['C'], /> Year/],
  ] as const) {
    terminal.press(...keys);
    await terminal.waitFor(lines => title.test(lines[0] ?? '') && next.test(lines.at(-1) ?? ''));
  }
  await openList(80, 24);
});

test('what two keys do stands once in it', async () => {
  const terminal = await openList(40, 10);
  await goTo(terminal, 'Visitors by hour');
  await settled(terminal);
  terminal.press('H');
  await settled(terminal);
  terminal.press('Left');
  await terminal.waitFor(lines => /^ Esc\/Enter clear {2}← → hour {2}\?/.test(lines.at(-1) ?? ''));
  await openList(40, 10);
});

test('a sign that Enter does the same as stands behind it, not before a slash as in a markup', async () => {
  const terminal = start({ home: await demoHome(), cols: 40, rows: 10 });
  await terminal.waitFor(/^ > podcast/m);
  terminal.press('/');
  terminal.type('old-forum');
  await terminal.waitFor(/^ > old-forum/m);
  terminal.press('Enter');
  await terminal.waitFor(lines => lines.at(-1) === ' Enter/< earlier  t period  Esc back  ?');
});

test('so has that of a year that is being read', async () => {
  const service = await distantService();
  onTestFinished(() => service.close());
  const env = { SITEDECK_URL: service.url, SITEDECK_API_KEY: service.key };
  const terminal = start({ cols: 40, rows: 10, env });
  await terminal.waitFor(/podcast[^]*^ Enter open {2}/m);
  await settled(terminal);
  service.hold();
  terminal.press('C');
  await terminal.waitFor('Reading 53 weeks');
  expect(terminal.lines().at(-1)).toBe(' Enter not yet  Esc back  ? help');
  service.release();
  await terminal.waitFor(lines => lines.at(-1) === ' Enter cursor  Esc back  ? help');
});

test('so has that of an error, where Enter does what is asked first', async () => {
  const url = `http://127.0.0.1:${await freePort()}`;
  const terminal = start({ cols: 40, rows: 10, env: { SITEDECK_URL: url, SITEDECK_API_KEY: 'key' } });
  onTestFinished(() => terminal.stop());
  await terminal.waitFor(lines => lines.at(-1) === ' r/Enter try again P profiles q quit ?', 60_000);
  terminal.press('Enter');
  await terminal.waitFor('Trying again');
});

test('where nothing could be read the footer has only what does something', async () => {
  const address = `http://127.0.0.1:${await freePort()}`;
  const terminal = start({ cols: 80, rows: 24, env: { SITEDECK_URL: address, SITEDECK_API_KEY: 'key' } });
  await terminal.waitFor('─ No answer ─');
  await terminal.waitFor(lines => lines.at(-1) === ' r try again  P profiles  q quit  : go to  ? help');
});
