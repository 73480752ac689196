import { expect, test } from 'vitest';
import { openDemo } from '../../helpers/application.ts';
import { keyBytes } from '../../helpers/keyBytes.ts';
import { backToList } from '../../helpers/sharedProgram.ts';
import { escape, goTo, settled } from '../../helpers/textApplication.ts';
import type { Terminal } from '../../helpers/terminal.ts';
import { differsFromNewFrame, differsFromRepaint } from './differences.ts';

/** Keys, or an entry of the palette. */
type Step = readonly string[] | { readonly title: string };

const tints = { COLORFGBG: '15;0', COLORTERM: 'truecolor' };

/** What each step leaves that a whole new frame, or a repaint, does not show; what is remembered of charts, panels and tiles included. */
async function leftOver(terminal: Terminal, steps: readonly Step[]): Promise<string[]> {
  const found: string[] = [];
  for (const step of steps) {
    const mark = terminal.mark();
    if ('title' in step) await goTo(terminal, step.title);
    else terminal.raw(step.map(key => (key === 'Esc' ? escape : keyBytes(key))).join(''));
    // On a busy machine it is quiet before the step is drawn, too. Where there is no chart, m draws nothing.
    const drawsNothing = terminal.screen.cols === 40 && !('title' in step) && step[0] === 'm';
    if (!drawsNothing) await terminal.waitForOutput('\x1b[', mark);
    await settled(terminal, 400);
    const differences = [...(await differsFromNewFrame(terminal)), ...(await differsFromRepaint(terminal))];
    if (differences.length > 0)
      found.push(
        `${JSON.stringify(step)}\n${differences.slice(0, 6).join('\n')}\n${terminal.screen.picture()}`,
      );
  }
  return found;
}

const journey: readonly Step[] = [
  ['Space', 'Space'],
  ['G'],
  { title: 'Use the light theme' },
  ['g'],
  ['u', 'Enter'],
  ['Left', 'Left'],
  { title: 'Use the high contrast theme' },
  { title: 'Last 7 days' },
  ['Right', 'Enter'],
  { title: 'Use the dark theme' },
  ['Esc'],
  ['Tab', 'Tab', 'Enter', 'Down'],
  ['m'],
  ['H'],
  ['Right', 'Down'],
  { title: "Follow the terminal's background" },
  ['Esc', 'Esc', 'w'],
  ['Tab', 'Down'],
  ['Esc', 'Esc', 'Esc'],
  { title: "Use the terminal's colours" },
];

test('the demo in two sizes: themes, periods, comparisons, marks and cursors leave nothing of what was before', async () => {
  const terminal = await openDemo({ cols: 120, rows: 40, env: tints });
  for (const [cols, rows] of [
    [120, 40],
    [40, 10],
  ] as const) {
    terminal.resize(cols, rows);
    await terminal.waitFor(lines => lines[0]?.length === cols - 1);
    await goTo(terminal, "Follow the terminal's background");
    await goTo(terminal, 'Last 28 days');
    await backToList(terminal);
    const found = await leftOver(terminal, journey);
    expect(found.join('\n\n'), `${cols}x${rows}`).toBe('');
  }
}, 300_000);
