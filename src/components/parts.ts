import { cutEnd, spaces } from '#terminal/fit.ts';
import { textWidth } from '#terminal/width.ts';
import type { Part } from './style.ts';

/** The parts cut and padded to the width, with those on the right moved to the end. */
export function fitParts(left: readonly Part[], right: readonly Part[], width: number): Part[] {
  const kept = cutParts(right, width);
  const forLeft = width - partsWidth(kept);
  const fitted = cutParts(left, kept.length === 0 ? forLeft : forLeft - 1);
  const gap = spaces(forLeft - partsWidth(fitted));
  if (gap !== '') fitted.push({ text: gap });
  fitted.push(...kept);
  return fitted;
}

/** The start of the parts in at most so many columns; those that are whole are the same objects. */
export function cutParts(parts: readonly Part[], width: number): Part[] {
  const cut: Part[] = [];
  let room = width;
  for (const part of parts) {
    const text = cutEnd(part.text, room);
    room -= textWidth(text);
    if (text !== '') cut.push(text === part.text ? part : { ...part, text });
  }
  return cut;
}

/** Columns that the parts take. */
export function partsWidth(parts: readonly Part[]): number {
  return parts.reduce((sum, part) => sum + textWidth(part.text), 0);
}
