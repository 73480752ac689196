import type { Command, CommandContext } from '#commands/command.ts';
import type { Part } from '#components/parts.ts';
import {
  type Comparison,
  comparisons,
  type Condition,
  filterFields,
  type FilterField,
  isTimeField,
  mostConditions,
} from '#model/service/filter.ts';
import {
  conditionLabel,
  fieldTitle,
  parseCondition,
  readableCondition,
  typedCondition,
  whyNoCondition,
} from '#model/service/filterText.ts';
import { meantValue } from '#model/statistics/values.ts';
import { hasExactVisitors } from '#model/statistics/summary.ts';
import type { ScreenDefinition } from '#screens/definition.ts';
import type { Left } from '#queries/leaves.ts';
import { knownValues, shownLeaves, valueCounts } from '#store/filter.ts';
import { shownPeriod } from '#store/queries/question.ts';
import type { State } from '#store/state.ts';
import { findByWords } from '#text/match.ts';
import { cutMiddle, fitEnd, spaces } from '#text/fit.ts';
import { isAscii } from '#text/characters.ts';
import { label, type SafeText, safeText } from '#text/safeText.ts';
import { textAtEnd } from '#text/textField.ts';
import { counted, groupThousands } from '#text/words.ts';
import { type MenuChoice, type MenuHeader, menuScreen } from './menu.ts';

const mostValues = 9;

/** What is typed, as far as it is a condition; undefined while nothing is. */
function typed({ menu, capabilities }: State): ReturnType<typeof parseCondition> | undefined {
  return menu.text.value.trim() === '' ? undefined : parseCondition(menu.text.value, capabilities.filters);
}

/** The condition that Enter takes as it is typed. */
function typedChoice(state: State): Pick<MenuChoice, 'choose'> | undefined {
  const found = typed(state);
  if (found === undefined || fieldItems(state).length > 0) return undefined;
  // A value is picked from the list with the arrows; the first line of it is not taken for what was typed.
  if ('condition' in found && state.menu.position.selected > 0) return undefined;
  return {
    choose: ({ state: now }) => {
      if ('condition' in found) void now.filter.enter(found.condition);
    },
  };
}

/** The conditions; while one is typed the fields, and then the values, that it may be about. */
function items(state: State, columns: number): readonly MenuChoice[] {
  const found = typed(state);
  const fields = fieldItems(state);
  if (fields.length > 0) return fields;
  if (found !== undefined)
    return 'condition' in found ? [asTyped(found.condition), ...valueItems(state, found.condition)] : [];
  const leaves = shownLeaves(state)?.left;
  return state.filter.where.map((condition, index) => {
    const left = leaves?.[index];
    return {
      title: conditionLabel(condition),
      ...(columns >= roomForColumns && { parts: conditionCells(state, condition, columns) }),
      note: leftText(left),
      choose({ state: { filter, menu } }: CommandContext) {
        filter.edit(index);
        filter.readValues(condition.field);
        menu.edit(textAtEnd(typedCondition(condition)));
      },
    };
  });
}

/** Dots stand for a number that is still to come. */
function leftText(left: Left): SafeText {
  if (left === 'awaited') return isAscii() ? label`...` : label`···`;
  return left === undefined ? label`-` : safeText(groupThousands(left));
}

const roomForColumns = 56;
/** The mark before a row, and what stands behind its columns. */
const [markWidth, leavesWidth] = [3, 10];
const statisticWidth = 15;
const comparisonWidth = comparisons.reduce((sum, comparison) => sum + comparison.length + 2, 1);

function conditionCells(
  { capabilities }: State,
  { field, comparison, value }: Condition,
  columns: number,
): readonly Part[] {
  const known = capabilities.filters?.[field] ?? [];
  const choices = comparisons.map((each): Part => {
    if (each === comparison) return { text: label`[${safeText(each)}]`, tone: 'sources', bold: true };
    return { text: safeText(known.includes(each) ? ` ${each} ` : ' '.repeat(each.length + 2)), tone: 'dim' };
  });
  const shown = safeText(comparison === 'contains' ? value : readableCondition(field, value));
  const room = columns - markWidth - statisticWidth - comparisonWidth - leavesWidth;
  return [
    { text: fitEnd(safeText(fieldTitle(field)), statisticWidth) },
    ...choices,
    { text: label` ${cutMiddle(shown, room)}` },
  ];
}

function header(state: State, columns: number): MenuHeader | undefined {
  if (columns < roomForColumns) return undefined;
  // An empty line keeps the frame where it is.
  if (typed(state) !== undefined || state.filter.where.length === 0) return { parts: [], right: [] };
  const text = label`${spaces(markWidth)}${fitEnd(label`STATISTIC`, statisticWidth)}${fitEnd(label` COMPARISON`, comparisonWidth)}VALUE`;
  return { parts: [{ text, tone: 'dim' }], right: [{ text: label`LEAVES `, tone: 'dim' }] };
}

/** Those that what is typed may be the beginning of a condition on; all, where there is neither condition nor text. */
function fieldItems(state: State): MenuChoice[] {
  const {
    capabilities,
    filter,
    menu: { text },
  } = state;
  const words = text.value.trim();
  if (words === '' ? filter.where.length > 0 : /[=~<>!]/.test(words)) return [];
  const fields = filterFields.filter(field => capabilities.filters?.[field] !== undefined);
  const known = fields.map(field => ({ field, title: fieldTitle(field) }));
  const found =
    words === '' ? known : findByWords(known, words, ({ title, field }) => ({ title, others: field }));
  return found.map(({ field, title }) => ({
    title: safeText(title),
    choose({ state: now }: CommandContext) {
      now.filter.readValues(field);
      now.menu.edit(textAtEnd(`${field}=`));
    },
  }));
}

function asTyped(condition: Condition): MenuChoice {
  return {
    title: conditionLabel(condition),
    note: label`as typed`,
    choose: ({ state }) => void state.filter.enter(condition),
  };
}

function valueItems(state: State, { field, comparison, value }: Condition): MenuChoice[] {
  const known = knownValues(state, field).map(each => ({
    value: each,
    title: readableCondition(field, each),
  }));
  const has = (text: string) => text.toLowerCase().includes(value.toLowerCase());
  const values =
    comparison === 'contains'
      ? known.filter(each => has(each.value))
      : value === ''
        ? known
        : findByWords(known, value, ({ title, value: others }) => ({ title, others }));
  const counts = valueCounts(state, field);
  return values.slice(0, mostValues).map(each => {
    const count = counts.get(each.value);
    return {
      title: safeText(each.title),
      note: count === undefined ? undefined : safeText(groupThousands(count)),
      choose({ state: { filter, menu } }: CommandContext) {
        const picked = comparison === 'contains' ? 'is' : comparison;
        filter.put(filter.edited ?? filter.where.length, { field, comparison: picked, value: each.value });
        menu.reset();
      },
    };
  });
}

function says(state: State): Part {
  const { where, edited } = state.filter;
  const found = typed(state);
  if (found === undefined)
    return where.length === 0
      ? { text: label`Choose, or type country=DE, device!=mobile or page~/blog.`, tone: 'dim' }
      : { text: label`Enter changes, typing adds one.`, tone: 'dim' };
  if (fieldItems(state).length > 0) return { text: label`Enter takes the field.`, tone: 'dim' };
  if ('problem' in found) return { text: found.problem, tone: 'bad' };
  const reason = whyNoCondition(state.capabilities, found.condition);
  if (reason !== undefined) return { text: safeText(reason), tone: 'bad' };
  const old = edited === undefined ? undefined : where[edited];
  const instead = old === undefined ? label`` : label`In place of ${conditionLabel(old)}: `;
  const picks = valueItems(state, found.condition).length > 0 ? label`, Down picks a value` : label``;
  return { text: label`${instead}Enter takes it as typed${picks}.`, tone: 'dim' };
}

/** "158 of 2,432 visitors are left.", once both are known. */
function below(state: State): Part {
  const { all, left } = shownLeaves(state) ?? { all: undefined, left: [] };
  const last = left.at(-1);
  if (typeof all !== 'number' || typeof last !== 'number')
    return { text: label`All of these hold; several "is" of one field are alternatives.`, tone: 'dim' };
  const { from, to } = shownPeriod(state);
  const isSum = from !== to && !hasExactVisitors(state.capabilities, { from, to });
  const summed = isSum ? label`, sums of days` : label``;
  return {
    text: label`${safeText(groupThousands(last))} of ${safeText(counted(all, 'visitors'))} are left${summed}.`,
    tone: 'dim',
  };
}

function whyNot(state: State): string | undefined {
  const found = typed(state);
  if (found === undefined || fieldItems(state).length > 0) return undefined;
  return 'problem' in found ? found.problem : whyNoCondition(state.capabilities, found.condition);
}

const menu = menuScreen('filter', {
  width: 76,
  title: label`Filter`,
  note: ({ filter: { where } }) =>
    where.length === 0 ? label`no condition` : label`${where.length} of ${mostConditions}`,
  items,
  header,
  below,
  rows: () => mostValues + 1,
  empty: state => (typed(state) === undefined ? label`f on any row filters by it.` : label``),
  field: { placeholder: label`country=DE, device!=mobile, page~/blog`, typed: typedChoice, says },
  disabledReason: whyNot,
  staysOpen: true,
});

function fieldOf(text: string): FilterField | undefined {
  const found = parseCondition(text);
  return 'condition' in found ? found.condition.field : undefined;
}

const isList = (state: State) => typed(state) === undefined;
const selectedIndex = ({ menu: { position }, filter: { where } }: State) =>
  Math.min(position.selected, where.length - 1);
const whyNone = ({ filter: { where } }: State) =>
  where.length === 0 ? 'The filter has no condition yet: type one.' : undefined;

/** The next comparison that the service has for the condition's field. */
function compare(state: State, step: 1 | -1): void {
  const index = selectedIndex(state);
  const condition = state.filter.where[index];
  if (condition === undefined) return;
  const known: readonly Comparison[] = state.capabilities.filters?.[condition.field] ?? [];
  const next = known.at((known.indexOf(condition.comparison) + step) % known.length);
  if (next !== undefined) state.filter.put(index, compared(state, condition, next));
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

const own: readonly Command[] = [
  {
    id: 'filter.comparison',
    keys: ['Right'],
    title: 'Is, is not, contains: the next comparison',
    short: 'is, is not, contains',
    footerKey: 'Left/Right',
    isHere: isList,
    disabledReason: whyNone,
    run: ({ state }) => compare(state, 1),
  },
  {
    id: 'filter.previousComparison',
    keys: ['Left'],
    title: 'Is, is not, contains: the comparison before',
    isHere: isList,
    disabledReason: whyNone,
    run: ({ state }) => compare(state, -1),
  },
  {
    id: 'filter.remove',
    keys: ['^D'],
    title: 'Take the condition off',
    short: 'remove',
    isHere: isList,
    disabledReason: whyNone,
    run: ({ state }) => state.filter.put(selectedIndex(state), undefined),
  },
];

export const filterScreen: ScreenDefinition<'filter'> = {
  ...menu,
  load: state => state.filter.readLeaves(),
  commands: [...menu.commands, ...own],
  focusedField(state) {
    const field = menu.focusedField?.(state);
    if (field === undefined) return undefined;
    const passes = isList(state) ? [...field.passes, 'Left', 'Right', '^D'] : field.passes;
    return {
      ...field,
      passes,
      change(text) {
        if (text.value.trim() === '') state.filter.edit(undefined);
        field.change(text);
        const [before, now] = [fieldOf(state.menu.text.value), fieldOf(text.value)];
        if (now !== undefined && now !== before) state.filter.readValues(now);
      },
    };
  },
};
