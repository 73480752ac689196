import { presets } from '#model/period/period.ts';
import { bodyRows, hasSpacing, type Viewport } from '#store/core/viewport.ts';
import { isAllDays, parsePeriod, type ParsedPeriod } from '#model/period/periodGrammar.ts';
import type { State } from '#store/core/state.ts';

const frame = 2;

/** Lines that say how the typed text reads: an error may take two. */
export function readingRows(viewport: Viewport): number {
  return hasSpacing(viewport) ? 2 : 1;
}

/** Lines of the popup above its list: title, field, and how that reads. */
export function linesAbove(viewport: Viewport): number {
  return 2 + readingRows(viewport);
}

/** The presets, and all days below them. */
export const menuLength = presets.length + 1;

/** How many of them are on screen at once. */
export function presetRows(viewport: Viewport): number {
  return Math.max(1, Math.min(menuLength, bodyRows(viewport) - linesAbove(viewport) - frame));
}

/** How what is typed into the period menu reads; undefined while nothing is. All days depend on the website. */
export function typedPeriod({ menu, today }: State): ParsedPeriod | 'all' | undefined {
  const text = menu.text.value.trim();
  if (isAllDays(text)) return 'all';
  return text === '' ? undefined : parsePeriod(text, today());
}
