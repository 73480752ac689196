import { presets } from '#model/period.ts';
import { bodyRows, type Viewport } from '#store/viewport.ts';

/** Lines of the popup besides its list: title, field, and how that reads. */
export const linesAbove = 3;
const frame = 2;

/** How many presets are on screen at once. */
export function presetRows(viewport: Viewport): number {
  return Math.max(1, Math.min(presets.length, bodyRows(viewport) - linesAbove - frame));
}
