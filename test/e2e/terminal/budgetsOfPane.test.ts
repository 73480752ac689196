import { describe, expect, test } from 'vitest';
import { openTexts, settled } from '../../helpers/textApplication.ts';
import {
  bytesOf,
  clearsScreen,
  domains,
  fromEndToEnd,
  kilobyte,
  lightTints,
  tints,
  tintsOf256,
} from './moves.ts';

describe.each([
  [120, 40],
  [200, 50],
])('beside a pane, %ix%i, rows of two lines', (cols, rows) => {
  test.each([
    ['in 16 colours', {}],
    ['without colours', { NO_COLOR: '1' }],
    ['on a tint in 256 colours', tintsOf256],
    ['on a tint in 24 bits', tints],
    ['on a light tint in 24 bits', lightTints],
  ])('%s: a move is at most 900 bytes, and the pane at rest at most 4 KB', async (_, env) => {
    const { terminal } = await openTexts({ texts: domains.slice(0, 12) }, { cols, rows, env });
    await terminal.waitFor(/ 12 websites, sums/, 20_000);
    await terminal.waitFor(isPaneWhole(0));
    await settled(terminal, 400);
    const moves: number[] = [];
    for (const { key, to } of fromEndToEnd(9)) moves.push(await bytesOf(terminal, key, `site-${to}.`));
    expect(Math.max(...moves)).toBeLessThanOrEqual(900);
    await terminal.waitFor(isPaneWhole(0));
    await settled(terminal, 400);
    const panes: number[] = [];
    for (const place of [1, 2, 3]) {
      await bytesOf(terminal, 'j', `site-${place}.`);
      const mark = terminal.mark();
      await terminal.waitFor(isPaneWhole(place));
      await settled(terminal, 400);
      panes.push(terminal.bytesSince(mark));
    }
    expect(Math.max(...panes)).toBeLessThanOrEqual(4 * kilobyte);
    expect(terminal.output).not.toMatch(clearsScreen);
  });
});

/** What the pane shows of a website once all of it is read. */
function isPaneWhole(place: number) {
  return (lines: readonly string[]) =>
    lines[1]?.includes(`│ site-${place}.`) === true &&
    lines.some(line => /WHY +(?:no page|what changed)/.test(line));
}
