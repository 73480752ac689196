import type { Terminal } from '../helpers/terminal.ts';

/** A picture of the README: which keys lead to it, and what shows that it is complete. */
export interface Picture {
  readonly name: string;
  readonly cols: number;
  readonly rows: number;
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

async function openShop(terminal: Terminal): Promise<void> {
  terminal.press('/');
  terminal.type('shop');
  await terminal.waitFor(/1-1 of 1\b/);
  terminal.press('Enter');
  await terminal.waitFor(lines => lines.at(-1)?.includes('Enter open') === true);
  terminal.press('Enter');
  await terminal.waitFor('Landing pages');
}

export const pictures: readonly Picture[] = [
  {
    name: 'websites',
    cols: 100,
    rows: 26,
    async take(terminal) {
      terminal.press('j', 'j');
      await settled(terminal);
    },
  },
  {
    name: 'dashboard',
    cols: 120,
    rows: 40,
    async take(terminal) {
      await openShop(terminal);
      await settled(terminal);
    },
  },
  {
    name: 'statistic',
    cols: 100,
    rows: 26,
    async take(terminal) {
      await openShop(terminal);
      terminal.press('3');
      terminal.press('Enter');
      await terminal.waitFor('SHARE');
      await settled(terminal);
    },
  },
  {
    name: 'editor',
    cols: 80,
    rows: 24,
    async take(terminal) {
      terminal.press('j', 'e');
      await terminal.waitFor('Only what you change is sent');
      terminal.press('Tab', 'Space');
      await settled(terminal);
    },
  },
];
