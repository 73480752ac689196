import { terminalTheme } from './ansiThemes.ts';
import type { Theme } from './theme.ts';

let current: Theme = terminalTheme;

/** Says what the next frame is made for. The screen is told by the session. */
export function setTheme(theme: Theme): void {
  current = theme;
}

/** Whether a ground shows under a text: without, a bar stands beside its label, and a selection is a mark. */
export function hasTints(): boolean {
  return current.hasTints;
}

/** Whether there are colours: without, what they say is said by how dense a character is. */
export function hasColours(): boolean {
  return current.hasColours;
}
