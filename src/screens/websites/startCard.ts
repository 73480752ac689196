import { maximum } from '#charts/spread.ts';
import { frameBottom, frameColumns, frameRow, frameTop } from '#components/frame.ts';
import { partsWidth } from '#components/parts.ts';
import type { Part } from '#components/style.ts';
import { bodyRows, hasSpacing, hasTotals } from '#store/core/viewport.ts';
import type { State } from '#store/core/state.ts';
import { offersWays } from '#store/introduction/introduction.ts';
import { hasSecondTotals, listLayout } from '#store/websites/listLayout.ts';
import { fitEnd } from '#terminal/fit.ts';
import { label, type SafeText } from '#terminal/safeText.ts';

/** The ways to begin, in lines below the list. */
interface StartCard {
  /** Its first line, counted from the top of the body. */
  readonly top: number;
  readonly width: number;
  readonly lines: readonly (readonly Part[])[];
}

interface Way {
  readonly key: SafeText;
  readonly title: SafeText;
  readonly short: SafeText;
  readonly note: SafeText;
}

const ways: readonly Way[] = [
  {
    key: label`1`,
    title: label`Connect a service`,
    short: label`Connect`,
    note: label`its address and an API key`,
  },
  {
    key: label`2`,
    title: label`Read my access logs`,
    short: label`My logs`,
    note: label`nginx or Apache, kept on this machine`,
  },
  {
    key: label`3`,
    title: label`Look around`,
    short: label`Look around`,
    note: label`P has the other two later`,
  },
];

/** Columns of a way with its key, where each has a line of its own. */
const titleColumns = 22;
/** From this width on the titles fit beside each other, and the frame has all of its own. */
const roomForTitles = 64;

/** The card, in the lines that the list leaves free; undefined where there is none, or where nothing is offered. */
export function startCard(state: State): StartCard | undefined {
  if (!offersWays(state)) return undefined;
  const top = rowsTaken(state);
  const free = bodyRows(state.viewport) - top;
  return cardLines(listLayout(state).list, free, top);
}

/** Lines of the list: its toolbar, titles, rows and sums. */
function rowsTaken(state: State): number {
  const { viewport, overview, websites } = state;
  const { lines } = listLayout(state);
  const sums = !overview.on || !hasTotals(viewport) ? 0 : hasSecondTotals(state) ? 3 : 1;
  return 1 + (hasSpacing(viewport) ? 1 : 0) + 1 + websites.rows.length * lines + sums;
}

/** The card for so many free lines from `top` on: one way a line, all of them in one, or that without its frame. */
export function cardLines(columns: number, free: number, top: number): StartCard | undefined {
  if (free < 1) return undefined;
  const isWide = columns >= roomForTitles;
  const isHigh = isWide && free >= ways.length + 2;
  const content = isHigh ? ways.map(wayParts) : [flatParts(isWide)];
  const width = Math.min(columns, maximum(content.map(partsWidth)) + frameColumns);
  if (free < 3) return { top: top + free - 1, width, lines: content };
  const edge = { tone: 'frame', width } as const;
  const title: Part = {
    text: isWide ? label`This is the demo, its websites are made up` : label`This is the demo`,
    tone: 'accent',
    bold: true,
  };
  const lines = [
    frameTop({ ...edge, title: [title] }),
    ...content.map(parts => frameRow(parts, edge)),
    frameBottom(edge),
  ];
  return { top: top + (free > lines.length ? 1 : 0), width, lines };
}

function wayParts({ key, title, note }: Way): Part[] {
  return [...keyParts(key), { text: fitEnd(title, titleColumns) }, { text: note, tone: 'dim' }];
}

function flatParts(isWide: boolean): Part[] {
  const gap = { text: isWide ? label`   ` : label`  ` };
  return ways.flatMap(({ key, title, short }, index) => [
    ...(index === 0 ? [] : [gap]),
    ...keyParts(key),
    { text: isWide ? title : short },
  ]);
}

function keyParts(key: SafeText): Part[] {
  return [{ text: key, tone: 'accent', bold: true }, { text: label` ` }];
}
