import type { PopupPlace } from '#components/box/Popup.tsx';
import { popupPlace } from '#screens/layout.ts';
import { bodyRows } from '#store/display.ts';
import type { State } from '#store/state.ts';
import { wrapWithin } from '#text/fit.ts';
import { label, type SafeText } from '#text/safeText.ts';
import { filterSentence, isNarrow, typedCondition, whyNotTyped } from './filterChoices.ts';

/** Columns with the frame, where the terminal has them. */
const outer = 90;
const mostList = 9;
const leastList = 3;
const mostSaid = 4;
/** The titles of the columns, the title of the list and two lines between the parts. */
const aroundLines = 4;

export interface FilterLayout {
  readonly place: PopupPlace;
  readonly width: number;
  /** Titles over columns, and lines between the parts. */
  readonly isSpacious: boolean;
  /** Lines of the table, with that of another condition; of the list; of the sentence. */
  readonly table: number;
  readonly list: number;
  readonly said: readonly SafeText[];
}

/** Where there is little room what is typed and what can be chosen come first. */
export function filterLayout(state: State): FilterLayout {
  const { viewport, filter } = state;
  const width = popupPlace(viewport, { width: outer, rows: 0 }).width - 2;
  const inside = bodyRows(viewport) - 2;
  const lines = wrapWithin(sentenceText(state), width - 2, mostSaid);
  const problem = whyNotTyped(state);
  const wanted = filter.where.length + 1;
  const isSpacious = inside >= aroundLines + 2 + leastList + 2;
  const around = isSpacious ? aroundLines : 0;
  const saidRows = isSpacious ? Math.max(2, lines.length) : Math.min(lines.length, Math.max(1, inside - 4));
  const room = inside - around - saidRows;
  const leastTable = typedCondition(state) === undefined ? 2 : 1;
  const table = Math.min(wanted, Math.max(leastTable, room - (isSpacious ? leastList : 2)));
  const listed = Math.max(0, Math.min(isSpacious ? mostList : room, room - table));
  const rows = around + table + listed + saidRows;
  // What is wrong is said whole, in the room of the list: the frame stays where it is.
  const said = problem === undefined ? lines : wrapWithin(problem, width - 2, saidRows + listed);
  const more = Math.max(0, said.length - saidRows);
  return {
    place: popupPlace(viewport, { width: outer, rows }),
    width,
    isSpacious,
    table,
    list: listed - more,
    said: Array.from({ length: saidRows + more }, (_, line) => said[line] ?? label``),
  };
}

export function filterListRows(state: State): number {
  return Math.max(1, filterLayout(state).list);
}

function sentenceText(state: State): SafeText {
  const told = filterSentence(state)?.text;
  if (told !== undefined && state.filter.where.length > 0) return told;
  return state.filter.where.length === 0
    ? isNarrow(state)
      ? label`Choose, or type page~/blog.`
      : label`Choose, or type country=DE, device!=mobile or page~/blog.`
    : label`All of these hold; several "is" of one field are alternatives.`;
}
