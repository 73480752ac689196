import { plain, type Row, styleChange, type StyleId, styleOfBlank } from './cells.ts';

/** Where a pen is, and in which style it writes; undefined where that is unknown. */
interface PenState {
  readonly x: number | undefined;
  readonly y: number | undefined;
  readonly style: StyleId | undefined;
}

/** Of so many the cheapest is looked for. */
const maxKept = 256;

/**
 * Next comes what is cheapest to go on with. A change of colour is as long as three moves, so what has the colour of
 * the pen comes before its neighbours. Each step looks at all runs that are left: it makes no object for them.
 */
export function cheapOrder(runs: readonly Run[], start: PenState): Run[] {
  const ordered: Run[] = [];
  let { x, y, style } = start;
  for (let first = 0; first < runs.length; first += maxKept) {
    const left = runs.slice(first, first + maxKept);
    while (left.length > 0) {
      let best = 0;
      let min = Infinity;
      for (let index = 0; index < left.length && min > 0; index++) {
        const run = left[index];
        // The way there is found more quickly than the change of colour: most runs are too far off whatever their colour.
        const way = run === undefined ? Infinity : wayOf(x, y, run);
        if (run === undefined || way >= min) continue;
        const cost = way + changeFor(style, run);
        if (cost < min) {
          best = index;
          min = cost;
        }
      }
      const [run] = left.splice(best, 1);
      if (!run) break;
      ordered.push(run);
      x = run.x + run.columns;
      ({ y, style } = run);
    }
  }
  return ordered;
}

/** The bytes that it takes to have the style of a run. */
function changeFor(style: PenState['style'], run: Run): number {
  return style === undefined || style === run.style ? 0 : styleChange(style, run.style).length;
}

/** About how many bytes it takes to be where a run begins; a jump counts as less than it is: what is far off needs one, now or later. */
function wayOf(fromX: PenState['x'], fromY: PenState['y'], { x, y }: Run): number {
  const jump = 5;
  const down = fromY === undefined ? Infinity : y - fromY;
  if (down < -1 || down > 1) return jump;
  const apart = fromX === undefined ? Infinity : Math.abs(x - fromX);
  const across = apart < 5 ? apart : apart < 10 ? 4 : apart === Infinity ? apart : 5;
  if (down < 0) return Math.min(3 + across, jump);
  const fromStart = x === 0 ? 0 : x === 1 ? 3 : x < 10 ? 4 : 5;
  return down === 0 ? Math.min(across, 1.5 + fromStart) : Math.min(3 + across, 2 + fromStart);
}

interface Stretch {
  readonly text: string;
  readonly columns: number;
  readonly style: StyleId;
  /** Combining ones, on the last character: a terminal that gives them a column of their own has its cursor elsewhere. */
  readonly hasMarks: boolean;
}

/** From so many blanks on it is shorter to erase them and to step over them. */
const eraseFrom = 9;

/** Writes to a terminal with the shortest sequences, since it keeps track of the cursor and the style. */
export class Pen {
  /** Whether the terminal erases cells in the middle of a line (ECH), which a VT100 does not. */
  erases = false;
  #out = '';
  /** Undefined where terminals may differ: after the last column, and after a character with combining marks. */
  #x: number | undefined;
  #y: number | undefined;
  #style: StyleId | undefined;

  /** The state of the terminal is unknown from now on. */
  forget(): void {
    this.#x = undefined;
    this.#y = undefined;
    this.#style = undefined;
  }

  get state(): PenState {
    return { x: this.#x, y: this.#y, style: this.#style };
  }

  /** The bytes written since the last call. */
  take(): string {
    const out = this.#out;
    this.#out = '';
    return out;
  }

  isAt(x: number, y: number): boolean {
    return this.#x === x && this.#y === y;
  }

  /** Whether the text can be written without a change of style. */
  isReadyFor(text: string, style: StyleId): boolean {
    if (this.#style === undefined) return false;
    return this.#style === style || (styleOfBlank(this.#style) === style && text.trim() === '');
  }

  /** Columns and rows from 0. The row below is reached by a line feed: never call it for a row past the last. */
  moveTo(x: number, y: number): void {
    if (this.isAt(x, y)) return;
    const ways = [absolute(x, y)];
    if (this.#y === y) {
      // Not CHA, which a VT100 lacks.
      ways.push(`\r${sideways(0, x)}`);
      if (this.#x !== undefined) ways.push(sideways(this.#x, x));
    } else if (this.#y !== undefined) {
      if (this.#y === y - 1) ways.push(`\r\n${sideways(0, x)}`);
      if (this.#x !== undefined) ways.push(upOrDown(this.#y, y) + sideways(this.#x, x));
    }
    this.#out += ways.reduce((best, way) => (way.length < best.length ? way : best));
    this.#x = x;
    this.#y = y;
  }

  /** `cols`: of the terminal. */
  write({ text, columns, style, hasMarks }: Stretch, cols: number): void {
    this.#changeTo(text, style);
    const kept = this.erases && styleOfBlank(style) === plain ? text.trimEnd() : text;
    const blanks = text.length - kept.length;
    const erased = blanks >= eraseFrom ? blanks : 0;
    this.#out += erased > 0 ? `${kept}\x1b[${erased}X` : text;
    if (this.#x === undefined) return;
    this.#x += columns - erased;
    if (this.#x >= cols || hasMarks) this.#x = undefined;
  }

  /** Moves rows up (by > 0) or down within a region, as a VT100 can; blank ones come in. Resets the region afterwards. */
  scroll(top: number, bottom: number, by: number): void {
    this.#changeTo(' ', plain);
    const moves = by > 0 ? absolute(0, bottom) + '\n'.repeat(by) : absolute(0, top) + '\x1bM'.repeat(-by);
    this.#out += `\x1b[${top + 1};${bottom + 1}r${moves}\x1b[r`;
    this.#x = undefined;
    this.#y = undefined;
  }

  eraseToEnd(): void {
    this.#changeTo(' ', plain);
    this.#out += '\x1b[K';
  }

  showCursor(shown: boolean): void {
    this.#out += shown ? '\x1b[?25h' : '\x1b[?25l';
  }

  #changeTo(text: string, style: StyleId): void {
    if (this.isReadyFor(text, style)) return;
    if (this.#style === undefined) this.#out += '\x1b[m';
    this.#out += styleChange(this.#style ?? plain, style);
    this.#style = style;
  }
}

function absolute(x: number, y: number): string {
  if (x > 0) return `\x1b[${y + 1};${x + 1}H`;
  return y > 0 ? `\x1b[${y + 1}H` : '\x1b[H';
}

function upOrDown(from: number, to: number): string {
  const distance = Math.abs(to - from);
  return `\x1b[${distance === 1 ? '' : distance}${to < from ? 'A' : 'B'}`;
}

function sideways(from: number, to: number): string {
  if (from === to) return '';
  const distance = Math.abs(to - from);
  if (to < from) return distance < 4 ? '\b'.repeat(distance) : `\x1b[${distance}D`;
  return distance === 1 ? '\x1b[C' : `\x1b[${distance}C`;
}

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
const eraseRunFrom = 4;

/** `shown`: what the terminal has there; undefined where that is unknown. `erasesCells`: blanks take as much as one, however many. */
export function runsOf(row: Row, shown: Row | undefined, y: number, erasesCells: boolean): RowRuns {
  const cols = row.text.length;
  const end = contentEnd(row);
  const erases = end < cols && changesFrom(end, row, shown) >= eraseRunFrom;
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
    isOrdered ||= columns === 2 || after >= 0 || isWideOrMarked(shown, x);
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
function isWideOrMarked(row: Row | undefined, x: number): boolean {
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
