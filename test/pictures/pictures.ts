import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Day } from '#model/statistics/statistics.ts';
import type { Home } from '../helpers/home.ts';
import { startTerminal, type Terminal } from '../helpers/terminal.ts';
import { lastMinutes } from './lastMinutes.ts';

/** A picture of the README or of docs: which keys lead to it, and what shows that it is complete. */
export interface Picture {
  readonly name: string;
  readonly cols: number;
  readonly rows: number;
  readonly env?: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
  /** What the first screen shows, where it is not the list of the demo. */
  readonly shows?: string;
  prepare?(home: Home): Promise<void>;
  take(terminal: Terminal): Promise<void>;
}

/** The demo's clock stands still for the pictures. */
export const pictureDay: Day = '2026-11-20';
export const pictureTime = `${pictureDay}T12:04:00Z`;

const calm = (lines: readonly string[]) =>
  !/\d+ requests?\b/.test(lines[0] ?? '') && !/reading/i.test(lines.join());

async function settled(terminal: Terminal): Promise<void> {
  await terminal.waitFor(calm);
  await terminal.quiet(400);
  await terminal.waitFor(calm);
}

async function openSite(terminal: Terminal, domain: string): Promise<void> {
  terminal.press('/');
  terminal.type(domain);
  await terminal.waitFor(/1-1 of 1\b/);
  terminal.press('Enter');
  await terminal.waitFor('Landing pages');
}

/** 24 bits of colour on a dark background. */
const dark = { COLORFGBG: '15;0', COLORTERM: 'truecolor' } as const;

async function dashboard(terminal: Terminal): Promise<void> {
  await openSite(terminal, 'shop');
  await settled(terminal);
}

/** A picture that moves: its frames, each as long as it says once what leads to it has been done. */
export interface Film extends Omit<Picture, 'take'> {
  readonly shots: readonly { readonly seconds: number; take(terminal: Terminal): Promise<void> }[];
}

/** A step on the way: keys, then what shows that they have been taken. */
const keys = (seconds: number, names: readonly string[], shows?: Parameters<Terminal['waitFor']>[0]) => ({
  seconds,
  async take(terminal: Terminal) {
    terminal.press(...names);
    if (shows !== undefined) await terminal.waitFor(shows);
    await settled(terminal);
  },
});

/** The pane beside the list has all of a website. */
const isBeside = (domain: string) => (lines: readonly string[]) =>
  lines[1]?.endsWith(domain) === true && lines.some(line => line.includes('PAGES'));

/** The list, a site, the cursor on its highest day, why, and back. */
export const films: readonly Film[] = [
  {
    name: 'tour',
    cols: 112,
    rows: 34,
    env: dark,
    shots: [
      keys(1.6, [], isBeside('podcast.example.com')),
      keys(0.4, ['j', 'j'], isBeside('riverside-school.example')),
      keys(0.4, ['j', 'j'], isBeside('status.example.com')),
      keys(1.6, ['j', 'j'], isBeside('shop.example.com')),
      keys(1.8, ['Enter'], 'Landing pages'),
      keys(0.3, ['Home']),
      keys(0.3, ['Right', 'Right', 'Right']),
      keys(0.3, ['Right', 'Right', 'Right']),
      keys(0.3, ['Right', 'Right', 'Right']),
      keys(0.3, ['Right', 'Right', 'Right']),
      keys(2.2, ['Right', 'Right']),
      keys(3.6, ['w'], 'share'),
      keys(1, ['Esc'], 'Best day'),
      keys(0.4, ['Esc']),
      keys(1, ['Esc'], isBeside('shop.example.com')),
    ],
  },
];

export const pictures: readonly Picture[] = [
  {
    name: 'websites',
    cols: 140,
    rows: 36,
    env: dark,
    async take(terminal) {
      terminal.type('jjjjjj');
      await terminal.waitFor(isBeside('shop.example.com'));
      await settled(terminal);
    },
  },
  {
    name: 'dashboard',
    cols: 120,
    rows: 40,
    env: dark,
    async take(terminal) {
      await dashboard(terminal);
      terminal.press('Home', ...Array<string>(14).fill('Right'));
      await terminal.waitFor('Fri 6 Nov  2,843');
      await settled(terminal);
    },
  },
  { name: 'sixteen', cols: 120, rows: 40, take: dashboard },
  {
    name: 'why',
    cols: 120,
    rows: 40,
    env: dark,
    async take(terminal) {
      await openSite(terminal, 'status');
      terminal.press('w');
      await terminal.waitFor('Direct visits fell');
      await settled(terminal);
    },
  },
  {
    name: 'now',
    cols: 110,
    rows: 30,
    env: { ...dark, SITEDECK_NOW: '2026-11-20T12:04:40Z' },
    args: ['--profile', 'logs', 'shop.example.com'],
    shows: 'The logs begin today',
    async prepare(home) {
      const log = join(home.path, 'access.log');
      writeFileSync(log, lastMinutes(Date.parse(pictureTime) / 60_000));
      const terminal = startTerminal({ home, args: ['logs', 'add', 'shop.example.com', log] });
      await terminal.exit;
    },
    async take(terminal) {
      await terminal.waitFor('logs to 12:04');
      await settled(terminal);
      terminal.press('N');
      await terminal.waitFor('in the last 5 minutes');
      await settled(terminal);
    },
  },
  {
    name: 'settings',
    cols: 110,
    rows: 22,
    env: dark,
    async take(terminal) {
      terminal.press('*');
      await terminal.waitFor('13 marked');
      terminal.press('e');
      await terminal.waitFor('Edit 13 websites');
      // Private, and with reports by email.
      terminal.press('Space', 'Space', 'Tab', 'Space', '^S');
      await terminal.waitFor('websites change');
      terminal.press('Enter');
      await terminal.waitFor(/ \d+ saved/);
      terminal.press('u');
      await terminal.waitFor('Undo the last edit?');
      await settled(terminal);
    },
  },
  {
    name: 'map',
    cols: 120,
    rows: 40,
    env: dark,
    async take(terminal) {
      await openSite(terminal, 'shop');
      terminal.press('3', 'z');
      await terminal.waitFor('SHARE');
      await settled(terminal);
    },
  },
];
