import { expect, onTestFinished, test } from 'vitest';
import type { ServiceAnswer } from '#model/service/connection.ts';
import { start } from '../helpers/application.ts';
import { distantFew, distantService, type DistantService } from '../helpers/distantService.ts';
import { emptyShare, largestEmpty } from '../helpers/emptyRectangle.ts';
import type { Terminal } from '../helpers/terminal.ts';
import { goTo, settled } from '../helpers/textApplication.ts';

const failing: ServiceAnswer = {
  status: 500,
  headers: { 'content-type': 'application/json' },
  body: '{"message":"Server Error"}',
};
const isStatistic = (url: string) => url.includes('/stats/');
/** Of all statistics but these. */
const but =
  (...names: readonly string[]) =>
  (url: string) =>
    isStatistic(url) && !names.includes(new URL(url).searchParams.get('name') ?? '');

async function open(cols: number, rows: number, distant = distantFew) {
  const service = await distant();
  onTestFinished(() => service.close());
  const env = {
    SITEDECK_URL: service.url,
    SITEDECK_API_KEY: service.key,
    COLORTERM: 'truecolor',
    COLORFGBG: '15;0',
  };
  return { service, terminal: start({ cols, rows, env }) };
}

const isListed = / {2}(?:3|13) websites, sums of daily visitors/;
const outageAt = (lines: readonly string[]) => lines[1]?.startsWith('╭─ ') === true;

const large = [
  [200, 50],
  [120, 40],
] as const;

/** What a terminal of other sizes shows, one after the other, and that it is not empty. */
async function inSizes(
  terminal: Terminal,
  sizes: readonly (readonly [cols: number, rows: number])[],
  look: () => Promise<void>,
): Promise<void> {
  for (const [cols, rows] of sizes) {
    if (terminal.screen.cols !== cols) terminal.resize(cols, rows);
    await terminal.waitFor(lines => lines[0]?.length === cols - 1 && lines.at(-1) !== '');
    await look();
    if (rows >= 24) await expectFull(terminal);
  }
}

async function expectFull(terminal: Terminal): Promise<void> {
  await settled(terminal, 400);
  const cells = terminal.screen.cells();
  expect(emptyShare(cells) > 0.12 ? largestEmpty(cells) : undefined).toBeUndefined();
}

/** Whatever is asked for the second time fails. */
async function failAfter(service: DistantService, terminal: Terminal): Promise<void> {
  await terminal.waitFor(isListed, 60_000);
  await settled(terminal, 400);
  service.replace(failing);
}

test('where one statistic of many is read it stands beside the chart, and one line names the others and why', async () => {
  const { service, terminal } = await open(200, 50);
  await terminal.waitFor(isListed, 60_000);
  service.replace(failing, but('visitors', 'pageviews', 'page'));
  await goTo(terminal, 'chess-club.example');
  await inSizes(terminal, large, async () => {
    await terminal.waitFor(/^ Not read \(service error\): {2}2 Referrers {2}3 Countries/m);
    await terminal.waitFor(lines => lines.at(-1)?.startsWith(' r try again') === true);
    expect(terminal.lines().find(line => line.includes('> Visitors'))).toMatch(/> Visitors .*─ 1 Pages ─/);
    expect(terminal.lines().join('\n')).not.toMatch(/Server Error|Press|─ Where ─|nothing in/i);
  });
  // Why is in the line of details, where it has the focus.
  terminal.press('2');
  await terminal.waitFor(/^ Referrers: The service failed \(500\)\. It says: Server Error\./m);
  // As small as it gets a line names what could not be read beside the first page.
  terminal.press('0');
  terminal.resize(40, 10);
  await terminal.waitFor(/^ page \S.*\n Not read \(service error\): Referrers, /m);
  terminal.resize(120, 40);
  service.replace();
  terminal.press('r');
  await terminal.waitFor(
    lines => /─ 3 Countries ─/.test(lines.join('\n')) && !lines.join('\n').includes('Not read'),
  );
});

test('below an outage stands what may be behind it in place of what was never read', async () => {
  const { service, terminal } = await open(80, 24);
  await failAfter(service, terminal);
  const look = async (isThere: RegExp) => {
    await terminal.waitFor(outageAt);
    const sizes = [[80, 24], ...large] as const;
    const isHere = ([cols]: readonly [number, number]) => cols === terminal.screen.cols;
    const inTurn = [...sizes.filter(isHere), ...sizes.filter(size => !isHere(size))];
    await inSizes(terminal, inTurn, async () => {
      await terminal.waitFor(lines => isThere.test(lines[0] ?? ''));
      await terminal.waitFor(/could not be read\n *\n +LOOK AT .*THE WAY THERE[^]* Its log /);
      // Neither places that are empty nor a map without countries.
      expect(terminal.lines().slice(7).join('\n')).not.toMatch(/····|Press|─ Where ─|[▀▄]{4}/);
    });
  };
  terminal.press('C');
  await look(/> Year/);
  terminal.press('Esc');
  await terminal.waitFor(lines => lines[0]?.includes('> Websites') === true);
  await goTo(terminal, 'Countries');
  await look(/> Countries/);
  expect(terminal.lines().at(-1)).not.toContain('V map');
  terminal.press('Esc');
  await terminal.waitFor(lines => lines[0]?.includes('> Websites') === true);
  // A day of which nothing was read has neither tiles nor panels.
  terminal.press('Enter');
  await terminal.waitFor(/ > Visitors|7,\d{3}/);
  terminal.press('t');
  await terminal.waitFor('╭─ Period');
  terminal.type('yesterday');
  terminal.press('Enter');
  await terminal.waitFor(/^ Yesterday/m);
  await look(/> podcast/);
  expect(terminal.lines().join('\n')).not.toMatch(/Busiest hour|Not read/);
}, 120_000);

test('side by side a statistic that was not read of one of them has no place beside the others', async () => {
  const { service, terminal } = await open(120, 40);
  await failAfter(service, terminal);
  terminal.press('Space', 'Space', 'c');
  await terminal.waitFor('These 2 websites side by side');
  terminal.press('Enter');
  await terminal.waitFor(outageAt);
  await terminal.waitFor(/^ Per visitor .*\n Not read: Pages, Referrers, Countries/m);
  expect(terminal.lines().join('\n')).not.toMatch(/COUNTRIES|REFERRERS/);
  await expectFull(terminal);
});

test('a list of which no number was ever read shows the settings', async () => {
  const { service, terminal } = await open(200, 50, distantService);
  service.replace(failing, isStatistic);
  await inSizes(terminal, large, async () => {
    await terminal.waitFor(/The websites are read, their numbers are not\./, 60_000);
    await terminal.waitFor(/DOMAIN +PRIVACY +BOTS/);
    expect(terminal.lines().join('\n')).toContain('SETTINGS');
    expect(terminal.lines().join('\n')).not.toMatch(/not read|VISITORS|WHY|NEEDS ATTENTION/);
  });
  service.replace();
  terminal.press('r');
  await terminal.waitFor(isListed);
  await terminal.waitFor(/DOMAIN +.*VISITORS/);
});

test('beside rows that were read nothing stands for days that were not, but what may be behind it', async () => {
  const { service, terminal } = await open(200, 50);
  await terminal.waitFor(isListed, 60_000);
  terminal.press('Enter');
  await terminal.waitFor(/─ 3 Countries ─/);
  await settled(terminal, 400);
  service.replace(failing);
  terminal.press('1', 'z');
  await terminal.waitFor(outageAt);
  await inSizes(terminal, large, async () => {
    await terminal.waitFor(/Its days could not be read\.[^]* LOOK AT [^]*SETTINGS/, 60_000);
    expect(terminal.lines().join('\n')).not.toMatch(/····|Reading|┊/);
  });
});

test('why: groups that could not be read are named once, with the key that tries again', async () => {
  const { service, terminal } = await open(200, 50);
  await terminal.waitFor(/podcast\.example\.com/, 60_000);
  await settled(terminal, 400);
  service.replace(failing, but('visitors', 'pageviews', 'page', 'referrer'));
  terminal.press('w');
  const line = /^ Not read(?: \(service error\))?, r tries again: (.*)/m;
  for (const [cols, rows] of [
    [200, 50],
    [80, 24],
    [40, 10],
  ] as const) {
    if (cols !== 200) terminal.resize(cols, rows);
    await terminal.waitFor(lines => lines[0]?.length === cols - 1 && line.test(lines.join('\n')));
    // The footer has the key that the line names.
    await terminal.waitFor(lines => lines.at(-1)?.startsWith(' r try again') === true);
    const text = terminal.lines().join('\n');
    expect(text.match(/ Not read/g)).toHaveLength(1);
    expect(text).not.toContain('could not be read');
    expect(text).toMatch(/^ 1 \S/m);
    // Those that were read have the first keys, and the rest of the room.
    const said = line.exec(text)?.[1]?.trim() ?? '';
    // Those without room are counted, none is cut.
    expect(said).not.toContain('…');
    expect(/^\d+ groups$/.test(said) && cols >= 80).toBe(false);
    const named = said.replace(/ and \d+ more$/, '').split(', ');
    expect(named.filter(name => new RegExp(`\\d ${name} `).test(text))).toEqual([]);
    if (rows > 24) await expectFull(terminal);
  }
  service.replace();
  terminal.press('r');
  await terminal.waitFor(
    lines =>
      /\d Campaigns|groups 1-\d of [5-9]|^ 1 /m.test(lines.join('\n')) &&
      !lines.join('\n').includes('Not read'),
  );
});

test('rows that alone could not be read again say why in one line, with the key', async () => {
  const { service, terminal } = await open(80, 24);
  await terminal.waitFor(isListed, 60_000);
  terminal.press('Enter');
  await terminal.waitFor(/ 1 Pages|> Pages/);
  terminal.press('1', 'z');
  await terminal.waitFor(/^ > \/.* \d/m);
  await settled(terminal, 400);
  service.replace(failing, url => url.includes('name=page&') || url.endsWith('name=page'));
  terminal.press('r');
  await terminal.waitFor(/not refreshed \(service error\), r tries again {2}/);
  await terminal.waitFor(lines => lines.at(-1)?.startsWith(' r try again') === true);
  expect(terminal.lines().join('\n')).toMatch(/^ > \//m);
});

const unlessCounts = but('visitors', 'pageviews', 'visitors_hours');

test('why: what the groups that were read do not need is the chart’s', async () => {
  const { terminal } = await open(120, 40, async () => {
    const service = await distantFew();
    service.replace(failing, unlessCounts);
    return service;
  });
  await terminal.waitFor(isListed, 60_000);
  terminal.press('w');
  await terminal.waitFor(/^ Not read \(service error\), r tries again: /m);
  await terminal.waitFor(/ \d Days {2}visitors/);
  await expectFull(terminal);
});

test('why: a last group that the chart has the place of leaves it the lines of the others, too', async () => {
  const { service, terminal } = await open(120, 40);
  await terminal.waitFor(isListed, 60_000);
  // The preview has read pages and referrers.
  await settled(terminal, 400);
  service.replace(failing, unlessCounts);
  terminal.press('w');
  await terminal.waitFor(/ groups 1-2 of 3/);
  await terminal.waitFor(/\S\n Not read \(service error\), r tries again: /);
  expect(terminal.lines().join('\n')).not.toContain(' Days ');
  await expectFull(terminal);
});

test('a list without numbers, days and hours that were never read have what may be behind it, days and hours across the whole screen', async () => {
  const { terminal } = await open(120, 40, async () => {
    const service = await distantFew();
    service.replace(failing, isStatistic);
    return service;
  });
  await terminal.waitFor(/their numbers are not/, 60_000);
  await terminal.waitFor(/LOOK AT {2}what may be behind it/);
  // That key would help nothing.
  expect(terminal.lines().join('\n')).not.toContain('Read the numbers');
  for (const [title, what] of [
    ['Visitors', /The days could not be read/],
    ['Visitors by hour', /The hours could not be read/],
  ] as const) {
    await goTo(terminal, title);
    await inSizes(terminal, large, async () => {
      await terminal.waitFor(what);
      await terminal.waitFor(/THE WAY THERE {2}and how far it got/);
    });
  }
});

test('hours of weekdays of which the days of one alone were read say that, in place of a map of it', async () => {
  const { service, terminal } = await open(120, 40);
  await terminal.waitFor(isListed, 60_000);
  terminal.press('Enter');
  // Today has its hours, and the day that it is compared with.
  await terminal.waitFor(/Today so far/);
  await settled(terminal, 400);
  service.replace(failing, url => new URL(url).searchParams.get('name') === 'visitors_hours');
  terminal.press('H');
  await inSizes(terminal, large.toReversed(), async () => {
    await terminal.waitFor(/The days could not be read/);
    expect(terminal.lines().join('\n')).not.toMatch(/^ {3}Monday/m);
  });
  service.replace();
  terminal.press('r');
  await terminal.waitFor(/^ {3}Monday .*\d/m);
});

test('a statistic keeps its chart below an outage, which is said once, with what may be behind what was not read beside it', async () => {
  const { service, terminal } = await open(80, 24);
  await terminal.waitFor(/podcast\.example\.com/, 60_000);
  await settled(terminal, 400);
  terminal.press('Enter');
  await terminal.waitFor(/United States/);
  await settled(terminal, 400);
  service.replace(failing);
  terminal.press('Enter');
  await terminal.waitFor(/> Visitors |^ Visitors /m);
  terminal.press('r');
  for (const [cols, rows] of [[80, 24], ...large, [40, 10]] as const) {
    if (cols !== 80) terminal.resize(cols, rows);
    if (rows < 20) {
      // One line of it: its own words, and what the service says, are too long.
      await terminal.waitFor(
        lines =>
          lines[1]?.trimEnd() === ' The service failed (500).' && lines[2]?.startsWith(' Last 28') === true,
      );
    } else {
      await terminal.waitFor(lines => lines[0]?.length === cols - 1 && outageAt(lines));
      await terminal.waitFor(/ 0 [└+]/);
      await terminal.waitFor(/^ {3}DAY /m);
    }
    if (cols >= 100) await terminal.waitFor(/Its hours could not be read\.[^]*LOOK AT/);
    await settled(terminal, 400);
    expect(terminal.lines().join('\n')).not.toMatch(/not refreshed|appear by themselves|Press/);
    if (rows > 24) await expectFull(terminal);
  }
});

test('below an outage the best page, source and country are of one grey, the last of them above the footer too', async () => {
  const { service, terminal } = await open(80, 24);
  await terminal.waitFor(isListed, 60_000);
  terminal.press('Enter');
  await terminal.waitFor(/United States/);
  await settled(terminal, 400);
  service.replace(failing);
  terminal.press('r');
  await terminal.waitFor(outageAt);
  await terminal.waitFor(/^ page .*\n from .*\n in /m);
  await settled(terminal, 400);
  const first = terminal.lines().findIndex(line => line.startsWith(' page '));
  const grounds = terminal.screen
    .cells()
    .slice(first, first + 3)
    .map(row => row[1]?.bg);
  expect(grounds).not.toContain('default');
  expect(new Set(grounds).size).toBe(1);
});

test('what alone could not be read of a service that answers says what may be behind it, and that all before it works', async () => {
  const { service, terminal } = await open(200, 50);
  await terminal.waitFor(isListed, 60_000);
  terminal.press('Enter');
  await terminal.waitFor(/─ 3 Countries ─/);
  await settled(terminal, 400);
  service.replace(failing, url => new URL(url).searchParams.get('name') === 'page');
  terminal.press('1', 'z');
  await terminal.waitFor(/Its days could not be read\.[^]* LOOK AT /, 60_000);
  await expectFull(terminal);
  terminal.press('Enter');
  await inSizes(terminal, large, async () => {
    await terminal.waitFor(/It could not be read\n[^]* LOOK AT [^]*✓ Websites[^]*✗ This view/, 60_000);
    expect(outageAt(terminal.lines())).toBe(false);
    // The keys are said once, beside the footer.
    expect(terminal.lines().join('\n')).not.toContain('Press');
  });
});
