import type { Command } from '#commands/command.ts';
import type { PopupBounds } from '#components/box/Popup.tsx';
import {
  type Comparison,
  comparisonSigns,
  type Condition,
  type FilterField,
  isTimeField,
} from '#model/service/filter.ts';
import { parseCondition, readableCondition } from '#model/service/filterText.ts';
import { meantValue } from '#model/statistics/values.ts';
import type { ScreenDefinition } from '#screens/definition.ts';
import { popupPlace } from '#screens/layout.ts';
import { bodyRows, type Viewport } from '#store/display.ts';
import { knownValues } from '#store/filter.ts';
import type { State } from '#store/state.ts';
import { wrapWithin } from '#text/fit.ts';
import { label, type SafeText } from '#text/safeText.ts';
import { emptyText, textAtEnd, type TextValue } from '#text/textField.ts';
import {
  countedCondition,
  filterChoices,
  filterSentence,
  isNarrow,
  typedCondition,
  typedPrefix,
  typedText,
  whyNotTyped,
} from './filterChoices.ts';
import { menuCommands, passedByMenu } from './menu.ts';

/** Columns with the frame, where the terminal has them. */
const outer = ({ columns }: Viewport) => Math.max(90, Math.floor(columns * 0.6));
const maxList = ({ rows }: Viewport) => Math.max(9, Math.floor(rows * 0.4));
const minList = 3;
const maxTextLines = 4;
/** The titles of the columns, the title of the list and two lines between the parts. */
const aroundLines = 4;

export interface FilterLayout {
  readonly place: PopupBounds;
  readonly width: number;
  /** Titles over columns, and lines between the parts. */
  readonly isSpacious: boolean;
  /** Lines of the table, with that of another condition; of the list; of the sentence. */
  readonly table: number;
  readonly list: number;
  readonly message: readonly SafeText[];
}

/** Where there is little room what is typed and what can be chosen come first. */
export function filterLayout(state: State): FilterLayout {
  const { viewport, filter } = state;
  const width = popupPlace(viewport, { width: outer(viewport), rows: 0 }).width - 2;
  const inside = bodyRows(viewport) - 2;
  const problem = whyNotTyped(state);
  const wanted = filter.where.length + 1;
  const isSpacious = inside >= aroundLines + 2 + minList + 2;
  // On the smallest screens the field says it.
  const isTextHidden = !isSpacious && filter.where.length === 0 && typedCondition(state) === undefined;
  const lines = isTextHidden ? [] : wrapWithin(sentenceText(state), width - 2, maxTextLines);
  const around = isSpacious ? aroundLines : 0;
  const textRows = isSpacious ? Math.max(2, lines.length) : Math.min(lines.length, Math.max(1, inside - 4));
  const room = inside - around - textRows;
  const minTable = typedCondition(state) === undefined ? 2 : 1;
  const table = Math.min(wanted, Math.max(minTable, room - (isSpacious ? minList : 2)));
  const max = Math.max(0, Math.min(isSpacious ? maxList(viewport) : room, room - table));
  const whole = popupPlace(viewport, { width: outer(viewport), rows: around + table + max + textRows });
  // With room as high as what is found, below a field that stays where it is.
  const found = Math.max(minList, filterChoices(state).list.length);
  const listed = isSpacious ? Math.min(max, found) : max;
  // What is wrong is said whole, in the room of the list: the frame stays where it is.
  const message = problem === undefined ? lines : wrapWithin(problem, width - 2, textRows + listed);
  const more = Math.max(0, message.length - textRows);
  return {
    place: { ...whole, height: whole.height - max + listed },
    width,
    isSpacious,
    table,
    list: listed - more,
    message: Array.from({ length: textRows + more }, (_, line) => message[line] ?? label``),
  };
}

function filterListRows(state: State): number {
  return Math.max(1, filterLayout(state).list);
}

function sentenceText(state: State): SafeText {
  const sentence = filterSentence(state)?.text;
  if (sentence !== undefined && (state.filter.where.length > 0 || countedCondition(state) !== undefined))
    return sentence;
  return state.filter.where.length === 0
    ? isNarrow(state)
      ? label`Choose, or type page~/blog.`
      : label`Choose, or type country=DE, device!=mobile or page~/blog.`
    : label`All of these hold; several "is" of one field are alternatives.`;
}

function fieldOf(text: string): FilterField | undefined {
  const found = parseCondition(text);
  return 'condition' in found ? found.condition.field : undefined;
}

const selectedIndex = ({ menu: { position }, filter: { where } }: State) =>
  Math.min(position.selected, where.length - 1);
const whyNone = ({ filter: { where } }: State) =>
  where.length === 0 ? 'The filter has no condition yet: type one.' : undefined;
const isTyping = (state: State) => state.menu.text.value !== '';

function compare(state: State, step: 1 | -1): void {
  const typed = typedCondition(state);
  const index = selectedIndex(state);
  const condition = typed ?? state.filter.where[index];
  if (condition === undefined) return;
  const known: readonly Comparison[] = state.capabilities.filters?.[condition.field] ?? [];
  const next = known.at((known.indexOf(condition.comparison) + step) % known.length);
  if (next === undefined) return;
  if (typed === undefined) return state.filter.put(index, compared(state, condition, next));
  typeOn(state, textAtEnd(`${typed.field}${comparisonSigns[next]}${typedText(state).value}`));
}

function typeOn(state: State, text: TextValue): void {
  state.menu.edit(text);
  state.filter.readTyped(countedCondition({ ...state, menu: { ...state.menu, text } }));
}

/** Of a value with a code and a name its name is looked for; back, that is the value again. */
function compared(state: State, { field, comparison, value }: Condition, next: Comparison): Condition {
  const isText = (each: Comparison) => each === 'contains';
  if (isTimeField(field) || isText(next) === isText(comparison)) return { field, comparison: next, value };
  const name = readableCondition(field, value);
  const text = isText(next)
    ? value.includes(name)
      ? name
      : value
    : (meantValue(field, value, knownValues(state, field)) ?? value);
  return { field, comparison: next, value: text };
}

/** Ends what is typed: of a condition that was there already, that stays as it was. */
function stopTyping(state: State): void {
  state.filter.edit(undefined);
  state.menu.edit(emptyText);
}

const commands: readonly Command[] = [
  ...menuCommands('filter', {
    hasField: true,
    size(state) {
      const { table, list } = filterChoices(state);
      return { count: table.length + list.length, height: filterListRows(state) };
    },
    disabledReason: whyNotTyped,
    choose(context) {
      const { table, list } = filterChoices(context.state);
      [...table, ...list][context.state.menu.position.selected]?.choose(context);
    },
  }),
  {
    id: 'filter.comparison',
    keys: ['Right'],
    title: 'Choose the next comparison',
    short: 'is, is not, contains',
    footerKey: 'Left Right',
    disabledReason: state => (isTyping(state) ? undefined : whyNone(state)),
    run: ({ state }) => compare(state, 1),
  },
  {
    id: 'filter.previousComparison',
    keys: ['Left'],
    title: 'Choose the comparison before',
    disabledReason: state => (isTyping(state) ? undefined : whyNone(state)),
    run: ({ state }) => compare(state, -1),
  },
  {
    id: 'filter.remove',
    keys: ['^D'],
    title: 'Take the condition off',
    short: 'remove',
    disabledReason: state => (isTyping(state) ? undefined : whyNone(state)),
    run({ state }) {
      const { edited } = state.filter;
      if (!isTyping(state)) return state.filter.put(selectedIndex(state), undefined);
      stopTyping(state);
      if (edited !== undefined) state.filter.put(edited, undefined);
    },
  },
  {
    id: 'filter.stopTyping',
    keys: ['Backspace', '^U'],
    title: 'Another field: type no value',
    isHere: state => typedCondition(state) !== undefined && typedText(state).value === '',
    run: ({ state }) => stopTyping(state),
  },
];

/** Keys that do nothing to what is typed, where the caret stands, do something to its condition. */
function passes(state: State): readonly string[] {
  if (!isTyping(state)) return ['Left', 'Right', '^D'];
  if (typedCondition(state) === undefined) return [];
  const { value, caret } = typedText(state);
  if (value === '') return ['Left', 'Right', '^D', 'Backspace', '^U'];
  return [...(caret === value.length ? ['Right', '^D'] : []), ...(caret === 0 ? ['Left'] : [])];
}

/** The conditions of the filter in a table, what is typed among them, and what it may be about. */
export const filterScreen: ScreenDefinition<'filter'> = {
  screen: 'filter',
  overlay: true,
  view: async () => (await import('./Popups.tsx')).FilterPopup,
  load: state => state.filter.readLeaves(),
  commands,
  focusedField: state => ({
    text: typedText(state),
    manyLines: false,
    passes: [...passedByMenu, ...passes(state)],
    change(text) {
      const before = state.menu.text.value;
      const prefix = typedCondition(state) === undefined ? '' : typedPrefix(before);
      const now: TextValue = { value: prefix + text.value, caret: prefix.length + text.caret };
      if (now.value.trim() === '') state.filter.edit(undefined);
      typeOn(state, now);
      const field = fieldOf(now.value);
      if (field !== undefined && field !== fieldOf(before)) state.filter.readValues(field);
    },
  }),
};
