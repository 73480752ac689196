import type { Terminal } from '../helpers/terminal.ts';

/** A picture of the README: which keys lead to it, and what shows that it is complete. */
export interface Picture {
  readonly name: string;
  readonly cols: number;
  readonly rows: number;
  readonly env?: Readonly<Record<string, string>>;
  take(terminal: Terminal): Promise<void>;
}

/** The demo's clock stands still for the pictures. */
export const pictureTime = '2026-11-20T12:04:00Z';

const calm = (lines: readonly string[]) =>
  !/\d+ requests?\b/.test(lines[0] ?? '') && !/Reading/.test(lines.join());

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
  await terminal.waitFor(lines => lines.at(-1)?.includes('Enter open') === true);
  terminal.press('Enter');
  await terminal.waitFor('Landing pages');
}

/** 256 colours on a dark background. */
const dark = { COLORFGBG: '15;0' } as const;

async function dashboard(terminal: Terminal): Promise<void> {
  await openSite(terminal, 'shop');
  await settled(terminal);
}

export const pictures: readonly Picture[] = [
  {
    name: 'websites',
    cols: 140,
    rows: 36,
    env: dark,
    async take(terminal) {
      terminal.type('jjjjjj');
      await terminal.waitFor('/checkout');
      await settled(terminal);
    },
  },
  { name: 'dashboard', cols: 120, rows: 40, env: dark, take: dashboard },
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
    name: 'map',
    cols: 120,
    rows: 40,
    env: dark,
    async take(terminal) {
      await openSite(terminal, 'shop');
      terminal.press('6', 'z');
      await terminal.waitFor('SHARE');
      await settled(terminal);
    },
  },
];
