import { expect } from 'vitest';
import type { Terminal } from './terminal.ts';

/** The program has left the terminal as it should: its screen, once, and the cursor, and the modes of pastes and of reported colours. */
export function expectGivenBack(terminal: Terminal): void {
  expect(terminal.screen.alternate).toBe(false);
  expect(terminal.screen.cursor().shown).toBe(true);
  expect(terminal.screen.pasteMode).toBe(false);
  expect(terminal.output.split('\x1b[?1049l')).toHaveLength(2);
  expect(terminal.output.match(/\x1b\[\?2031[hl]/g)?.at(-1) ?? '\x1b[?2031l').toBe('\x1b[?2031l');
}
