import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { run } from '../cli/fixture.ts';
import { makeHome, type Home } from '../helpers/home.ts';
import { chrome, safari } from '../logs/importFixture.ts';
import { startTerminal, type Terminal } from '../helpers/terminal.ts';
import { goTo, settled } from '../helpers/textApplication.ts';

const [germany, america, britain] = ['91.12.3', '8.8.8', '81.2.69'];

/**
 * 56 days up to yesterday with the same visitors at 8, but that those from Germany who read /checkout on a phone are gone in the last 28;
 * each visitor reads one page.
 */
function logOfFall(): string {
  const lines: string[] = [];
  for (let ago = 56; ago > 0; ago--) {
    const [, day, month, year] = new Date(Date.now() - ago * 86_400_000).toUTCString().split(' ');
    let visitor = 0;
    const visit = (net: string, agent: string, page: string) => {
      visitor++;
      const time = `${day}/${month}/${year}:08:00:${String(visitor % 60).padStart(2, '0')} +0000`;
      lines.push(`${net}.${visitor} - - [${time}] "GET ${page} HTTP/1.1" 200 12 "-" "${agent}"\n`);
    };
    for (const net of [germany, america, britain])
      for (const agent of [chrome, safari])
        for (const page of ['/checkout', '/blog', '/pricing']) {
          const isCause = net === germany && agent === safari && page === '/checkout';
          for (let more = isCause ? (ago > 28 ? 24 : 0) : 6; more > 0; more--) visit(net, agent, page);
        }
  }
  return lines.join('');
}

const env = { TZ: 'UTC' };
let home: Home;
beforeAll(async () => {
  home = makeHome();
  const log = join(home.path, 'access.log');
  writeFileSync(log, logOfFall());
  const { code, stderr } = await run(['logs', 'add', 'one.example', log], { home, env });
  if (code !== 0) throw new Error(stderr);
});
afterAll(() => home.remove());

async function open() {
  const args = ['--profile', 'logs', 'one.example'];
  const terminal = startTerminal({ args, home, cols: 120, rows: 40, env });
  onTestFinished(() => terminal.stop());
  await terminal.waitFor('/checkout');
  await settled(terminal);
  return terminal;
}

/** Words as they stand on the screen, without the breaks between its lines. */
const words = (lines: readonly string[]) => lines.join(' ').replaceAll(/\s+/g, ' ');
const filterOf = (terminal: Terminal) => terminal.lines()[1] ?? '';
const footer = (terminal: Terminal) => terminal.lines().at(-1) ?? '';

test('from "visitors fell" to their page, country and device in three keys, and the command says the same', async () => {
  const terminal = await open();
  const steps = [
    ['', 'fell by 672 (-19%)', '/checkout: 840 page views, 1,512 before'],
    ['page /checkout', 'fell by 672 (-44%)', 'Germany: 168 visitors, 840 before'],
    ['page /checkout, country Germany', 'fell by 672 (-80%)', 'mobile: none now, 672 before'],
  ];
  terminal.press('w');
  for (const [filter = '', fell = '', cause = ''] of steps) {
    const within = filter === '' ? '' : ` (${filter})`;
    await terminal.waitFor(lines => words(lines).includes(`Visitors${within} ${fell}`));
    await terminal.waitFor(lines => words(lines).includes(cause));
    expect(filterOf(terminal)).toContain(filter);
    // The row under the cursor explains it: f comes first.
    await terminal.waitFor(() => footer(terminal).startsWith(' f only this '));
    terminal.press('f');
  }
  const all = 'Visitors (page /checkout, country Germany, device mobile) fell by 672 (-100%)';
  await terminal.waitFor(lines => words(lines).includes(all));
  expect(words(terminal.lines())).toContain('No visitors in these days');
  const where = ['page=/checkout', 'country=DE', 'device=mobile'].flatMap(text => ['--where', text]);
  const said = await run(['why', 'one.example', '--profile', 'logs', ...where], { home, env });
  expect(said.code).toBe(0);
  expect(words(said.stdout.split('\n'))).toContain(all);
  // Back, one condition after the other.
  for (const filter of ['page /checkout, country Germany', 'page /checkout']) {
    terminal.press('Backspace');
    await terminal.waitFor(lines => words(lines).includes(`Visitors (${filter}) fell`));
  }
  terminal.press('\x08');
  await terminal.waitFor(lines => words(lines).includes('Visitors fell by 672'));
});

test('f and F filter by a country of the map, an hour, an hour of a weekday, and a row over time', async () => {
  const terminal = await open();
  const shows = (filter: string) => terminal.waitFor(() => filterOf(terminal).includes(filter));
  await goTo(terminal, 'Countries');
  await terminal.waitFor('> United Kingdom');
  await settled(terminal);
  terminal.press('f');
  await shows('country United Kingdom');
  await terminal.waitFor('United Kingdom (GB)   1,008 visitors, 100% of 1,008 visitors');

  await goTo(terminal, 'Visitors by hour');
  await settled(terminal);
  await terminal.waitFor('Each visitor once, in the first hour that fits');
  terminal.press('f');
  await terminal.waitFor('No hour is selected: Left and Right go to one.');
  terminal.press('Right');
  await terminal.waitFor('00:00 to 01:00: 0 visitors');
  terminal.press('F');
  await shows('country United Kingdom, hour not 00:00');
  terminal.press('Backspace');
  await terminal.waitFor(() => !filterOf(terminal).includes('hour'));

  terminal.press('H');
  await terminal.waitFor('> Weekdays');
  await settled(terminal);
  terminal.press('Right');
  await terminal.waitFor('Monday 08:00');
  expect(terminal.lines().join('\n')).toContain('Each visitor once, in the first hour that fits');
  // All but an hour of a weekday is no list of conditions.
  terminal.press('F');
  await terminal.waitFor('It is two conditions');
  terminal.press('f');
  await shows('country United Kingdom, weekday Monday, hour 08:00');
  // Of other weekdays a filter by one leaves nothing: they are no rows of zeros.
  await terminal.waitFor(
    lines => /^ +Monday /m.test(lines.join('\n')) && !lines.join('').includes('Tuesday'),
  );
  terminal.press('Down', 'Left');
  await terminal.waitFor('Monday 07:00');
  terminal.press('Backspace');
  await terminal.waitFor(() => !filterOf(terminal).includes('hour'));
  await goTo(terminal, 'Pages');
  await terminal.waitFor('> /');
  await settled(terminal);
  terminal.press('Enter');
  await terminal.waitFor(lines => lines[0]?.includes('> Pages > /') === true);
  await settled(terminal);
  const days = terminal.lines().flatMap(line => /^ +(\w{3}) \d+ \w{3} \d{4}(?!\d)/.exec(line)?.[1] ?? []);
  expect(days).toEqual(['Mon', 'Mon', 'Mon', 'Mon']);
  // The pane beside them is of the last of them, once the selection rests there.
  await terminal.waitFor(/│ Mon \d+ \w{3} \d{4}/);
  terminal.press('Esc');
  await terminal.waitFor(lines => lines[0]?.includes('> Pages > /') === false);
  terminal.press('Backspace');
  await terminal.waitFor(() => !filterOf(terminal).includes('weekday'));

  await goTo(terminal, 'Pages');
  await terminal.waitFor(/> \/\w+ .* 336 +33%/);
  await settled(terminal);
  const page = /> (\/[a-z]+)/.exec(terminal.lines().join('\n'))?.[1] ?? '';
  terminal.press('Enter');
  await terminal.waitFor(([first = '']) => first.includes(`> Pages > ${page}`));
  await settled(terminal);
  terminal.press('F');
  await shows(`country United Kingdom, page not ${page}`);
  terminal.press('Esc', 'Esc');
});
