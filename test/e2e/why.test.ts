import { expect, onTestFinished, test } from 'vitest';
import { openDemo, start } from '../helpers/application.ts';
import { distantService, useService } from '../helpers/distantService.ts';
import type { Terminal } from '../helpers/terminal.ts';
import { goTo, settled } from '../helpers/textApplication.ts';
import { temporaryHome } from '../helpers/temporaryHome.ts';

const footer = (terminal: Terminal) => terminal.lines().at(-1) ?? '';
const detail = (terminal: Terminal) => terminal.lines().at(-2) ?? '';

/** The text behind the mark of the selected row, wherever it stands. */
const selected = (terminal: Terminal) => / > (\S.*)/.exec(terminal.lines().slice(3).join('\n'))?.[1] ?? '';

// The sentence may be wrapped anywhere.
const correlation = (lines: readonly string[]) => /Correlation,\s+not\s+cause\./.test(lines.join('\n'));

async function openWhy(terminal: Terminal): Promise<void> {
  terminal.press('w');
  await terminal.waitFor(correlation);
  await settled(terminal);
}

test('why, from everywhere: a sentence, groups, one group whole, a row over time, a day', async () => {
  const terminal = await openDemo({ cols: 120, rows: 40 });
  await terminal.waitFor(() => /^ Enter open .* w why {2}/.test(footer(terminal)));
  terminal.press('/');
  terminal.type('status');
  await terminal.waitFor(/1-1 of 1\b/);
  terminal.press('Tab');
  await terminal.waitFor(() => /^ Enter open .* w why {2}/.test(footer(terminal)));
  await openWhy(terminal);
  expect(terminal.lines()[0]).toMatch(/^ Sitedeck > status\.example\.com > Why /);
  expect(terminal.lines()[3]).toMatch(/^ Visitors (?:fell|rose) by [\d,]+ \([+-].+%\) against /);
  expect(terminal.lines()[5]).toMatch(/^(?=.* Bounces .*\()(?=.* Time a visit .*\()(?=.* Per visit .*\()/);
  expect(terminal.lines()[7]).toMatch(/^ 1 \w.* [+-][\d,]+ share {4}2 \w.* [+-][\d,]+ share/);
  expect(footer(terminal)).toMatch(/^ Enter open {2}1-9 group .*D (?:falls|rises) only/);

  const [, first = ''] = /^(\S+ \S+)/.exec(selected(terminal)) ?? [];
  expect(detail(terminal)).toContain(first.trimEnd());
  terminal.press('j');
  await terminal.waitFor(() => !selected(terminal).startsWith(first));
  terminal.press('D');
  await terminal.waitFor(() => footer(terminal).includes('D both ways'));
  terminal.press('D');
  await terminal.waitFor(() => /D (?:falls|rises) only/.test(footer(terminal)));

  const [, number = ''] = /(\d) Referrers/.exec(terminal.screen.picture()) ?? [];
  terminal.press(number);
  await terminal.waitFor(lines => lines[0]?.includes('> Why > Referrers') === true);
  await terminal.waitFor(/REFERRER +BEFORE +NOW +CHANGE +SHARE/);
  const [top = ''] = selected(terminal).split(' ');
  terminal.press('j');
  await terminal.waitFor(() => !selected(terminal).startsWith(`${top} `));
  // Which rows stand out depends on the day; of visits without a referrer there is nothing to copy.
  if (selected(terminal).startsWith('(direct)')) terminal.press('j');
  terminal.press('y');
  await terminal.waitFor(/Copied \S+\./);
  terminal.press('Enter');
  await terminal.waitFor('by day');
  // While days are read Esc stops that first.
  await terminal.waitFor(() => footer(terminal).includes('Esc back'));
  terminal.press('Esc');
  await terminal.waitFor(/REFERRER +BEFORE +NOW +CHANGE +SHARE/);
  expect(selected(terminal).startsWith(`${top} `)).toBe(false);
  terminal.press('x');
  await terminal.waitFor(/sitedeck --profile demo why status\.example\.com --period 28d/);
  terminal.press('Esc');
  await terminal.waitFor(lines => !lines.some(line => line.includes('Format')));
  terminal.press('Esc');
  await terminal.waitFor(correlation);
  terminal.press('Esc');
  await terminal.waitFor(/1-1 of 1\b/);

  // From the statistics, one statistic, the history of a row, and by the palette.
  terminal.press('Enter');
  await terminal.waitFor(() => / w why {2}/.test(footer(terminal)) && footer(terminal).includes('← → move'));
  terminal.press('1', 'z');
  await terminal.waitFor(() => /^ Enter history .* w why /.test(footer(terminal)));
  terminal.press('M');
  await terminal.waitFor(correlation);
  terminal.press('Esc');
  await terminal.waitFor('SHARE');
  terminal.press('Enter');
  await terminal.waitFor('by day');
  await terminal.waitFor(() => footer(terminal).includes('w why') && footer(terminal).includes('Esc back'));
  // What it explains is the website's, not the row's.
  terminal.press('w');
  await terminal.waitFor(lines => /^ Sitedeck > status\.example\.com > Why {2}/.test(lines[0] ?? ''));
  terminal.press('Esc');
  await terminal.waitFor('by day');
  terminal.press('Esc');
  await terminal.waitFor('SHARE');
  terminal.press('Esc');
  await terminal.waitFor(lines => lines[0]?.includes('> Pages') === false);
  terminal.press(':');
  terminal.type('fell');
  await terminal.waitFor(/ > Show why it changed/);
  terminal.press('Esc');
  await terminal.waitFor(() => !terminal.screen.picture().includes('Go to'));

  // The day under the cursor of the chart, against a usual one of its weekday.
  await goTo(terminal, 'Visitors');
  await terminal.waitFor('latest first');
  terminal.press('Left');
  await terminal.waitFor(/^ \w{3} \d+ \w{3} \d{4}: /m);
  const [, weekday = '', date = ''] = /^ (\w{3}) (\d+ \w{3})/.exec(detail(terminal)) ?? [];
  await openWhy(terminal);
  expect(terminal.lines()[0]).toContain(`> Why > ${weekday} ${date} `);
  expect(terminal.lines()[1]).toMatch(
    new RegExp(`^ ${weekday} ${date} \\d{4} {3}against ${weekday} \\d+ \\w{3}, a usual ${weekday}\\w*day`),
  );
  terminal.press('t');
  await terminal.waitFor('One day is shown: Esc back to the period.');
});

test('the footer names its key wherever it works, also at 40 columns', async () => {
  const terminal = await openDemo({ cols: 40, rows: 10 });
  const named = () => terminal.waitFor(() => footer(terminal).includes('w why'));
  await named();
  terminal.press('Enter');
  await terminal.waitFor(() => footer(terminal).includes('Esc back'));
  await named();
  terminal.press('Left');
  await terminal.waitFor(() => footer(terminal).includes('Esc clear'));
  await named();
  terminal.press('1', 'z');
  await terminal.waitFor(() => footer(terminal).startsWith(' Enter history'));
  await named();
  terminal.press('Enter');
  await terminal.waitFor(lines => lines.some(line => / page views .* of 28/.test(line)));
  await named();
});

test.each([
  ['terminal', {}, 300],
  ['dark', { COLORTERM: 'truecolor', COLORFGBG: '15;0' }, 450],
])('a move of its cursor in the colours of %s is at most so many bytes', async (_theme, env, budget) => {
  const terminal = await openDemo({ env });
  await openWhy(terminal);
  const sizes: number[] = [];
  for (const key of ['j', 'j', 'k', 'k', 'l', 'h', 'j', 'j', 'Tab', 'j']) {
    const before = selected(terminal);
    const mark = terminal.mark();
    terminal.press(key);
    await terminal.waitFor(() => selected(terminal) !== before && detail(terminal).includes(': '));
    await terminal.quiet(40);
    sizes.push(terminal.bytesSince(mark));
  }
  expect(sizes.toSorted((a, b) => a - b)[5]).toBeLessThanOrEqual(budget);
});

test('Esc stops what is read, as the footer alone says, and the next leads back, though the dashboard still reads the same', async () => {
  const service = await distantService();
  onTestFinished(() => service.close());
  const home = temporaryHome();
  useService(home, service, { cache: 'off' });
  const terminal = start({ home, cols: 120, rows: 40 });
  await terminal.waitFor('13 websites, sums');
  service.hold();
  terminal.press('Enter');
  await terminal.waitFor('Reading ...');
  await expect.poll(() => service.held()).toBeGreaterThan(0);
  terminal.press('w');
  await terminal.waitFor(() => footer(terminal).includes('Esc stop'));
  expect(terminal.lines().filter(line => line.includes('Esc'))).toHaveLength(1);
  terminal.press('Esc');
  // Before what the dashboard asked for is given up.
  await terminal.waitFor(() => footer(terminal).includes('Esc back'), 10_000);
  expect(footer(terminal)).not.toContain('Esc stop');
  terminal.press('Esc');
  await terminal.waitFor(lines => lines[0]?.includes('> Why') === false);
});

test('the box over a day compares it with the day that its row does', async () => {
  const terminal = await openDemo({ cols: 200, rows: 50 });
  terminal.press('/');
  terminal.type('chess');
  await terminal.waitFor(/^ > chess-club\.example/m);
  terminal.press('Enter');
  await terminal.waitFor('Landing pages');
  terminal.press('w');
  await terminal.waitFor(/\d Days {2}visitors/);
  // Groups change places while they are read.
  await settled(terminal);
  terminal.press(/(\d) Days {2}visitors/.exec(terminal.lines().join('\n'))?.[1] ?? '');
  const row = /^ > ([A-Z][a-z]+ \d+ [A-Z][a-z]+)[_ ]+(\d+) +(\d+) +[+-]\d/m;
  await terminal.waitFor(row);
  const [, day = '', before = '', now = ''] = row.exec(terminal.lines().join('\n')) ?? [];
  await terminal.waitFor(new RegExp(`│ ${day} {2}${now} +│[^]*│ before, \\w{3} \\d+ \\w{3} {2}${before} +│`));
});
