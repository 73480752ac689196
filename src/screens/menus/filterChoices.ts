import type { CommandContext } from '#commands/command.ts';
import { type Change, formatChange } from '#model/comparison/change.ts';
import { comparisonWords } from '#model/period/format.ts';
import { countsOf, countsVisits, statisticInfo } from '#model/service/capabilities.ts';
import {
  comparisonSigns,
  type Condition,
  type FilterField,
  filterFields,
  isTimeField,
} from '#model/service/filter.ts';
import {
  conditionLabel,
  fieldTitle,
  filterBeginsText,
  parseCondition,
  readableCondition,
  whoMeets,
  whyNoCondition,
} from '#model/service/filterText.ts';
import { meantValue, otherNames } from '#model/statistics/values.ts';
import { hasExactVisitors, summaryChange } from '#model/statistics/summary.ts';
import {
  filterBegins,
  knownValues,
  leftByTyped,
  shownLeaves,
  valueCounts,
  withTyped,
} from '#store/filter.ts';
import { shownPeriod, websiteDays } from '#store/queries/question.ts';
import { shownSeries } from '#store/queries/series.ts';
import type { State } from '#store/state.ts';
import { findByWords } from '#text/match.ts';
import { label, type SafeText, safeText } from '#text/safeText.ts';
import { textAtEnd, type TextValue } from '#text/textField.ts';
import { counted, groupThousands } from '#text/words.ts';

/** A line that can be chosen: a condition of the table, or a line of the list below it. */
export interface FilterChoice {
  readonly title: SafeText;
  readonly count?: number | undefined;
  /** Of a statistic: how it can be compared, its most frequent value as far as that is known, and what its numbers count. */
  readonly about?:
    { readonly field: FilterField; readonly highest: SafeText; readonly note: SafeText } | undefined;
  choose(context: CommandContext): void;
}

/** What is typed, as far as it is a condition; undefined while nothing is, or only what a field is called. */
export function typedCondition(state: State): Condition | undefined {
  const found = parsed(state);
  return found !== undefined && 'condition' in found ? found.condition : undefined;
}

const leastTyped = 2;

/** The typed condition, as far as it may be one whole: what contains a text of some letters, or is a value that is known. */
export function countedCondition(state: State): Condition | undefined {
  const condition = typedCondition(state);
  if (condition === undefined) return undefined;
  const { field, comparison, value } = condition;
  if (comparison === 'contains') return value.length < leastTyped ? undefined : condition;
  const known = knownValues(state, field);
  const typed = entered(state, condition).value;
  const meant = isTimeField(field) ? typed : meantValue(field, typed, known);
  return meant === undefined || !known.includes(meant) ? undefined : { ...condition, value: meant };
}

function parsed({ menu, capabilities }: State): ReturnType<typeof parseCondition> | undefined {
  const text = menu.text.value.trim();
  return isField(text) ? undefined : parseCondition(text, capabilities.filters);
}

/** What may become the name of a field still: without a sign, or with the first letter of "!=". */
function isField(text: string): boolean {
  return !/[=~<>]|![^=]/.test(text);
}

/** What is before the value of a typed condition: "country!=". */
export function typedPrefix(text: string): string {
  return /^\s*[\w -]+?\s*(?:!=|=|~)\s*/.exec(text)?.[0] ?? '';
}

/** The field in which one types: the value of a condition, or what the condition is to be about. */
export function typedText(state: State): TextValue {
  const { text } = state.menu;
  const before = typedCondition(state) === undefined ? 0 : typedPrefix(text.value).length;
  return { value: text.value.slice(before), caret: Math.max(0, text.caret - before) };
}

/** Those of the table that can be chosen, and those below it. */
export function filterChoices(state: State): {
  readonly table: readonly FilterChoice[];
  readonly list: readonly FilterChoice[];
} {
  const condition = typedCondition(state);
  if (condition !== undefined)
    return {
      table: [
        {
          title: conditionLabel(condition),
          choose: ({ state: now }) => void now.filter.enter(entered(now, condition)),
        },
      ],
      list: valueChoices(state, condition),
    };
  const { menu, filter } = state;
  if (menu.text.value.trim() !== '') return { table: [], list: fieldChoices(state) };
  const table = filter.where.map((each, index): FilterChoice => ({
    title: conditionLabel(each),
    choose({ state: now }) {
      now.filter.edit(index);
      now.filter.readValues(each.field);
      const { field, comparison, value } = each;
      const shown = comparison === 'contains' ? value : readableCondition(field, value);
      now.menu.edit(textAtEnd(`${field}${comparisonSigns[comparison]}${shown}`));
    },
  }));
  return { table, list: fieldChoices(state) };
}

/** What Enter takes: the one value that there is with what is typed, else just that. */
function entered(state: State, condition: Condition): Condition {
  const { field, comparison, value } = condition;
  if (isTimeField(field) || comparison === 'contains' || value === '' || !valueCounts(state, field).isAll)
    return condition;
  const has = (each: string) => readableCondition(field, each).toLowerCase().includes(value.toLowerCase());
  const known = knownValues(state, field);
  const [only, ...others] = known.filter(has);
  const isOne = only !== undefined && others.length === 0 && meantValue(field, value, known) === undefined;
  return isOne ? { ...condition, value: only } : condition;
}

/** Those that what is typed may be the beginning of a condition on. */
function fieldChoices(state: State): FilterChoice[] {
  const { capabilities, menu } = state;
  const words = menu.text.value.trim().replace(/!$/, '');
  if (!isField(words)) return [];
  const fields = filterFields.filter(field => capabilities.filters?.[field] !== undefined);
  const known = fields.map(field => ({ field, title: fieldTitle(field) }));
  return findByWords(known, words, ({ title, field }) => ({ title, others: field })).map(
    ({ field, title }) => ({
      title: safeText(title),
      about: {
        field,
        highest: safeText(mostFrequent(state, field)),
        note: isTimeField(field) ? label`page views` : safeText(countsOf(field, capabilities)),
      },
      choose({ state: now }) {
        now.filter.readValues(field);
        now.menu.edit(textAtEnd(`${field}=`));
      },
    }),
  );
}

/** Of what rows have shown; nothing before. */
function mostFrequent(state: State, field: FilterField): string {
  const [first] = isTimeField(field) ? [] : knownValues(state, field);
  return first === undefined ? '' : readableCondition(field, first);
}

function valueChoices(state: State, { field, comparison, value }: Condition): FilterChoice[] {
  const { counts } = valueCounts(state, field);
  return foundValues(state, { field, comparison, value }).map(each => ({
    title: safeText(readableCondition(field, each)),
    count: counts.get(each),
    choose({ state: { filter, menu } }: CommandContext) {
      const picked = comparison === 'contains' ? 'is' : comparison;
      filter.put(filter.edited ?? filter.where.length, { field, comparison: picked, value: each });
      menu.reset();
    },
  }));
}

/** The most frequent within the other conditions first, then those that are not counted there. */
function foundValues(state: State, { field, comparison, value }: Condition): readonly string[] {
  const { counts } = valueCounts(state, field);
  const known = knownValues(state, field).toSorted(
    (one, other) => (counts.get(other) ?? -1) - (counts.get(one) ?? -1),
  );
  if (comparison === 'contains') {
    const wanted = value.toLowerCase();
    return known.filter(each => each.toLowerCase().includes(wanted));
  }
  return findByWords(known, isTimeField(field) ? readableCondition(field, value) : value, others => ({
    title: readableCondition(field, others),
    others: isTimeField(field) ? others : [others, ...otherNames(field, others)].join(' '),
  }));
}

/** Over the list: "9 pages contain /pro", and what their numbers count; nothing over fields to begin with. */
export function listTitle(state: State): { readonly title: SafeText; readonly counted: SafeText } {
  const condition = typedCondition(state);
  if (condition === undefined)
    return { title: fieldChoices(state).length === 0 ? label`` : label`Filter by`, counted: label`` };
  const { field, comparison, value } = condition;
  const { isAll } = valueCounts(state, field);
  const count = foundValues(state, condition).length;
  const isOne = isAll && count === 1;
  const plural = isTimeField(field) ? `${field}s` : statisticInfo(field).title.toLowerCase();
  const names = isAll
    ? isOne
      ? `1 ${fieldTitle(field)}`
      : counted(count, plural).replace(/^0 /, 'no ')
    : plural;
  const verb = comparison === 'contains' ? (isOne ? 'contains' : 'contain') : isOne ? 'is like' : 'are like';
  const isCounted = !isTimeField(field) && state.capabilities.statistics[field] !== undefined;
  return {
    title: safeText(value === '' ? names : isAll ? `${names} ${verb} ${value}` : `${names}: ${value}`),
    counted: isCounted ? safeText(countsOf(field, state.capabilities)) : label``,
  };
}

export function whyNotTyped(state: State): SafeText | undefined {
  const found = parsed(state);
  if (found === undefined) {
    if (fieldChoices(state).length > 0) return undefined;
    const typed = state.menu.text.value.trim();
    const named = parseCondition(/^[\w -]*$/.test(typed) ? `${typed}=` : typed, state.capabilities.filters);
    return 'problem' in named ? (withoutSign(state, typed) ?? named.problem) : undefined;
  }
  if ('problem' in found) return found.problem;
  const reason = whyNoCondition(state.capabilities, found.condition);
  return reason === undefined ? undefined : safeText(reason);
}

/** Of a field and a value without a sign between them, or a path alone, what to type in its place. */
function withoutSign({ capabilities }: State, typed: string): SafeText | undefined {
  const text = typed.startsWith('/') ? `page${typed}` : typed.toLowerCase();
  const field = filterFields.find(
    each =>
      capabilities.filters?.[each]?.includes('contains') === true &&
      [each, fieldTitle(each)].some(
        name => text.startsWith(name) && /^[^\w -]/.test(text.slice(name.length)),
      ),
  );
  if (field === undefined) return undefined;
  const value = text.slice(field.length).replace(/^[:\s]+/, '');
  return safeText(`A sign is missing: ${field}~${value} contains it, ${field}=${value} is it.`);
}

/** There is room for the number alone. */
export function isNarrow({ viewport }: Pick<State, 'viewport'>): boolean {
  return viewport.columns < 60;
}

/**
 * "1,021 of 42,295 visitors are from Germany: +38% against 28 Sep - 25 Oct.", the change where both sides are known; of a
 * period before all that the filter counts, from when on it does.
 */
export function filterSentence(
  state: State,
): { readonly text: SafeText; readonly change?: Change | undefined } | undefined {
  const { view } = state.navigation;
  const { all, left } = shownLeaves(state) ?? { all: undefined, left: [] };
  const typed = countedCondition(state);
  const leftTyped = typed && leftByTyped(state, typed);
  // What is typed belongs to it as soon as it is counted.
  const where =
    typed === undefined || typeof leftTyped !== 'number'
      ? state.filter.where
      : withTyped(state.filter, typed);
  const last = typeof leftTyped === 'number' ? leftTyped : left.at(-1);
  const period = shownPeriod(state);
  const begins = filterBegins(state);
  if (begins !== undefined && begins > period.to) return { text: safeText(filterBeginsText(begins)) };
  if (typeof all !== 'number' || typeof last !== 'number' || !('websiteId' in view)) return undefined;
  const { capabilities } = state;
  const counts = countsOf('visitors', capabilities);
  const isSum =
    period.from !== period.to && !hasExactVisitors(capabilities, period) && !countsVisits(capabilities);
  const among = `${groupThousands(last)} of ${counted(all, counts)}${isSum ? ' (sums of days)' : ''}`;
  const text = safeText(`${among} ${whoMeets(where)}`);
  const { compared } = websiteDays(state, view.websiteId);
  const { summary } = shownSeries(state, view.websiteId, 'visitors');
  const change = summaryChange(summary);
  if (isNarrow(state)) {
    const changed = change.kind === 'percent' && summary?.total === last ? `: ${formatChange(change)}` : '';
    return { text: safeText(`${groupThousands(last)} of ${counted(all, counts)}${changed}.`), change };
  }
  if (compared === undefined || summary?.total !== last || change.kind !== 'percent')
    return { text: label`${text}.` };
  return {
    text: label`${text}: ${safeText(formatChange(change))} ${safeText(comparisonWords(compared))}.`,
    change,
  };
}
