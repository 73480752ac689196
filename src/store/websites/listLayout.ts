import type { State } from '#store/core/state.ts';
import { offersWays } from '#store/introduction/introduction.ts';
import { bodyRows, websiteRows, type Viewport } from '#store/core/viewport.ts';

/** How the screen of websites divides its room. */
export interface ListLayout {
  /** Columns of the list, of the pane of the selected website and of what needs attention; 0 without room. */
  readonly list: number;
  readonly pane: number;
  readonly attention: number;
  /** Lines of each row. */
  readonly lines: 1 | 2;
  /** How many rows of websites there is room for. */
  readonly rows: number;
  /** Lines at the bottom that are free of rows, for what is said there. */
  readonly said: number;
}

/** From this width on the selected website has a pane. */
const roomForPane = 110;
/** From this width on what needs attention has a part of its own. */
const roomForAttention = 170;
/** Below this width a second line would have nothing to show. */
const roomForTwoLines = 80;

/**
 * @param websites how many there are; undefined while more may come, or where their numbers are not shown: those are what
 *   a second line, the pane and the third part are for
 * @param said lines at the bottom that rows leave free
 */
export function divideList(
  viewport: Viewport,
  isOn: boolean,
  websites: number | undefined,
  said = 0,
): ListLayout {
  const { columns } = viewport;
  const lines = websiteRows(viewport);
  // What is said changes nothing of the rows above it.
  const isHigh = isOn && columns >= roomForTwoLines && websites !== undefined && websites * 2 <= lines;
  const rows = Math.max(1, Math.floor((lines - said) / (isHigh ? 2 : 1)));
  const attention = isOn && columns >= roomForAttention ? clamp(columns * 0.27, 46, 60) : 0;
  const pane = !isOn || columns < roomForPane ? 0 : clamp(columns * (attention === 0 ? 0.38 : 0.33), 44, 70);
  return { list: columns - pane - attention, pane, attention, lines: isHigh ? 2 : 1, rows, said };
}

type Known = Pick<State, 'viewport' | 'overview' | 'websites' | 'introduction' | 'preparing'>;

/** A list without rows has the whole width for what it says in their place. */
export function listLayout(state: Known): ListLayout {
  const { viewport, websites } = state;
  const whole = wholeLayout(state);
  const said = failureRows(viewport, websites) || (wayCard(state, whole)?.rows ?? 0);
  return said === 0 ? whole : divideList(viewport, isDivided(state), allWebsites(state), said);
}

function wholeLayout(state: Known): ListLayout {
  return divideList(state.viewport, isDivided(state), allWebsites(state));
}

function isDivided({ overview, websites }: Known): boolean {
  return overview.on && websites.rows.length > 0;
}

/** How many websites there are, where all are read. */
function allWebsites({ websites: { list } }: Known): number | undefined {
  return list.data?.next === 'no' ? list.data.rows.length : undefined;
}

/** Below this height what is said of a failure has no frame. */
const roomForFrames = 20;

/** Lines that say why the list was not read again, below the one that was read before. */
function failureRows({ rows }: Viewport, { list, rows: shown }: State['websites']): number {
  if (list.error === undefined || shown.length === 0) return 0;
  return rows >= roomForFrames ? 6 : 3;
}

/** The ways to begin: in a frame with or without air, or in the place of the whole list. */
export interface WayCard {
  readonly form: 'airy' | 'framed' | 'plain';
  readonly rows: number;
  /** What is known of each way stands beside it, else what matters of it below them all. */
  readonly isWide: boolean;
}

/** From so many columns on. */
const roomForNotes = 70;
/** So many lines of the body a card with and without air leaves enough of for the list. */
const roomForAir = 18;
const roomForList = 12;

/** In the lines that the list leaves free, else in place of its lower rows; undefined where nothing is offered. */
export function wayCard(state: Known, whole = wholeLayout(state)): WayCard | undefined {
  if (!offersWays(state)) return undefined;
  const { viewport, websites } = state;
  const isWide = whole.list >= roomForNotes;
  const airy = { form: 'airy', rows: isWide ? 9 : 10, isWide } as const;
  const framed = { form: 'framed', rows: isWide ? 5 : 7, isWide } as const;
  const free = websiteRows(viewport) - websites.rows.length * whole.lines;
  const body = bodyRows(viewport);
  if (free >= airy.rows + 1) return airy;
  if (free >= framed.rows) return framed;
  if (body >= roomForAir) return airy;
  return body >= roomForList ? framed : { form: 'plain', rows: body, isWide };
}

/** Whether the ways to begin stand where the list does. */
export function isListCovered(state: Known): boolean {
  return wayCard(state)?.form === 'plain';
}

/** Whether the sums below the list have a second line: where rows have one, and there is room for it and a blank. */
export function hasSecondTotals(state: Known): boolean {
  const { lines, pane, said } = listLayout(state);
  const free = websiteRows(state.viewport) - said - state.websites.rows.length * 2;
  return lines === 2 && pane > 0 && free >= 2;
}

function clamp(wish: number, least: number, most: number): number {
  return Math.max(least, Math.min(Math.round(wish), most));
}
