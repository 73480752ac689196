import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { websiteDefaults } from '#model/website/website.ts';
import { listen } from '#server/http.ts';
import { openService } from '#server/openService.ts';
import { addDays } from '#model/period/day.ts';
import { run, today } from '../cli/fixture.ts';
import { daysOfLog } from '../helpers/daysOfLog.ts';
import { createApi } from '../helpers/apiFixture.ts';
import { startEmptyService } from '../helpers/emptyService.ts';
import { openDemo, start } from '../helpers/application.ts';
import { freePort } from '../helpers/freePort.ts';
import { emptyShare, largestEmpty } from '../helpers/emptyRectangle.ts';
import { manyWebsites } from '../helpers/manyWebsites.ts';
import type { Terminal } from '../helpers/terminal.ts';
import { goTo, settled } from '../helpers/textApplication.ts';
import { viewNow } from '../helpers/viewNow.ts';
import { temporaryDemo, temporaryHome } from '../helpers/temporaryHome.ts';

const day = '2026-11-26';
const noon = `${day}T12:00:00Z`;
/** In tints: a colour behind a cell is no emptiness. */
const colours = { COLORTERM: 'truecolor', COLORFGBG: '15;0' };
const env = { SITEDECK_NOW: noon, ...colours };

async function openAt(cols: number, rows: number): Promise<Terminal> {
  const home = await temporaryDemo({ now: new Date(noon), begun: '2026-11-20' });
  return await openDemo({ home, cols, rows, env });
}

const most = 0.12;
const sizes = [
  [120, 40],
  [200, 50],
] as const;

/** Says where it is empty. */
function expectNotEmpty(terminal: Terminal): void {
  const cells = terminal.screen.cells();
  expect(emptyShare(cells) > most ? largestEmpty(cells) : undefined).toBeUndefined();
}

type Size = readonly [cols: number, rows: number];

/**
 * Looks at each screen in all sizes, one after the other, and remembers where it is empty: the next screen is opened in the size
 * in which the last one was left. What is laid out as a screen that was looked at so is looked at in that size alone.
 */
function lookIn(
  terminal: Terminal,
  { each = sizes, isReading = /Reading|\d requests?/ }: { each?: readonly Size[]; isReading?: RegExp } = {},
) {
  const found: string[] = [];
  const isHere = ([cols]: Size) => cols === terminal.screen.cols;
  /** Returns what each size showed. */
  const look = async (name: string, isWhole: RegExp, within = each) => {
    const shown = new Map<number, string[]>();
    for (const [cols, rows] of [...within.filter(isHere), ...within.filter(size => !isHere(size))]) {
      const isNew = cols !== terminal.screen.cols;
      if (isNew) terminal.resize(cols, rows);
      await terminal.waitFor(
        lines =>
          (!isNew || (lines[0]?.length === cols - 1 && lines.at(-1) !== '')) &&
          isWhole.test(lines.join('\n')) &&
          !isReading.test(lines.join('\n')),
      );
      await settled(terminal, 400);
      const cells = terminal.screen.cells();
      if (emptyShare(cells) > most)
        found.push(`${name} at ${cols}x${rows}: ${JSON.stringify(largestEmpty(cells))}`);
      shown.set(cols, terminal.lines());
    }
    return shown;
  };
  const lookHere = (name: string, isWhole: RegExp) => look(name, isWhole, each.filter(isHere));
  return { found, look, lookHere };
}

async function choosePeriod(terminal: Terminal, typed: string, shows?: RegExp): Promise<void> {
  terminal.press('t');
  await terminal.waitFor('╭─ Period');
  terminal.type(typed);
  terminal.press('Enter');
  if (shows !== undefined) await terminal.waitFor(shows);
}

test('no screen of the demo is empty in one place by more than 12 percent at 120x40 and 200x50', async () => {
  const terminal = await openAt(120, 40);
  const { found, look, lookHere } = lookIn(terminal);
  const trail = () => /^ Sitedeck.*?(?= {2})/.exec(terminal.lines()[0] ?? '')?.[0];
  /** To the dashboard, a level at a time. */
  const leave = async () => {
    while (trail() !== ' Sitedeck > shop.example.com') {
      const left = trail();
      terminal.press('Esc');
      await terminal.waitFor(() => trail() !== left);
    }
  };
  await look('list', /WHY +(?:no page|what changed)/);
  terminal.press(':');
  const palette = await look('palette', /╭─ Go to/);
  terminal.type('theme');
  // As high as what is found, below a field that stays where it is.
  await terminal.waitFor(/5 found/);
  const few = await look(
    'palette of few',
    /Use the terminal's colours[^\n]*\n[^\n]*──[^\n]*\n[^\n]*kept once[^\n]*\n[^\n]*╰─/,
  );
  const fieldIn = (shown: typeof few) =>
    sizes.map(([cols]) => shown.get(cols)?.findIndex(line => line.includes('╭─ Go to')));
  expect(fieldIn(few)).toEqual(fieldIn(palette));
  expect(fieldIn(few)).not.toContain(-1);
  terminal.press('Esc');
  await terminal.waitFor(lines => !lines.join('').includes('Go to'));
  terminal.press('n');
  await look('list without numbers', /SETTINGS .*changes them/);
  terminal.press(':');
  await lookHere('palette over it', /╭─ Go to/);
  terminal.press('Esc');
  await terminal.waitFor(lines => !lines.join('').includes('Go to'));
  terminal.press('n');
  await terminal.waitFor(/WHY +(?:no page|what changed)/);
  const leaveForm = async () => {
    terminal.press('Esc');
    await terminal.waitFor(lines => !/╭─ (?:Add|Edit) /.test(lines.join('\n')));
  };
  for (const day of ['today', 'yesterday']) {
    await choosePeriod(terminal, day, new RegExp(`^ ${day}`, 'im'));
    await lookHere(`list of ${day}`, /^ (?:Today|Yesterday) .*00.*06/ms);
  }
  await choosePeriod(terminal, 'last 28', /^ Last 28 days/m);
  terminal.press('a');
  await look('add', /╭─ Add a website/);
  await leaveForm();
  terminal.press('e');
  await lookHere('edit', /╭─ Edit /);
  await leaveForm();
  terminal.press('Space', 'Space', 'e');
  await lookHere('edit two', /╭─ Edit 2 websites/);
  await leaveForm();
  terminal.press('P');
  await lookHere('profiles', /╭─ Profiles/);
  terminal.press('a');
  await lookHere('connect', /╭─ Connect a service/);
  for (const title of ['Connect', 'Profiles']) {
    terminal.press('Esc');
    await terminal.waitFor(lines => !lines.join('').includes(`╭─ ${title}`));
  }
  for (const count of [2, 4]) {
    if (count === 4) terminal.press('Space', 'Space');
    await terminal.waitFor(lines => lines.join('').includes(`${count} marked`));
    terminal.press('c');
    await terminal.waitFor(`These ${count} websites side by side`);
    terminal.press('Enter');
    await (count === 2 ? lookHere : look)(`${count} side by side`, /COUNTRIES/);
    terminal.press('Esc');
    await terminal.waitFor(lines => lines.join('').includes(`${count} marked`));
  }
  terminal.press('Esc');
  await terminal.waitFor(lines => !lines.join('').includes('4 marked'));
  terminal.press('?');
  await terminal.waitFor('╭─ Help');
  terminal.type('theme');
  await lookHere('help of few', /╭─ Help .* 5 found /);
  terminal.press('Esc');
  await terminal.waitFor(lines => !lines.join('').includes('╭─ Help'));
  terminal.press('/');
  terminal.type('blog');
  await lookHere('search of one', /1-1 of 1.*WHY.*PAGES/s);
  terminal.press('Esc');
  await terminal.waitFor(lines => !lines.join('').includes('Search'));
  terminal.press('/');
  terminal.type('zzz.example');
  await lookHere('search in vain', /No match.* 13 websites, /s);
  terminal.press('Esc');
  await terminal.waitFor(lines => !lines.join('').includes('Search'));
  await goTo(terminal, 'old-forum.example');
  await look('website of zeros', /No visitors since .* without any/s);
  terminal.press('Esc');
  await terminal.waitFor(() => trail() === ' Sitedeck > Websites');
  await goTo(terminal, 'shop.example.com');
  await look('dashboard', /1 Pages/);
  terminal.press('W');
  await lookHere('filter', /Filter by.*page +is {2}is not {2}contains .*page views/s);
  terminal.press('Esc');
  await terminal.waitFor(lines => !lines.join('').includes('Filter by'));
  terminal.press('x');
  await lookHere('export', /╭─ Export .*Preview/s);
  terminal.press('Esc');
  await terminal.waitFor(lines => !lines.join('').includes('╭─ Export'));
  terminal.press('1', 'z');
  await look('pages', /HOURS .*BEST DAYS|CAME FROM/s);
  terminal.press('Enter');
  await look('row over time', /(?=.*CAME FROM).*DAY +USUAL +PAGE VIEWS/s);
  await leave();
  terminal.press('w');
  await look('why', /1 [A-Z].* share/);
  terminal.press('1');
  await lookHere('group of why', /SHARE/);
  await leave();
  terminal.press('g', 'Home', 'Right', 'Enter');
  await look('day', / > Visitors .* \w{3} \d+ \w{3}/);
  terminal.press('w');
  await lookHere('why of a day', /1 [A-Z].* share/);
  terminal.press('1');
  await lookHere('group of why of a day', /SHARE/);
  await leave();
  terminal.press('C');
  await look('year', /Weekdays, on average/);
  await leave();
  await goTo(terminal, 'Countries');
  await look('countries', /CAME FROM/);
  await leave();
  await goTo(terminal, 'Visitors by hour');
  await look('hours', /> Visitors by hour.*20:00/s);
  terminal.press('H');
  await lookHere('weekdays by hours', /Saturday/);
  await leave();
  await goTo(terminal, 'Visitors');
  await look('days', /> Visitors .*WHY .*DAY +USUAL +VISITORS.*PAGES/s);
  await leave();
  // Esc would take a cursor off the chart first.
  terminal.press('q');
  await terminal.waitFor(() => trail() === ' Sitedeck > Websites');
  terminal.press('g', 'i');
  await look('record', /Record .*created_at.*(?:SETTINGS|KEPT HERE)/s);
  terminal.press('Esc');
  await terminal.waitFor(() => trail() === ' Sitedeck > Websites');
  // Low bars over the night have nothing above them but the parts of the day.
  await goTo(terminal, 'Visitors by hour');
  await lookHere(
    'hours of a website of one evening',
    /podcast.* > Visitors by hour.*evening +18:00 - 24:00/s,
  );
  for (const [typed, period, statistic, title] of [
    ['yesterday', /^ Yesterday/m, 'campaigns', 'Campaigns'],
    ['today', /^ Today/m, 'pages', 'Pages'],
    ['last 12 m', /^ Last 12 months/m, 'continents', 'Continents'],
  ] as const) {
    await choosePeriod(terminal, typed, period);
    await goTo(terminal, title, statistic);
    await lookHere(
      `podcast's ${statistic} of ${typed}`,
      new RegExp(`podcast.* > ${title} .*(?:HOURS|COUNTRIES)`, 's'),
    );
  }
  expect(found).toEqual([]);
}, 240_000);

test('nor is a statistic, its row over time or why of today, a search in vain, a website that died, or what has one hour alone, in both sizes', async () => {
  const terminal = await openAt(120, 40);
  const { found, look, lookHere } = lookIn(terminal, { isReading: /[Rr]eading|\d requests?/ });
  const trail = () => /^ Sitedeck.*?(?= {2})/.exec(terminal.lines()[0] ?? '')?.[0];
  const leave = async () => {
    const left = trail();
    terminal.press('q');
    await terminal.waitFor(() => trail() !== left);
  };
  await goTo(terminal, 'shop.example.com');
  await terminal.waitFor('1 Pages');
  await goTo(terminal, 'Pages');
  await terminal.waitFor(/CAME FROM/);
  await settled(terminal, 400);
  terminal.press('/');
  terminal.type('zzqq');
  await lookHere('search in vain', /No row matches "zzqq".*PAGE VIEWS.*CAME FROM/s);
  terminal.press('Esc');
  await terminal.waitFor(lines => !lines.join('').includes('Search'));
  await leave();
  for (const [day, title, statistics] of [
    ['yesterday', /^ Yesterday/m, ['Pages', 'Cities']],
    ['today', /^ Today/m, ['Countries']],
  ] as const) {
    await choosePeriod(terminal, day, title);
    for (const name of statistics) {
      await goTo(terminal, name);
      await look(`${name} of ${day}`, /CAME FROM/);
      if (name === 'Pages') {
        terminal.press('Enter');
        await terminal.waitFor(() => (trail() ?? '').split(' > ').length > 3);
        await lookHere(`a row of ${name} ${day}`, /(?=.*CAME FROM).*HOURS/s);
        await leave();
      }
      await leave();
    }
    await goTo(terminal, 'Visitors');
    await look(`visitors of ${day}`, day === 'today' ? /usual/ : /WHY .*PAGES/s);
    await leave();
  }
  terminal.press('w');
  await look('why of today', /Today by now.*23:00/s);
  await leave();
  await choosePeriod(terminal, 'last 28', /^ Last 28 days/m);
  await filterByHour(terminal);
  // The hours that it leaves out are no zeros.
  await goTo(terminal, 'Visitors by hour');
  await lookHere('the days of an hour', /hour 21:00.*Wed 25 Nov +\d+ .*28 days, latest first/s);
  await leave();
  await choosePeriod(terminal, 'yesterday', /^ Yesterday/m);
  await lookHere('a day within an hour', /hour 21:00.*Wed 25 Nov +\d+ .*2 Nov/s);
  await goTo(terminal, 'Visitors');
  await lookHere('the visitors of a day within an hour', /hour 21:00.*WHY .*28 days, latest first/s);
  await leave();
  await goTo(terminal, 'Pages');
  await terminal.waitFor(/CAME FROM/);
  terminal.press('Enter');
  await terminal.waitFor(() => (trail() ?? '').split(' > ').length > 3);
  await lookHere('a row of a day within an hour', /hour 21:00.*DAYS {2}page views.*Thu 29 Oct/s);
  expect(terminal.lines().join('\n')).not.toMatch(/ 20:00|evening/);
  await leave();
  await leave();
  terminal.press('Backspace');
  await terminal.waitFor(lines => !lines.join('').includes('hour 21:00'));
  await choosePeriod(terminal, 'last 28', /^ Last 28 days/m);
  await leave();
  await goTo(terminal, 'old-forum.example');
  await terminal.waitFor(/No visitors since/);
  for (const [statistic, name] of [
    ['pages', 'Pages'],
    ['referrers', 'Referrers'],
  ] as const) {
    await goTo(terminal, name, statistic);
    await lookHere(`${statistic} that are gone`, /gone/);
    await leave();
  }
  await choosePeriod(terminal, 'yesterday', /^ Yesterday/m);
  terminal.press('w');
  await lookHere('why of a day without visitors', /Nothing to explain.*Read the numbers again/s);
  expect(found).toEqual([]);
}, 240_000);

test('nor is why of small and of quiet websites: of a day, of the period, of one group', async () => {
  const terminal = await openAt(120, 40);
  const { found, look, lookHere } = lookIn(terminal);
  const title = () => terminal.lines()[0] ?? '';
  const leave = async (path: string) => {
    terminal.press('Esc');
    await terminal.waitFor(() => new RegExp(`^ Sitedeck > ${path} {2}`).test(title()));
  };
  for (const site of ['harbour-bakery', 'status']) {
    await goTo(terminal, site);
    await terminal.waitFor(() => new RegExp(`^ Sitedeck > ${site}\\S+ {2}`).test(title()));
    const [, name = ''] = /> (\S+)/.exec(title()) ?? [];
    await terminal.waitFor(lines => lines.at(-1)?.includes('w why') === true);
    terminal.press('w');
    await (site === 'status' ? lookHere : look)(`why of ${site}`, /> Why {2}.* share/s);
    terminal.press('1');
    await lookHere(`one group of ${site}`, /> Why > \w.*CHANGE +SHARE.* share/s);
    await leave(`${name} > Why`);
    await leave(name);
    terminal.press('Left', 'Left', 'w');
    await lookHere(`why of a day of ${site}`, / > Why > \w+ \d+ [A-Z][a-z]+.* share/s);
    await leave(name);
  }
  // Of one that nobody visits any more one sentence says so, and the keys that help are named in place of rows.
  await goTo(terminal, 'old-forum');
  await terminal.waitFor(/No visitors since/);
  terminal.press('w');
  await look(
    'why of old-forum',
    /> Why .*No visitors since .*Visitors fell by .*\(-100%\) against .*Read the numbers again/s,
  );
  expect(terminal.lines().join('\n')).not.toMatch(/stands out|gone {2}| share|Correlation/);
  expect(terminal.lines().at(-1)).not.toMatch(/group|falls only|only this/);
  expect(found).toEqual([]);
}, 120_000);

/** What is on screen in both sizes, one after the other. */
async function expectNotEmptyIn(terminal: Terminal, isWhole: (lines: readonly string[]) => boolean) {
  for (const [cols, rows] of sizes) {
    terminal.resize(cols, rows);
    // Its last row is drawn in the new size alone.
    await terminal.waitFor(lines => lines.at(-1) !== '' && isWhole(lines));
    await settled(terminal, 400);
    expectNotEmpty(terminal);
  }
}

test('nor are the last minutes of a website that is read in each of them, in both sizes', async () => {
  const home = temporaryHome();
  const log = join(home.path, 'access.log');
  const views = Array.from({ length: 30 * 6 }, (_, at) =>
    viewNow(at % 250, `/page/${at % 9}`, '-', (180 - at) * 10),
  );
  writeFileSync(log, views.join(''));
  expect((await run(['logs', 'add', 'one.example', log], { home })).code).toBe(0);
  const args = ['--profile', 'logs', 'one.example'];
  const terminal = start({ args, home, cols: 120, rows: 40, env: colours });
  await terminal.waitFor('> one.example');
  terminal.press('N');
  await terminal.waitFor(/page views in the last 30/);
  await expectNotEmptyIn(terminal, lines => lines.filter(line => line.includes('/page/')).length > 10);
  terminal.press('Esc');
  await terminal.waitFor(lines => lines[0]?.includes('> Now') === false);
  // Of days long ago there are none.
  terminal.press('t');
  await terminal.waitFor('╭─ Period');
  terminal.type('2020-01-01..2020-01-28');
  await terminal.waitFor('2020-01-01 to ');
  terminal.press('Enter');
  await terminal.waitFor(lines => lines[1]?.includes('Jan 2020') === true);
  terminal.press('O');
  await expectNotEmptyIn(terminal, lines => /There are no lines.*KEPT HERE/s.test(lines.join('\n')));
});

test('nor is what stands in place of a list that was never read, which says what each key does', async () => {
  const url = `http://127.0.0.1:${await freePort()}`;
  const env = { SITEDECK_URL: url, SITEDECK_API_KEY: 'key', ...colours };
  const terminal = start({ cols: 120, rows: 40, env });
  await terminal.waitFor('─ No answer ─', 60_000);
  await expectNotEmptyIn(terminal, lines =>
    /LOOK AT.*THE WAY THERE.* r {4}try again {5}ask the service, now/s.test(lines.join('\n')),
  );
});

test('nor is the list of a service without a website, which says how the first one comes, nor that of own logs', async () => {
  const service = await manyWebsites(0);
  onTestFinished(() => service.close());
  const env = { SITEDECK_URL: service.url, SITEDECK_API_KEY: 'key', ...colours };
  const ofService = start({ cols: 120, rows: 40, env });
  await ofService.waitFor('─ No websites yet ─');
  await expectNotEmptyIn(ofService, lines =>
    / a {4}add +the first website.*websites create shop\.example\.com/s.test(lines.join('\n')),
  );
  const home = temporaryHome();
  const ofLogs = start({ args: ['--profile', 'logs'], home, cols: 120, rows: 40, env: colours });
  await ofLogs.waitFor('─ No websites yet ─');
  await expectNotEmptyIn(ofLogs, lines =>
    / 2 {4}my logs +choose .*logs add shop\.example\.com/s.test(lines.join('\n')),
  );
});

test.each([1, 2, 6])('nor is a list of %i websites', async count => {
  const service = await manyWebsites(count);
  onTestFinished(() => service.close());
  const env = { SITEDECK_URL: service.url, SITEDECK_API_KEY: 'key', ...colours };
  const terminal = start({ cols: 120, rows: 40, env });
  const below = count === 1 ? /SETTINGS .*KEPT HERE/s : /VISITORS BY DAY|CHANGED MOST/;
  await expectNotEmptyIn(
    terminal,
    lines => /WHY +(?:no page|what changed)/.test(lines.join('\n')) && below.test(lines.join('\n')),
  );
});

async function filterByHour(terminal: Terminal): Promise<void> {
  terminal.press('W');
  await terminal.waitFor('╭─ Filter');
  terminal.type('hour=21');
  await terminal.waitFor(/hours: 21\b/);
  terminal.press('Enter');
  await terminal.waitFor(/at 21:00/);
  terminal.press('Esc');
  await terminal.waitFor(lines => !lines.join('').includes('╭─ Filter'));
}

/** A service with one website, which nobody has visited yet. */
async function openZeros(cols: number, rows: number): Promise<Terminal> {
  const service = await startEmptyService(day);
  await service.api.createWebsite({
    ...websiteDefaults,
    domain: 'new.example',
  });
  return start({ cols, rows, env: { ...env, ...service.env } });
}

test('nor is any screen of a website that nobody has visited yet, at 80x24 and 200x50', async () => {
  const terminal = await openZeros(80, 24);
  const { found, look, lookHere } = lookIn(terminal, {
    each: [
      [80, 24],
      [200, 50],
    ],
  });
  const leave = async () => {
    terminal.press('Esc');
    await terminal.waitFor(/^ Sitedeck > new\.example {2}/);
  };
  await look('list', /COUNTED/);
  terminal.press('n');
  await lookHere('list without numbers', /SETTINGS .*changes them/);
  terminal.press('n');
  await terminal.waitFor('COUNTED');
  terminal.press('i');
  await lookHere('record', /Record .*created_at.*KEPT HERE/s);
  terminal.press('Esc');
  await terminal.waitFor(/^ Sitedeck > Websites /);
  await terminal.waitFor('COUNTED');
  terminal.press('Enter');
  const isZero = /No visitors in .*Choose another period.*SETTINGS/s;
  // Whole, and of no chart a cursor is offered.
  await look(
    'dashboard',
    /^(?!.*cursor)(?=.*Days +in UTC)(?=.*Notes +none).*No visitors in .*Choose another period.*SETTINGS/s,
  );
  const expectFooter = (lacks: RegExp) => expect(terminal.lines().at(-1)).not.toMatch(lacks);
  terminal.press('w');
  await lookHere('why', /Why .*Nothing to compare.*Read the numbers again/s);
  expectFooter(/1-9 group/);
  await leave();
  terminal.press('C');
  await look('year', /Year .*No visitors in these 53 weeks.*Read the numbers again/s);
  await leave();
  terminal.press('H');
  await lookHere('weekdays', /Weekdays .*No visitors in .*Read the numbers again/s);
  expectFooter(/cursor|hour|weekday/);
  await leave();
  const lookAt = async (period: string, isWhole: RegExp) => {
    await choosePeriod(terminal, period);
    await lookHere(period, isWhole);
  };
  await lookAt('yesterday', /No data in this period.*Read the numbers again/s);
  await lookAt('today', /No data today yet.*Read the numbers again/s);
  await lookAt('last 28', isZero);
  for (const [typed, title] of [
    ['countries', 'Countries'],
    ['visitors by hour', 'Visitors by hour'],
    ['visitors', 'Visitors'],
  ]) {
    terminal.press(':');
    await terminal.waitFor('Go to');
    terminal.type(typed ?? '');
    await terminal.waitFor(new RegExp(` > ${title}`));
    terminal.press('Enter');
    await lookHere(`${title}`, new RegExp(`> ${title} .*Read the numbers again`, 's'));
    expectFooter(/cursor|rows|sort|search|log bars/);
    await leave();
  }
  expect(found).toEqual([]);
}, 120_000);

test('a list of websites that nobody has visited yet says so once, without charts, of two and of six, in both sizes', async () => {
  const { api, env: of } = await startEmptyService(day);
  const add = async (...names: string[]) => {
    for (const name of names) await api.createWebsite({ ...websiteDefaults, domain: `${name}.example` });
  };
  await add('one', 'two');
  const terminal = start({ cols: 120, rows: 40, env: { ...env, ...of } });
  const { found, look } = lookIn(terminal);
  const lookAt = async (count: number, isThere: string) => {
    const shown = await look(
      `list of ${count}`,
      new RegExp(`${isThere}.*No website has visitors in these days\\..*(?:KEPT HERE|IN THE SHELL)`, 's'),
    );
    for (const lines of shown.values())
      expect(lines.join('\n')).not.toMatch(/BY DAY|···|best day|WHY|all \d websites|^ +[-0] page views/m);
  };
  await lookAt(2, 'two');
  await add('three', 'four', 'five', 'six');
  terminal.press('r');
  await lookAt(6, 'six');
  expect(found).toEqual([]);
});

test('that no website has visitors is said once all of them are read', async () => {
  const apiKey = 'key-of-the-last';
  const service = await openService({ file: ':memory:', today: () => day, apiKey });
  const last = Promise.withResolvers<void>();
  let held: string | undefined;
  const listener = await listen({
    async answer(request) {
      if (held !== undefined && request.url.includes(`/stats/${held}?`)) await last.promise;
      return await service.answer(request);
    },
  });
  onTestFinished(async () => {
    last.resolve();
    await listener.close();
    service.close();
  });
  const api = createApi({ baseUrl: listener.url, apiKey });
  for (const name of ['one', 'two', 'three', 'four'])
    held = (await api.createWebsite({ ...websiteDefaults, domain: `${name}.example` }))?.id;
  const of = { SITEDECK_URL: listener.url, SITEDECK_API_KEY: apiKey };
  const terminal = start({ cols: 80, rows: 24, env: { ...env, ...of } });
  await terminal.waitFor('3 of 4 websites');
  expect(terminal.lines().join('\n')).not.toContain('No website has');
  last.resolve();
  await terminal.waitFor('No website has visitors in these days.');
});

test('nor is a year in which a website began, in both sizes', async () => {
  const terminal = await openAt(120, 40);
  const { found, look, lookHere } = lookIn(terminal);
  await goTo(terminal, 'podcast.example.com');
  await terminal.waitFor('1 Pages');
  terminal.press('t');
  await terminal.waitFor('╭─ Period');
  terminal.type('last 12 m');
  terminal.press('Enter');
  await terminal.waitFor(/^ Last 12 months/m);
  // What each quarter has stands in the free corner of a chart that has room for it.
  const quarters = '.*- \\d+ \\w{3} +no data .*- \\d+ \\w{3} +[\\d,]+ +>?\\d+%';
  for (const title of ['Visitors', 'Landing pages']) {
    await goTo(terminal, title);
    const rest = title === 'Visitors' ? quarters : '';
    await (title === 'Visitors' ? look : lookHere)(
      title,
      new RegExp(`podcast\\.example\\.com > ${title} ${rest}`, 's'),
    );
  }
  expect(found).toEqual([]);
});

test('at 40x10 the keys that help stand in the list of such a website, and in its year', async () => {
  const terminal = await openZeros(40, 10);
  await terminal.waitFor(/ t {4}Choose another period/);
  // No change is said where there is none.
  expect(terminal.lines().at(-2)).toMatch(/^ \S+ {3}id \d+/);
  terminal.press('Enter');
  await terminal.waitFor(/No visitors in this period *\n.* t {4}Choose another period/);
  terminal.press('C');
  await terminal.waitFor(/No visitors in these 53 weeks *\n.* 2026 *\n.* R {4}Refresh every 30 seconds/);
  expect(terminal.lines().at(-1)).toMatch(/^ Esc\/Enter back/);
});

test('at 40x10 the days of the only website stand below it', async () => {
  const service = await manyWebsites(1);
  onTestFinished(() => service.close());
  const terminal = start({
    cols: 40,
    rows: 10,
    env: { SITEDECK_URL: service.url, SITEDECK_API_KEY: 'key', ...colours },
  });
  await terminal.waitFor(/ > site-00001[^\n]*28\n *\n[^\n]*[⠉⠒⠤⣀█▁-▇][^]*\n site-00001/);
});

test('nor are boxes, settings, why, hours and a few rows within an hour of the demo at 80x24; what is deleted is said', async () => {
  const terminal = await openAt(80, 24);
  const look = async (isWhole: RegExp) => {
    await terminal.waitFor(isWhole);
    await settled(terminal, 400);
    expectNotEmpty(terminal);
  };
  const leave = async (title: string) => {
    terminal.press('Esc');
    await terminal.waitFor(lines => !lines.join('').includes(title));
  };
  await terminal.waitFor('CHANGED MOST');
  terminal.press('n');
  await look(/Privacy +private +Only who signs in/);
  terminal.press('n');
  await terminal.waitFor('CHANGED MOST');
  terminal.press('d');
  await look(/╭─ Delete podcast.*Visitors +[\d,]+ +Last 28 days.*Kept here +nothing/s);
  await leave('╭─ Delete');
  terminal.press(':');
  await look(/╭─ Go to.*Open +podcast\.example\.com.*Show the year +53 weeks/s);
  terminal.type('visitors by hour');
  await terminal.waitFor('> Visitors by hour');
  terminal.press('Enter');
  await look(/ night +00:00 - 06:00.*23:00/s);
  await leave('> Visitors by hour');
  terminal.press('w');
  await look(/> Why .*\d others[^\n]*\n *\n 3 /s);
  await leave('> Why');
  terminal.press('Enter');
  await terminal.waitFor('1 Pages');
  terminal.press('W');
  await look(/Filter by.*referrer +is {2}is not {2}contains .*sessions/s);
  await leave('Filter by');
  // Below few rows stand the days of the selected one.
  await filterByHour(terminal);
  for (const name of ['Referrers', 'Devices']) {
    await goTo(terminal, name);
    await terminal.waitFor(lines => lines[0]?.includes(`> ${name} `) === true);
    await look(/0 └/);
  }
});

test('at 200x50 the websites that a search or ! leaves out stand below and have their days', async () => {
  const terminal = await openAt(200, 50);
  await terminal.waitFor(/all 13 websites +216,711/);
  await settled(terminal);
  terminal.press('/');
  terminal.type('shop');
  await terminal.waitFor(
    /OTHER WEBSITES {2}12 websites.*old-forum\.example [^\n]* 0 +-100%.*all 13 websites +216,711 /s,
  );
  await settled(terminal, 400);
  expectNotEmpty(terminal);
  terminal.press('Esc');
  await terminal.waitFor(/13 websites, sums/);
  terminal.press('!');
  await terminal.waitFor(
    /OTHER WEBSITES {2}11 websites.*shop\.example\.com [^\n]* 42,976 +\+29%.*all 13 websites +216,711 /s,
  );
  await settled(terminal, 400);
  expectNotEmpty(terminal);
  await goTo(terminal, 'old-forum.example');
  await goTo(terminal, 'Visitors');
  await terminal.waitFor(/Choose another period.*STATISTICS {2}and what each counts/s);
  await settled(terminal, 400);
  expectNotEmpty(terminal);
});

test('at 40x10 countries stand beside their map, and rows below a search in vain', async () => {
  const terminal = await openAt(40, 10);
  await terminal.waitFor('> podcast.example.com');
  // No domain is cut beside free cells.
  await terminal.waitFor(/ riverside-school\.example +\d,\d{3}$/m);
  // What no column has room for.
  await terminal.waitFor(/^ podcast\.example\.com {3}[+-][\d.]+% {3}id \d+$/m);
  terminal.press('/');
  terminal.type('zzz.example');
  await terminal.waitFor(/No match *\n {3}podcast\.example\.com.*Enter adds zzz\.example/s);
  terminal.press('Esc');
  await terminal.waitFor('> podcast.example.com');
  terminal.press(':');
  await terminal.waitFor('Go to');
  terminal.type('countries');
  await terminal.waitFor('> Countries');
  terminal.press('Enter');
  await terminal.waitFor('> United States');
  terminal.press('V');
  await terminal.waitFor(/ US +3,\d+ *\n.* GB +1,\d+/);
});

test('two long names that differ in their middle alone are told apart in the list', async () => {
  const { api, env: of } = await startEmptyService(day);
  for (const part of ['alpha', 'omega'])
    await api.createWebsite({
      ...websiteDefaults,
      domain: `${'a-long-label-of-a-name-'.repeat(2)}${part}.${'another-label-'.repeat(2)}x.example.co.uk`,
    });
  const terminal = start({
    cols: 80,
    rows: 24,
    env: { ...env, ...of },
  });
  await terminal.waitFor(/ a-long-[^\n]*-omega\.… +-.* a-long-[^\n]*-alpha\.… +-/s);
  await settled(terminal, 400);
  expectNotEmpty(terminal);
});

test('of days without a visitor a sentence says so, and what to do, in place of rows of zeros', async () => {
  const terminal = await openAt(80, 24);
  const isShown = (head: RegExp) => (lines: readonly string[]) =>
    head.test(lines[0] ?? '') && /No visitors since \d+ Oct/.test(lines.join(' ').replaceAll(/ +/g, ' '));
  await goTo(terminal, 'old-forum.example');
  await terminal.waitFor(isShown(/> old-forum\.example {2}/));
  terminal.press('1');
  terminal.press('z');
  await terminal.waitFor(isShown(/> old-forum\.example > Visitors {2}/));
  await terminal.waitFor('Choose another period');
  expect(terminal.lines().filter(line => /^ +DAY |^ +\w{3} \d+ Nov 2026/.test(line))).toEqual([]);
  expect(terminal.lines().join('\n')).not.toContain('Nothing stands out');
  terminal.resize(40, 10);
  await terminal.waitFor(isShown(/^ old-\S+ > Visitors/));
  terminal.press('Esc');
  await terminal.waitFor(isShown(/^ old-forum\.example {2}/));
  await terminal.waitFor(/t +Choose another period/);
});

test('a website that has just begun: why shows its days and since when, and that nothing is compared is said once', async () => {
  const home = temporaryHome();
  const log = join(home.path, 'access.log');
  // Its first day is six days ago.
  const views = Array.from({ length: 6 * 24 }, (_, at) =>
    viewNow(at, `/page/${at % 5}`, 'https://www.example.org/', (6 * 24 - at) * 3600),
  );
  writeFileSync(log, views.join(''));
  expect((await run(['logs', 'add', 'one.example', log], { home })).code).toBe(0);
  const args = ['--profile', 'logs', 'one.example'];
  const terminal = start({ args, home, cols: 120, rows: 40, env: colours });
  await terminal.waitFor(/─ 2 Referrers ─+ sessions ─.*\n.*www\.example\.org +\d+ [│ ]/);
  const text = () => terminal.lines().join('\n');
  expect(text().match(/no comparison/g)).toHaveLength(1);
  expect(text()).not.toMatch(/\d \?|before *$/m);
  terminal.press('w');
  const said = /\d+ visitors since \d+ \w+ \d{4}, the\s+first day with data\./;
  for (const [cols, rows] of [...sizes, [80, 24], [40, 10]] as const) {
    terminal.resize(cols, rows);
    await terminal.waitFor(lines => lines.at(-1) !== '' && said.test(lines.join('\n')));
    await settled(terminal, 400);
    expect(text()).not.toMatch(/Correlation|correlation|Access logs need no code/);
    if (rows < 24) continue;
    expect(text()).toMatch(/ 0 [└+]/);
    expectNotEmpty(terminal);
  }
});

test('a website whose first day is today has no tiles of days without data beside those of today', async () => {
  const home = temporaryHome();
  const log = join(home.path, 'access.log');
  writeFileSync(log, Array.from({ length: 9 }, (_, at) => viewNow(at)).join(''));
  expect((await run(['logs', 'add', 'one.example', log], { home })).code).toBe(0);
  const args = ['--profile', 'logs', 'one.example'];
  const terminal = start({ args, home, cols: 120, rows: 40, env: colours });
  // The period that is shown of it by itself is that day.
  await terminal.waitFor('The logs begin today');
  await choosePeriod(terminal, 'last 28', /^ Last 28 days/m);
  await terminal.waitFor(/─ Today so far ─[^]* 9 +9 views[^]*No visitors in this period/);
  expect(terminal.lines().join('\n')).not.toMatch(/─ (?:Visitors|Page views|Bounce rate|Best day) ─/);
  await settled(terminal, 400);
  expectNotEmpty(terminal);
});

test('where no website has data of the days before, their days below the list have no legend of those', async () => {
  const home = temporaryHome();
  for (const [name, visitors] of [
    ['one', 3],
    ['other', 5],
  ] as const) {
    const log = join(home.path, `${name}.log`);
    const days = [1, 2, 3].map(ago => ({ day: addDays(today, -ago), hours: [visitors] }));
    writeFileSync(log, daysOfLog(days));
    expect((await run(['import', `${name}.example`, log], { home })).code).toBe(0);
  }
  const terminal = start({ args: ['--profile', 'logs'], home, cols: 80, rows: 24, env: colours });
  await terminal.waitFor(/all 2 websites {2,}24 -/);
  expect(terminal.lines().find(line => line.includes('VISITORS BY DAY'))).toMatch(/best day$/);
});
