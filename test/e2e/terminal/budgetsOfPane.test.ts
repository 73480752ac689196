import { describe, expect, test } from 'vitest';
import { selectedLine } from '../../helpers/application.ts';
import type { Terminal } from '../../helpers/terminal.ts';
import { openTexts, settled } from '../../helpers/textApplication.ts';
import {
  clearsScreen,
  domains,
  fromEndToEnd,
  kilobyte,
  largerThan,
  moveTo,
  type Move,
  tints,
  tintsOf256,
} from './moves.ts';

describe('beside a pane, rows of two lines', () => {
  test.each([
    ['in 16 colours', {}],
    ['on a tint in 256 colours', tintsOf256],
    ['on a tint in 24 bits', tints],
  ])('%s: a move is at most 900 bytes, and the pane at rest at most 4 KB', async (_, env) => {
    const { terminal } = await openTexts({ texts: domains.slice(0, 12) }, { cols: 120, rows: 40, env });
    await terminal.waitFor(/ 12 websites, sums/, 60_000);
    await expectSmall(terminal, 1);
    terminal.press('g');
    await terminal.waitFor(() => selectedLine(terminal).includes('site-0.'));
    terminal.resize(200, 50);
    await terminal.waitFor(lines => lines[0]?.length === 199);
    // Numbers that come in are drawn once a second.
    await settled(terminal, 1200);
    await expectSmall(terminal, 9);
    expect(terminal.output).not.toMatch(clearsScreen);
  });
});

/** From the first website to the ninth and back, then to three from a place on, whose panes were not at rest before. */
async function expectSmall(terminal: Terminal, firstPane: number): Promise<void> {
  await terminal.waitFor(isPaneWhole(0));
  await settled(terminal, 400);
  const moves: Move[] = [];
  for (const { key, to } of fromEndToEnd(9)) moves.push(await moveTo(terminal, key, `site-${to}.`));
  expect(largerThan(900, moves)).toEqual([]);
  terminal.raw('j'.repeat(firstPane - 1));
  await terminal.waitFor(isPaneWhole(firstPane - 1));
  await settled(terminal, 400);
  const panes: number[] = [];
  for (const place of [firstPane, firstPane + 1, firstPane + 2]) {
    await moveTo(terminal, 'j', `site-${place}.`);
    const mark = terminal.mark();
    await terminal.waitFor(isPaneWhole(place));
    await settled(terminal, 400);
    panes.push(terminal.bytesSince(mark));
  }
  expect(Math.max(...panes)).toBeLessThanOrEqual(4 * kilobyte);
}

/** What the pane shows of a website once all of it is read. */
function isPaneWhole(place: number) {
  return (lines: readonly string[]) =>
    lines[1]?.includes(`│ site-${place}.`) === true &&
    lines.some(line => /WHY +(?:no page|what changed)/.test(line));
}
