import { expect } from 'vitest';
import type { Terminal } from './terminal.ts';

/** The program has left the terminal as it should: its screen, once, and the cursor, and the mode of pastes. */
export function expectGivenBack(terminal: Terminal): void {
  expect(terminal.screen.alternate).toBe(false);
  expect(terminal.screen.cursor().shown).toBe(true);
  expect(terminal.screen.pasteMode).toBe(false);
  expect(terminal.output.split('\x1b[?1049l')).toHaveLength(2);
}
