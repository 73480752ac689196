import type { Command } from '#commands/command.ts';
import type { Part } from '#components/parts.ts';
import { type Comparison, type Condition, isTimeField } from '#model/service/filter.ts';
import { conditionLabel, parseCondition, typedCondition, whyNoCondition } from '#model/service/filterText.ts';
import { readableValue } from '#model/statistics/values.ts';
import type { ScreenDefinition } from '#screens/definition.ts';
import { knownValues } from '#store/filter.ts';
import type { State } from '#store/state.ts';
import { findByWords } from '#text/match.ts';
import { label, safeText } from '#text/safeText.ts';
import { textAtEnd } from '#text/textField.ts';
import { type MenuChoice, menuScreen } from './menu.ts';

const mostValues = 9;

/** What is typed, as far as it is a condition; undefined while nothing is. */
function typed({ menu }: State): ReturnType<typeof parseCondition> | undefined {
  return menu.text.value.trim() === '' ? undefined : parseCondition(menu.text.value);
}

/** The condition that Enter takes as it is typed. */
function typedChoice(state: State): Pick<MenuChoice, 'choose'> | undefined {
  const found = typed(state);
  if (found === undefined) return undefined;
  // A value is picked from the list with the arrows; the first line of it is not taken for what was typed.
  if ('condition' in found && state.menu.position.selected > 0) return undefined;
  return {
    choose: ({ state: now }) => {
      if ('condition' in found) void now.filter.enter(found.condition);
    },
  };
}

/** The conditions; while one is typed the values that it may be about. */
function items(state: State): readonly MenuChoice[] {
  const found = typed(state);
  if (found === undefined)
    return state.filter.where.map((condition, index) => conditionItem(condition, index));
  return 'condition' in found ? [asTyped(found.condition), ...valueItems(state, found.condition)] : [];
}

function conditionItem(condition: Condition, index: number): MenuChoice {
  return {
    title: conditionLabel(condition),
    choose({ state }) {
      state.filter.edit(index);
      state.menu.edit(textAtEnd(typedCondition(condition)));
    },
  };
}

function asTyped(condition: Condition): MenuChoice {
  return {
    title: conditionLabel(condition),
    note: label`as typed`,
    choose: ({ state }) => void state.filter.enter(condition),
  };
}

function valueItems(state: State, condition: Condition): MenuChoice[] {
  const { field, comparison, value } = condition;
  if (isTimeField(field) || comparison === 'contains') return [];
  const known = knownValues(state, field).map(each => ({ value: each, title: readableValue(field, each) }));
  const values =
    value === '' ? known : findByWords(known, value, ({ title, value: others }) => ({ title, others }));
  return values.slice(0, mostValues).map(each => ({
    title: safeText(each.title),
    choose({ state: { filter, menu } }) {
      filter.put(filter.edited ?? filter.where.length, { ...condition, value: each.value });
      menu.reset();
    },
  }));
}

function says(state: State): Part {
  const found = typed(state);
  if (found === undefined)
    return state.filter.where.length === 0
      ? { text: label`Type country=DE, device!=mobile or page~/blog.`, tone: 'dim' }
      : { text: label`All of these hold; several "is" of one field are alternatives.`, tone: 'dim' };
  if ('problem' in found) return { text: found.problem, tone: 'bad' };
  const reason = whyNoCondition(state.capabilities, found.condition);
  if (reason !== undefined) return { text: safeText(reason), tone: 'bad' };
  const hasValues = valueItems(state, found.condition).length > 0;
  return hasValues
    ? { text: label`Enter takes it as typed, Down picks a value.`, tone: 'dim' }
    : { text: label`Enter takes it as typed.`, tone: 'dim' };
}

function whyNot(state: State): string | undefined {
  const found = typed(state);
  if (found === undefined)
    return state.filter.where.length === 0 ? 'Type a condition first, such as country=DE.' : undefined;
  return 'problem' in found ? found.problem : whyNoCondition(state.capabilities, found.condition);
}

const menu = menuScreen('filter', {
  width: 64,
  title: label`Filter`,
  note: ({ filter: { where } }) => (where.length === 0 ? label`no condition` : label`${where.length} of 8`),
  items,
  rows: () => mostValues + 1,
  empty: () => label`f on any row filters by it.`,
  field: { placeholder: label`country=DE, device!=mobile, page~/blog`, typed: typedChoice, says },
  disabledReason: whyNot,
  staysOpen: true,
});

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
  if (next !== undefined) state.filter.put(index, { ...condition, comparison: next });
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
      },
    };
  },
};
