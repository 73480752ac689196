import type { Row } from './grid.ts';
import type { Stretch } from './pen.ts';
import { plain, styleOfBlank, type StyleId } from './style.ts';

/** Changed cells side by side, in one style; without text, everything from there to the end of the line is erased. */
export interface Run extends Stretch {
  readonly x: number;
  readonly y: number;
}

/** What of a row has to be written, from left to right. */
interface RowRuns {
  readonly runs: readonly Run[];
  /** Whether it has to be in this order: terminals differ in which cells some characters change. */
  readonly isOrdered: boolean;
}

/** Erasing to the end of the line costs three bytes: worth it from the fourth blank on. */
const eraseFrom = 4;

/** `shown`: what the terminal has there; undefined where that is unknown. `erasesCells`: blanks take as much as one, however many. */
export function runsOf(row: Row, shown: Row | undefined, y: number, erasesCells: boolean): RowRuns {
  const cols = row.text.length;
  const end = contentEnd(row);
  const erases = end < cols && changesFrom(end, row, shown) >= eraseFrom;
  const runs: OpenRun[] = [];
  let isOrdered = false;
  /** The column behind a character with marks: a terminal may have written there too. */
  let after = -1;
  for (let x = 0; x < (erases ? end : cols); x++) {
    const character = row.text[x] ?? ' ';
    if (character === '' || (x !== after && same(row, shown, x))) continue;
    const columns = row.text[x + 1] === '' ? 2 : 1;
    const style = row.style[x] ?? plain;
    const run = runs.at(-1);
    if (erasesCells && run?.isBlank === true && character === ' ' && isBlankBetween(row, run, x, after)) {
      run.text = ' '.repeat(x + 1 - run.x);
      run.columns = x + 1 - run.x;
      continue;
    }
    if (run && x !== after && run.x + run.columns === x && takes(run, character, style)) {
      run.text += character;
      run.columns += columns;
      run.hasMarks = hasMarks(character);
    } else
      runs.push({
        x,
        y,
        text: character,
        columns,
        style,
        hasMarks: hasMarks(character),
        isBlank: character === ' ',
      });
    if (hasMarks(character)) after = x + columns;
    isOrdered ||= columns === 2 || after >= 0 || isPeculiar(shown, x);
  }
  if (erases) {
    let from = end;
    while (from !== after && same(row, shown, from)) from++;
    runs.push({ x: from, y, text: '', columns: 0, style: plain, hasMarks: false, isBlank: false });
  }
  return { runs, isOrdered };
}

interface OpenRun extends Run {
  text: string;
  columns: number;
  style: StyleId;
  hasMarks: boolean;
  isBlank: boolean;
}

/** Whether all cells from a run of blanks on to a column are blanks like it, whether they have to be written or not. */
function isBlankBetween({ text, style }: Row, run: OpenRun, end: number, after: number): boolean {
  if (run.style !== plain || after >= run.x) return false;
  for (let x = run.x + run.columns; x <= end; x++) if (text[x] !== ' ' || style[x] !== plain) return false;
  return true;
}

function hasMarks(character: string): boolean {
  return character.length > 1 && character.charCodeAt(0) < 0xd800;
}

/** Whether a character can follow in the same style. Blanks are in that of the first letter where they look the same in it. */
function takes(run: OpenRun, character: string, style: StyleId): boolean {
  if (run.style === style || (character === ' ' && styleOfBlank(run.style) === style)) {
    run.isBlank &&= character === ' ';
    return true;
  }
  if (!run.isBlank || styleOfBlank(style) !== run.style) return false;
  run.style = style;
  run.isBlank = false;
  return true;
}

/** Half of a wide character, or one with marks. */
function isPeculiar(row: Row | undefined, x: number): boolean {
  const character = row?.text[x] ?? ' ';
  return character === '' || row?.text[x + 1] === '' || hasMarks(character);
}

function same(row: Row, shown: Row | undefined, x: number): boolean {
  return shown !== undefined && shown.text[x] === row.text[x] && shown.style[x] === row.style[x];
}

/** Where the blanks at the end of the row begin. */
function contentEnd({ text, style }: Row): number {
  let end = text.length;
  while (end > 0 && text[end - 1] === ' ' && style[end - 1] === plain) end--;
  return end;
}

function changesFrom(start: number, row: Row, shown: Row | undefined): number {
  if (!shown) return Infinity;
  let changes = 0;
  for (let x = start; x < row.text.length; x++) if (!same(row, shown, x)) changes++;
  return changes;
}
