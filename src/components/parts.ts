import { cutEnd, spaces } from '#terminal/fit.ts';
import { textWidth } from '#terminal/width.ts';
import type { Part } from './style.ts';

/** The parts cut and padded to the width, with those on the right moved to the end. */
export function fitParts(left: readonly Part[], right: readonly Part[], width: number): Part[] {
  const kept = cutParts(right, width);
  const forLeft = width - partsWidth(kept);
  const start = cutParts(left, kept.length === 0 ? forLeft : forLeft - 1);
  return [...start, { text: spaces(forLeft - partsWidth(start)) }, ...kept].filter(part => part.text !== '');
}

/** The start of the parts in at most so many columns. */
export function cutParts(parts: readonly Part[], width: number): Part[] {
  let room = width;
  return parts.flatMap(part => {
    const text = cutEnd(part.text, room);
    room -= textWidth(text);
    return text === '' ? [] : [{ ...part, text }];
  });
}

/** Columns that the parts take. */
export function partsWidth(parts: readonly Part[]): number {
  return parts.reduce((sum, part) => sum + textWidth(part.text), 0);
}
