import { isAscii } from '#text/characters.ts';
import { label, repeatSafe, type SafeText } from '#text/safeText.ts';
import { cutParts, fitParts, type Part, partsWidth, type Tone } from './parts.ts';

const round = {
  flat: label`─`,
  side: label`│`,
  top: [label`╭`, label`╮`],
  bottom: [label`╰`, label`╯`],
} as const;
const ascii = {
  flat: label`-`,
  side: label`|`,
  top: [label`+`, label`+`],
  bottom: [label`+`, label`+`],
} as const;

/** Columns that a frame takes of its width: an edge and a space on both sides. */
export const frameColumns = 4;

export interface Edge {
  readonly title?: readonly Part[] | undefined;
  /** At the right end. It goes before the title does. */
  readonly right?: readonly Part[] | undefined;
  readonly tone: Tone;
  readonly width: number;
}

export function frameTop(edge: Edge): Part[] {
  return edgeParts(edge, (isAscii() ? ascii : round).top);
}

export function frameBottom(edge: Edge): Part[] {
  return edgeParts(edge, (isAscii() ? ascii : round).bottom);
}

/** A line across the inside of a frame. */
export function frameRule(width: number): Part[] {
  return [{ text: repeatSafe((isAscii() ? ascii : round).flat, width), tone: 'frame' }];
}

/** A line of a frame's content; `mark` stands between it and the left edge. */
export function frameRow(
  content: readonly Part[],
  { tone, width, mark = { text: label` ` } }: { tone: Tone; width: number; mark?: Part | undefined },
): Part[] {
  const { side } = isAscii() ? ascii : round;
  return [
    { text: side, tone },
    mark,
    ...fitParts(content, [], Math.max(0, width - frameColumns)),
    { text: label` ` },
    { text: side, tone },
  ];
}

function edgeParts(
  { title = [], right = [], tone, width }: Edge,
  [from, to]: readonly [SafeText, SafeText],
): Part[] {
  const { flat } = isAscii() ? ascii : round;
  const room = width - 2;
  const head = title.length === 0 ? [] : spaced(cutParts(title, room - 2));
  const left = room - partsWidth(head);
  const tail = right.length > 0 && partsWidth(right) + 5 <= left ? spaced(right) : [];
  const after = tail.length > 0 ? 1 : 0;
  // A title begins behind a stretch of the edge where there is room for that.
  const before = Math.min(1, left);
  return [
    { text: label`${from}${repeatSafe(flat, before)}`, tone },
    ...head,
    { text: repeatSafe(flat, Math.max(0, left - before - partsWidth(tail) - after)), tone },
    ...tail,
    { text: label`${repeatSafe(flat, after)}${to}`, tone },
  ];
}

function spaced(parts: readonly Part[]): Part[] {
  return [{ text: label` ` }, ...parts, { text: label` ` }];
}
