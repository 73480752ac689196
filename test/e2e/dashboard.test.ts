import { expect, test } from 'vitest';
import { capabilities, demoCapabilities } from '#api/phpAnalytics/capabilities.ts';
import { panelsOf, statisticInfo } from '#model/service/capabilities.ts';
import { openDemo, selectedLine, start } from '../helpers/application.ts';
import { bare, json } from '../helpers/faultAnswers.ts';
import { escape, goTo } from '../helpers/textApplication.ts';
import { useSharedDemo } from '../helpers/sharedProgram.ts';
import type { Answer } from '../helpers/faultServer.ts';
import { openFaultServer } from '../helpers/apiFixture.ts';

const openList = useSharedDemo();
const panels = panelsOf(demoCapabilities);
const titleOf = (index: number) => statisticInfo(panels[index]!).title;

test('every panel is reached at 80x24, and the chart', async () => {
  const terminal = await openList();
  terminal.press('Enter');
  await terminal.waitFor('> Visitors');
  terminal.press('Tab');
  await terminal.waitFor('> Pages');
  for (let index = 1; index < panels.length; index += 1) {
    terminal.press('Tab');
    await terminal.waitFor(lines => lines.some(line => line.includes(`> ${titleOf(index)}`)));
    await terminal.waitFor(lines => !lines.some(line => line.includes('Reading ...')));
  }
  terminal.press('Tab');
  await terminal.waitFor(' > Visitors');
  terminal.press('8');
  await terminal.waitFor('> Cities');
  terminal.press('z');
  await terminal.waitFor(lines => lines[0]?.includes('> Cities') === true);
  // The panel stays the focused one, also of the next website.
  terminal.raw(escape);
  await terminal.waitFor('> Cities');
  terminal.press('0');
  await terminal.waitFor(' > Visitors');
});

test('all fifteen panels at once on a large terminal, with a map and the hours of each weekday', async () => {
  const terminal = await openList(200, 50);
  terminal.press('Enter');
  await terminal.waitFor(lines =>
    panels.every((_, index) => lines.some(line => line.includes(titleOf(index)))),
  );
  await terminal.waitFor(/╭─ Where ─+ visitors ─╮$/m);
  await terminal.waitFor(/│ Mon .*\d+ +│$/m);
  await terminal.waitFor(lines => !lines.some(line => line.includes('Reading ...')));
});

test('five measures fit 80 columns, what a visit tells among them', async () => {
  const terminal = await openList();
  terminal.press('Enter');
  await terminal.waitFor(
    /^╭─ Visitors ─+╮╭─ Page views ─+╮╭─ Per visit ─*╮╭─ Bounce rate ─*╮╭─? Today so far ─*╮$/m,
  );
  const numbers =
    /^│ ([\d,]+) +[+-]\d+(?:\.\d)?% +││ ([\d,]+) +[+-]\d+(?:\.\d)?% +││ (\d+\.\d) +(?:[+-](?:\d+(?:\.\d)?|<0\.1)%|=) +││ (\d+)% +(?:[+-](?:\d+(?:\.\d)?|<0\.1)pp|=) +││ [\d,]+ +(?:[+-]\d+(?:\.\d)?%|=|x\d+|new|[\d,]+ views?)? *│$/m;
  await terminal.waitFor(numbers);
  // In the first hour of a day none is over yet.
  await terminal.waitFor(/^╰─ sum of days ─*╯.*╰─(?: by \d\d:00 )?─*╯$/m);
  const shown = terminal.lines().join('\n');
  const [visitors = 0, views = 0, each = 0, bounces = 0] = (numbers.exec(shown) ?? [])
    .slice(1)
    .map(number => Number(number.replaceAll(',', '')));
  // A visitor of a day has at least one session, and a session a page view.
  expect(each).toBeGreaterThanOrEqual(1);
  expect(each).toBeLessThanOrEqual(views / visitors + 0.051);
  // Sessions of more than one view have two or more.
  expect(bounces / 100).toBeGreaterThanOrEqual(2 - (each + 0.05) - 0.005);
  expect(bounces).toBeLessThan(100);
});

test('at 40x10 a number with its days, and the first page, source and country below them', async () => {
  const terminal = await openList(40, 10);
  terminal.press('Enter', '0');
  await terminal.waitFor(/^ [\d,]+ visitors, sum [+-]\d+% +Last 28 days *$/m);
  await terminal.waitFor(
    /^ page[ _]\S+ .*[\d,]+ +\S+ *\n from[ _]\S+ .*[\d,]+ +\S+ *\n in[ _]{3}\S+ .*[\d,]+ +\S+ *$/m,
  );
  expect(terminal.lines().at(-1)).toMatch(/^ Enter open .*\? help/);
  // Three rows of chart between them, with the first and the last day below it.
  const [number, days, page] = [/ visitors, sum /, /^ +\d+ \w{3} +\d+ \w{3} *$/, /^ page[ _]/].map(found =>
    terminal.lines().findIndex(line => found.test(line)),
  );
  expect([days! - number!, page! - number!]).toEqual([4, 5]);
  terminal.press('Left');
  // What is under the cursor stands in the line of the number: a box would hide the chart.
  await terminal.waitFor(/^ [\d,]+ visitors .* \w{3} \d+ \w{3}$/m);
  expect(terminal.lines().join('\n')).not.toMatch(/ \w{3} \d+ \w{3} {2}[\d,]+ /);
  expect(terminal.lines().at(-2)).toMatch(/^ in[ _]{3}\S/);
  terminal.press('m');
  await terminal.waitFor(/^ [\d,]+ page views .* \w{3} \d+ \w{3}$/m);
  terminal.press('m', 'm', 'm', 'm');
  await terminal.waitFor(/^ [\d,]+ visitors .* \w{3} \d+ \w{3}$/m);
  terminal.press('Tab');
  await terminal.waitFor('> Pages');
  terminal.press('0');
  await terminal.waitFor(/^ [\d,]+ visitors .* \w{3} \d+ \w{3}$/m);
});

test('at 120 columns the best day stands beside the mean of the days', async () => {
  const terminal = await openList(120, 40);
  terminal.press('Enter');
  await terminal.waitFor(/^╭─ Visitors .* Best day .* Today so far ─*╮$/m);
  const numbers = /^│ ([\d,]+) +[+-]\d.*│ ([\d,]+) +\d+ \w{3} +│ │ [\d,]+ .*│$/m;
  await terminal.waitFor(numbers);
  const shown = terminal.lines().join('\n');
  const [visitors = 0, best = 0] = (numbers.exec(shown) ?? [])
    .slice(1)
    .map(number => Number(number.replaceAll(',', '')));
  const mean = Math.round(visitors / 28);
  expect(shown).toMatch(new RegExp(`│ mean ${mean} +│`));
  expect(best).toBeGreaterThanOrEqual(mean);
});

test('compared with the period before from the start, with others by the menu, with nothing nowhere', async () => {
  const terminal = await openDemo({ cols: 100, rows: 30 });
  await terminal.waitFor(/CHANGE/);
  expect(terminal.lines().slice(0, 3).join(' ')).toMatch(/ against \d+ \w{3} - \d+ \w{3}/);
  terminal.press('j', 'j', 'Enter', 'Tab');
  await terminal.waitFor('> Pages');
  await terminal.waitFor(/now {3}\S+ before/);
  await terminal.waitFor(/\/[ _].*[\d,]+ +[+-]\d+%/);
  terminal.press('z');
  await terminal.waitFor('CHANGE');
  await terminal.waitFor(/ {3}before [\d,]+, [+-]/);
  terminal.press('c');
  await terminal.waitFor('The same weekdays last year');
  terminal.press('Down', 'Down', 'Down', 'Enter');
  const year = new Date().getUTCFullYear() - 1;
  await terminal.waitFor(lines => new RegExp(`against .* (${year}|${year + 1})`).test(lines[1] ?? ''));
  terminal.press('c');
  await terminal.waitFor('The same weekdays last year');
  terminal.press('Down', 'Enter');
  await terminal.waitFor(lines => !lines.some(line => /CHANGE|against/.test(line)));
  terminal.press('Esc');
  await terminal.waitFor('> Pages');
  await terminal.waitFor(lines => !lines.some(line => /[+-]\d+%|before/.test(line)));
  terminal.press('Esc');
  await terminal.waitFor(/LAST 28 DAYS/);
  await terminal.waitFor(lines => !lines.some(line => /CHANGE|[+-]\d+%| vs /.test(line)));
});

test('the same view of the next website', async () => {
  const terminal = await openList();
  const [first = '', second = ''] = terminal
    .lines()
    .flatMap(line => /^.{3}(\S+\.example(?:\.\w+)?)/.exec(line)?.[1] ?? []);
  terminal.press('Enter');
  await terminal.waitFor(lines => lines[0]?.includes(first) === true);
  terminal.press('}');
  await terminal.waitFor(lines => lines[0]?.includes(second) === true);
  terminal.press('Esc');
  await terminal.waitFor('DOMAIN');
  await terminal.waitFor(() => selectedLine(terminal).includes(second));
});

/** A service on which every other statistic fails, and one it has never heard of. */
const half: Answer = (response, request) => {
  const name = new URLSearchParams(request.query).get('name');
  if (name === null)
    return json({
      data: [{ id: 1, domain: 'half.example.com' }],
      meta: { current_page: 1, last_page: 1, total: 1 },
    })(response, request);
  if (name === 'page') return bare(500)(response, request);
  if (name === 'landing_page')
    return json({ message: 'Invalid.', errors: { name: ['The selected name is invalid.'] } }, 422)(
      response,
      request,
    );
  if (name === 'referrer') return json({ message: 'Not for this period.' }, 422)(response, request);
  if (name === 'visitors' || name === 'pageviews') return json({ data: [] })(response, request);
  return json({ data: [{ value: 'one', count: 1_000_000_000_000 }] })(response, request);
};

test('panels that fail say why, one of what is not recorded goes, and the others are left alone; zeros and a count of 10^12 look right', async () => {
  const server = await openFaultServer();
  server.answerWith(half);
  const terminal = start({ cols: 120, rows: 40, env: { SITEDECK_URL: server.url, SITEDECK_API_KEY: 'key' } });
  await terminal.waitFor('half.example.com');
  terminal.press('Enter');
  await terminal.waitFor('This service does not record landing pages.');
  await terminal.waitFor('No visitors in this period');
  await terminal.waitFor('1,000,000,000,000');
  await terminal.waitFor(lines => !lines.join('\n').includes('Landing pages'));
  await terminal.waitFor(/^ Not read \(service error\): {2}1 Pages {2}2 Referrers *$/m);
  const said: string[] = [];
  for (const [key, title] of [
    ['1', 'Pages'],
    ['2', 'Referrers'],
  ] as const) {
    terminal.press(key);
    await terminal.waitFor(lines => lines.at(-2)?.startsWith(` ${title}: `) === true);
    said.push(terminal.lines().at(-2) ?? '');
  }
  expect(said.join('\n')).toMatch(/Not for this period\. Press r/);
  expect(said.join('\n')).toMatch(/The service failed \(500\)\. Press r/);
});

/** A service with visitors and rows of all statistics but these. */
function without(...empty: readonly string[]): Answer {
  return (response, request) => {
    const query = new URLSearchParams(request.query);
    const name = query.get('name');
    if (name === null)
      return json({
        data: [{ id: 1, domain: 'half.example.com' }],
        meta: { current_page: 1, last_page: 1, total: 1 },
      })(response, request);
    if (empty.includes(name) || empty.includes('all')) return json({ data: [] })(response, request);
    const isOfDays = name === 'visitors' || name === 'pageviews';
    const value = isOfDays ? query.get('to') : name.endsWith('_hours') ? '7' : 'one';
    return json({ data: [{ value, count: 90 }] })(response, request);
  };
}

async function openHalf(answer: Answer, cols: number, rows: number) {
  const server = await openFaultServer();
  server.answerWith(answer);
  const terminal = start({ cols, rows, env: { SITEDECK_URL: server.url, SITEDECK_API_KEY: 'key' } });
  await terminal.waitFor('half.example.com');
  terminal.press('Enter');
  return { terminal, server };
}

test.each([
  [80, 24, 'Nothing in:  4 Landing pages', 'Nothing in:  > Landing pages', 4],
  [200, 50, 'Nothing in:  4 Landing pages  7 Events', 'Nothing in:  > Landing pages  7 Events', 14],
])(
  'panels that have nothing stand on one line at %ix%i, and their keys go to them',
  async (cols, rows, line, focused, count) => {
    const { terminal, server } = await openHalf(without('landing_page', 'event'), cols, rows);
    await terminal.waitFor(lines => lines.at(-3)?.trim() === line);
    expect(terminal.lines().filter(each => /[╭─] 4 Landing pages/.test(each))).toEqual([]);
    // The others have the whole width.
    const edge = terminal.lines().findLast(each => /^[╭─]─ \d/.test(each)) ?? '';
    // With the blank behind one that is open.
    expect(edge.length).toBeGreaterThanOrEqual(cols - 1);
    // As many requests as with a panel for each.
    const names = new Set(
      server.requests.flatMap(({ query }) => new URLSearchParams(query).get('name') ?? []),
    );
    const ofPanels = panelsOf(capabilities).filter(name => names.has(name));
    // Today's hours are read for their tile, too.
    expect(ofPanels.filter(name => name !== 'visitors_hours')).toHaveLength(cols === 80 ? count : count - 1);
    terminal.press('4');
    await terminal.waitFor(lines => lines.at(-3)?.trim() === focused);
    await terminal.waitFor(lines => lines.at(-2) === ' Landing pages: Nothing in this period');
    terminal.press('3');
    await terminal.waitFor('> Countries');
    terminal.press('4', 'Enter');
    await terminal.waitFor(lines => lines[0]?.includes('> Landing pages') === true);
    await terminal.waitFor('Nothing in this period');
  },
);

test('at 80x24 the dates stand below the axis, a blank line apart from the panels', async () => {
  const terminal = await openList();
  await goTo(terminal, 'shop.example.com');
  const axis = () => terminal.lines().findIndex(line => /0 └[─━]/.test(line));
  await terminal.waitFor(lines => axis() > 0 && lines.join('').includes('1 Pages'));
  const [line = '', dates, blank, panels] = terminal.lines().slice(axis());
  const firstDate = dates?.search(/\d/) ?? 0;
  const [firstText = ''] = dates?.trim().split(/ {2,}/) ?? [];
  expect(dates).toMatch(/^(?: +\d{1,2} [A-Z][a-z]{2}){4}$/);
  // Its middle letter is below its mark.
  expect(line[firstDate + Math.floor(firstText.length / 2)]).toBe('┴');
  expect(blank).toBe('');
  expect(panels).toMatch(/^── 1 Pages ─+ page views ─ ── 2 Referrers ─+ sessions ─$/);
});

test('a website without any visitor says so once, and the keys of panels say it too', async () => {
  const { terminal } = await openHalf(without('all'), 80, 24);
  for (const [cols, rows] of [
    [80, 24],
    [120, 40],
  ] as const) {
    if (cols !== 80) terminal.resize(cols, rows);
    await terminal.waitFor(lines => lines[0]?.length === cols - 1 && lines.at(-1) !== '');
    await terminal.waitFor('No visitors in this period');
    await terminal.waitFor(lines => !/Reading|Nothing in this period/.test(lines.join()));
    const said = terminal.lines().filter(line => line.includes('Choose another period'));
    expect(said).toHaveLength(1);
  }
  terminal.press('1');
  await terminal.waitFor('No panel has anything in this period: t shows another one.');
  terminal.press('9', 't');
  await terminal.waitFor('Yesterday');
});

test.each([
  [80, 24],
  [120, 40],
  [200, 50],
])(
  'at %ix%i a website without visitors says first since when, once, and what helps; the days before stand below',
  async (cols, rows) => {
    const terminal = await openList(cols, rows);
    await goTo(terminal, 'old-forum.example');
    terminal.press('0');
    await terminal.waitFor(/No visitors since \d+ \w{3}: \d+ days without any\./);
    await terminal.waitFor(
      /Is the code of the service still on its pages\? One that is gone can be\s+deleted/,
    );
    await terminal.waitFor(/> Visitors .*before/);
    const at = (words: string) => terminal.lines().findIndex(line => line.includes(words));
    const places = ['No visitors since', 'Choose another period', '> Visitors'].map(at);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(places[0]).toBe(3);
    expect(terminal.lines().join('\n')).not.toMatch(/Nothing in this period|Page views|-100%/);
  },
);
