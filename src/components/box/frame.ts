import { isAscii } from '#text/characters.ts';
import { label, repeatSafe, type SafeText } from '#text/safeText.ts';
import { cutParts, fitParts, type Part, partsWidth, type Tone } from '#components/parts.ts';

const round = {
  flat: label`─`,
  side: label`│`,
  foot: label`┴`,
  top: [label`╭`, label`╮`],
  bottom: [label`╰`, label`╯`],
} as const;
const ascii = {
  flat: label`-`,
  side: label`|`,
  foot: label`+`,
  top: [label`+`, label`+`],
  bottom: [label`+`, label`+`],
} as const;

/** Columns that a frame takes of its width: an edge and a space on both sides. */
export const frameColumns = 4;

/** What surrounds the value of a field: a frame, in tints a background in its place; a background alone, seen only in tints; or nothing. */
export type FieldStyle = keyof typeof fieldEdges;

/** Of each look the columns on both sides of the value together, and the rows above and below it. */
export const fieldEdges = {
  frame: { columns: frameColumns, rows: 2 },
  plate: { columns: 2, rows: 0 },
  line: { columns: 0, rows: 0 },
} as const;

interface Edge {
  readonly title?: readonly Part[] | undefined;
  /** At the right end. It goes before the title does. */
  readonly right?: readonly Part[] | undefined;
  readonly tone: Tone;
  readonly width: number;
  /** Nothing stands below its ends; one beside it begins behind a blank. */
  readonly isOpen?: boolean;
}

export function frameTop(edge: Edge): Part[] {
  const { flat, top } = isAscii() ? ascii : round;
  return edgeParts(edge, edge.isOpen === true ? [flat, label` `] : top);
}

export function frameBottom(edge: Edge): Part[] {
  return edgeParts(edge, (isAscii() ? ascii : round).bottom);
}

/** A line across the inside of a frame; `foot`: the column where a line from above ends on it. */
export function frameRule(width: number, foot?: number): Part[] {
  const lines = isAscii() ? ascii : round;
  const text =
    foot === undefined
      ? repeatSafe(lines.flat, width)
      : label`${repeatSafe(lines.flat, foot)}${lines.foot}${repeatSafe(lines.flat, width - foot - 1)}`;
  return [{ text, tone: 'frame' }];
}

/** One cell of a line down. */
export function frameSide(tone: Tone): Part {
  return { text: (isAscii() ? ascii : round).side, tone };
}

/** A line of a frame's content; `mark` stands between it and the left edge, which one that is open has not. */
export function frameRow(
  content: readonly Part[],
  {
    tone,
    width,
    mark = { text: label` ` },
    isOpen = false,
  }: { tone: Tone; width: number; mark?: Part | undefined; isOpen?: boolean },
): Part[] {
  const side = isOpen ? label` ` : (isAscii() ? ascii : round).side;
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
