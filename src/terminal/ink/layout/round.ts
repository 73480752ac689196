import type { LayoutBox } from './LayoutBox.ts';

/**
 * Puts boxes on whole cells. Edges are rounded where they lie on the screen, so that boxes side by side neither overlap
 * nor leave a gap; a text is never cut by it.
 */
export function roundToCells(box: LayoutBox, left = 0, top = 0): void {
  const { placed, roundedAt } = box;
  if (box.isRounded && roundedAt.left === left && roundedAt.top === top) return;
  const isText = box.measure !== undefined;
  const [absoluteLeft, absoluteTop] = [left + placed.left, top + placed.top];
  box.cells = {
    left: round(placed.left, isText ? 'down' : 'near'),
    top: round(placed.top, isText ? 'down' : 'near'),
    width: extent(absoluteLeft, placed.width, isText),
    height: extent(absoluteTop, placed.height, isText),
  };
  for (const child of box.children) roundToCells(child, absoluteLeft, absoluteTop);
  box.isRounded = true;
  box.roundedAt = { left, top };
}

function extent(start: number, size: number, isText: boolean): number {
  const end = isText ? (isWhole(size) ? 'down' : 'up') : 'near';
  return round(start + size, end) - round(start, isText ? 'down' : 'near');
}

const tolerance = 0.0001;

function isWhole(value: number): boolean {
  return Math.abs(value - Math.round(value)) < tolerance;
}

function round(value: number, how: 'up' | 'down' | 'near'): number {
  if (isWhole(value)) return Math.round(value);
  if (how === 'up') return Math.ceil(value);
  const floor = Math.floor(value);
  if (how === 'down') return floor;
  return value - floor > 0.5 - tolerance ? floor + 1 : floor;
}
