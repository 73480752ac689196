import { total } from '#text/fit.ts';
import type { Command, CommandContext, DisabledReason, KeyName } from '#commands/command.ts';
import type { PopupBounds } from '#components/box/Popup.tsx';
import { fieldEdges, type FieldStyle } from '#components/box/frame.ts';
import { formRows, isFormFullWidth, type Viewport } from '#store/display.ts';
import type { ScreenName } from '#store/navigation/route.ts';
import type { State } from '#store/state.ts';
import type { SafeText } from '#text/safeText.ts';
import { boxColumns, minTwoColumns, popupPlace } from '#screens/layout.ts';

interface PlacedField<F extends string> {
  readonly field: F;
  readonly row: number;
  /** Lines of its value, and rows of all but the error. */
  readonly height: number;
  readonly rows: number;
  readonly error: readonly SafeText[];
}

const maxLines = 4;

/** The fields one below the other; where they do not all fit, those up to the focused one. `filled`: rows they take. */
export function placeFields<F extends string>(
  form: {
    readonly fields: readonly F[];
    readonly focused: F;
    readonly errors: Partial<Record<F, readonly SafeText[]>>;
    isManyLines(field: F): boolean;
    /** Rows beyond those of its value: what frames it, and what sets it apart from the next one. */
    around(field: F): number;
  },
  rows: number,
): { placed: PlacedField<F>[]; filled: number } {
  const { fields, focused, isManyLines, around } = form;
  const errorOf = (field: F) => form.errors[field] ?? [];
  const lists = fields.filter(isManyLines).length;
  const others = fields.reduce((sum, field) => sum + 1 + around(field) + errorOf(field).length, 0);
  const spare = rows - others;
  const lines = Math.max(1, Math.min(maxLines, 1 + Math.floor(spare / Math.max(1, lists))));
  // What the lists cannot share the focused one has.
  const left = Math.max(0, spare - lists * (lines - 1));
  const linesOf = (field: F) => {
    if (!isManyLines(field)) return 1;
    return field === focused ? Math.min(maxLines, lines + left) : lines;
  };
  const heights = fields.map(field => linesOf(field) + around(field) + errorOf(field).length);
  const heightOf = (from: number, to: number) => total(heights.slice(from, to));
  const last = fields.indexOf(focused) + 1;
  let first = 0;
  while (first < last - 1 && heightOf(first, last) > rows) first += 1;
  let end = Math.max(last, first + 1);
  while (end < fields.length && heightOf(first, end + 1) <= rows) end += 1;
  const placed = fields.slice(first, end).map((field, index) => ({
    field,
    row: heightOf(first, first + index),
    height: linesOf(field),
    rows: linesOf(field) + around(field),
    error: errorOf(field),
  }));
  return { placed, filled: heightOf(first, end) };
}

/** Whether there is room for short words only. */
export function hasShortWords({ columns }: Pick<Viewport, 'columns'>): boolean {
  return columns < 60;
}

const widest = 132;
/** Columns of the screen that stay beside a form where there is room. */
const screenMargin = 12;
const widestValue = 48;
/** Beside a value a line down with a blank on both sides, and a blank at the end. */
const dividerColumns = 4;
const titleColumns = { short: 20, whole: 26 };
/** The line of the button, and the one that sets it apart. */
const barRows = 2;
const roomForBar = 12;
/** The line that sets it apart, its heading and one of what it says. */
const leastTail = 3;

export interface FormLayout {
  readonly place: PopupBounds;
  readonly isShort: boolean;
  /** Columns of the titles, of the values with what surrounds them, and of what stands beside them. */
  readonly indent: number;
  readonly valueWidth: number;
  readonly sideWidth: number;
  /** Of that the columns of help, behind a line down with a blank on both sides. */
  readonly helpColumns: number;
  readonly hasHelpBeside: boolean;
  /** Blank rows above the fields, rows of the fields, and of what is said below them. */
  readonly top: number;
  readonly rows: number;
  readonly below: number;
  /** Below the fields, of what will be sent or which websites are edited, with a line that sets it apart; 0 where there is no room. */
  readonly tail: number;
  /** The button has a line of its own at the end; without, it follows the fields. */
  readonly hasBar: boolean;
  /** How a field that is typed into looks, and whether fields are set apart by a blank row. */
  readonly look: FieldStyle;
  readonly isSpaced: boolean;
}

export interface FieldCounts {
  readonly count: number;
  readonly typed: number;
  readonly lists: number;
  /** Lines that the tail of the form would have. */
  readonly tail?: number;
}

/** Rows of a field beyond those of its value. */
export function rowsAround({ isSpaced }: Pick<FormLayout, 'isSpaced'>, look: FieldStyle): number {
  const edges = fieldEdges[look].rows;
  // A frame sets a field apart.
  return isSpaced && edges === 0 ? 1 : edges;
}

/** A box over the screen; on the smallest all of it but the footer. `fullest`: all that it may ask, so that nothing moves. */
export function formLayout(
  viewport: Viewport,
  { now, fullest }: { readonly now: FieldCounts; readonly fullest: FieldCounts },
  hasTints: boolean,
): FormLayout {
  const { columns } = viewport;
  const isShort = hasShortWords(viewport);
  const hasHelpBeside = columns >= minTwoColumns;
  const width = formColumns(viewport);
  const inner = width - 2;
  const max = formRows(viewport) - 2;
  const hasBar = max >= roomForBar;
  // Help is a line of 72 columns at most.
  const below = columns < 80 && (hasBar || isShort) ? 2 : 1;
  const room = max - below - (hasBar ? barRows : 0);
  const button = hasBar ? 0 : 1;
  const needed = (
    { count, typed, lists }: FieldCounts,
    look: FieldStyle,
    isSpaced: boolean,
    lines: number,
  ) => {
    const edges = fieldEdges[look].rows;
    // A frame sets a field apart.
    const apart = isSpaced ? (edges > 0 ? count - typed : count) : 0;
    return button + count + apart + typed * edges + lists * (lines - 1);
  };
  const boxed: FieldStyle = hasTints ? 'plate' : 'frame';
  // Help below each choice matters more than lines of a list, which has a frame to itself.
  const isSpaced = needed(now, boxed, true, hasTints ? 2 : 1) <= room;
  const look = hasTints || needed(now, boxed, false, 1) <= room ? boxed : 'line';
  const top = isSpaced && needed(fullest, boxed, true, 2) < room ? 1 : 0;
  const indent = isShort ? titleColumns.short : titleColumns.whole;
  const valueWidth = hasHelpBeside
    ? Math.min(widestValue, Math.floor((inner - indent) * 0.48))
    : Math.min(widestValue, inner - indent - 1);
  const sideWidth = inner - indent - valueWidth;
  const helpColumns = sideWidth - dividerColumns;
  const rowsOf = (counts: FieldCounts) => Math.min(room - top, needed(counts, boxed, isSpaced, maxLines));
  // The fields come first.
  const tailOf = (counts: FieldCounts) => {
    const lines = Math.min(1 + (counts.tail ?? 0), room - top - rowsOf(counts));
    return isSpaced && lines >= leastTail ? lines : 0;
  };
  const heightOf = (counts: FieldCounts) => max - room + top + rowsOf(counts) + tailOf(counts) + 2;
  const rows = rowsOf(now);
  return {
    place: {
      ...formBounds(viewport, Math.max(heightOf(fullest), heightOf(now))),
      ...(!isFormFullWidth(viewport) && { height: heightOf(now) }),
    },
    isShort,
    indent,
    valueWidth,
    sideWidth,
    helpColumns,
    hasHelpBeside,
    top,
    rows,
    below,
    tail: tailOf(now),
    hasBar,
    look,
    isSpaced,
  };
}

function formColumns(viewport: Viewport): number {
  const { columns } = viewport;
  return hasShortWords(viewport) ? columns : boxColumns(viewport, Math.min(widest, columns - screenMargin));
}

/** A box as wide as a form, and so high; on the smallest screens all of it but the footer. */
export function formBounds(viewport: Viewport, height: number): PopupBounds {
  const width = formColumns(viewport);
  const left = Math.floor((viewport.columns - width) / 2);
  if (isFormFullWidth(viewport)) return { left, top: 0, width, height: formRows(viewport) };
  return { ...popupPlace(viewport, { width, rows: height - 2 }), left, width };
}

interface FormFields {
  readonly screen: ScreenName;
  readonly disabledReason?: DisabledReason;
  focus(state: State, step: -1 | 1): void;
}

export function fieldCommands({
  screen,
  disabledReason,
  focus,
}: FormFields): [next: Command, previous: Command] {
  return [
    {
      id: `${screen}.next`,
      keys: ['Tab', 'Down'],
      title: 'Go to next or previous field',
      disabledReason,
      run: ({ state }) => focus(state, 1),
    },
    {
      id: `${screen}.previous`,
      keys: ['Shift-Tab', 'Up'],
      title: 'Go to next or previous field',
      disabledReason,
      run: ({ state }) => focus(state, -1),
    },
  ];
}

interface FormWithChoices extends FormFields {
  /** A field that is typed into keeps the keys of the choices for itself. */
  choose(state: State, step: -1 | 1): void;
  /** The last stop. With `hasEnter` Enter goes to the next field; what it does on the button is the form's own. */
  readonly button?: {
    isFocused(state: State): boolean;
    readonly hasEnter?: true;
    readonly action?: string;
  };
}

export function formCommands(form: FormWithChoices): Command[] {
  const { screen, disabledReason, focus, choose, button } = form;
  const whyNoChoice = (state: State) =>
    disabledReason?.(state) ??
    (button?.isFocused(state) === true
      ? `Nothing to choose here: Enter ${button.action ?? 'saves'}.`
      : undefined);
  const [next, previous] = fieldCommands(form);
  return [
    // Where Enter goes on, too, the form names one of both.
    { ...next, ...(button?.hasEnter !== true && { short: 'next field', footerPlace: 4 }) },
    previous,
    {
      id: `${screen}.nextChoice`,
      keys: ['Space', 'Right', 'l'],
      title: 'Change the value',
      short: 'change',
      disabledReason: whyNoChoice,
      run: ({ state }) => choose(state, 1),
    },
    {
      id: `${screen}.previousChoice`,
      keys: ['Left', 'h'],
      title: 'Change the value',
      disabledReason: whyNoChoice,
      run: ({ state }) => choose(state, -1),
    },
    ...(button?.hasEnter !== true
      ? []
      : [
          {
            id: `${screen}.enter`,
            keys: ['Enter'],
            title: 'Go to the next field',
            short: 'next',
            footerPlace: 1,
            isHere: state => !button.isFocused(state),
            disabledReason,
            run: ({ state }: CommandContext) => focus(state, 1),
          } satisfies Command,
        ]),
  ];
}

/** Keys that a form's text field of one line leaves to the form; one of many lines keeps them. */
export function passedByForm(manyLines: boolean): readonly KeyName[] {
  return manyLines ? [] : ['Enter', 'Up', 'Down'];
}
