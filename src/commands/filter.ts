import { ofService } from '#model/service/capabilities.ts';
import type { Comparison, Condition } from '#model/service/filter.ts';
import { whyNoCondition, whyNoFilter } from '#model/service/filterText.ts';
import { type State } from '#store/state.ts';
import { viewRules } from '#store/viewRules.ts';
import { selectedWhyRow } from '#store/views/why.ts';
import { type Command, inOverlay, isForm } from './command.ts';
import { keyOf } from '#text/words.ts';

/** What the row under the cursor is a condition of, or why there is none, in a sentence. */
function rowConditions(state: State): readonly Pick<Condition, 'field' | 'value'>[] | string {
  return viewRules(state).conditions?.(state, state.navigation.view) ?? 'Nothing to filter by.';
}

function byRow(comparison: Comparison): Pick<Command, 'isHere' | 'disabledReason' | 'run'> {
  return {
    isHere: state => !inOverlay(state) && viewRules(state).conditions !== undefined,
    disabledReason(state) {
      const whyNone = whyNoFilter(state.capabilities, []);
      if (whyNone !== undefined) return ofService(whyNone);
      const row = rowConditions(state);
      if (typeof row === 'string') return row;
      // Both left out would leave out far more than what they have in common.
      if (comparison === 'is not' && row.length > 1)
        return `It is two conditions: ${keyOf('filter.only')} shows only this, ${keyOf('filter.menu')} leaves out one of them.`;
      const isThere = row.every(({ field, value }) =>
        state.filter.where.some(
          each => each.field === field && each.value === value && each.comparison === comparison,
        ),
      );
      if (isThere) return `Filtered by it already: ${keyOf('filter.less')} takes it off.`;
      return ofService(
        row
          .map(({ field }) => whyNoCondition(state.capabilities, { field, comparison }))
          .find(reason => reason !== undefined),
      );
    },
    run({ state }) {
      const row = rowConditions(state);
      if (typeof row !== 'string') state.filter.add(row.map(each => ({ ...each, comparison })));
    },
  };
}

const isFiltered = ({ filter }: State) => filter.where.length > 0;
const isOfWebsite = (state: State) =>
  !inOverlay(state) && !isForm(state) && viewRules(state).conditions !== undefined;

function isCauseSelected(state: State): boolean {
  const selected = selectedWhyRow(state);
  return selected !== undefined && selected.part !== 'days' && selected.row.isCause;
}

export const filterCommands: readonly Command[] = [
  {
    id: 'filter.only',
    keys: ['f'],
    title: 'Filter by this row',
    about: 'All numbers are then of visitors that have it.',
    inHelp: 'Include or exclude row',
    section: 'This website',
    words: 'filter where condition segment drill',
    short: 'only this',
    // What explains much of a change is what one wants to look into.
    footerPlace: state => (isCauseSelected(state) ? 0 : 2),
    ...byRow('is'),
  },
  {
    id: 'filter.without',
    keys: ['F'],
    title: 'Exclude this row',
    about: 'All numbers are then of visitors that do not have it.',
    inHelp: 'Include or exclude row',
    section: 'This website',
    words: 'filter where not exclude condition',
    ...byRow('is not'),
  },
  {
    id: 'filter.menu',
    keys: ['W'],
    title: 'Edit the filters',
    about: 'Each condition says how many visitors it leaves.',
    section: 'This website',
    words: 'where condition segment',
    isHere: isOfWebsite,
    disabledReason: ({ capabilities }) => ofService(whyNoFilter(capabilities, [])),
    run({ state }) {
      state.filter.edit(undefined);
      state.navigation.push({ screen: 'filter' });
    },
  },
  {
    id: 'filter.less',
    // A terminal may send ^H for Backspace, which is no key of its own anywhere else.
    keys: ['Backspace', '^H'],
    title: 'Remove the last filter',
    about: 'The others stay.',
    section: 'This website',
    words: 'where filter remove clear',
    short: 'less filter',
    footerKey: 'Backspace',
    footerPlace: 2,
    isHere: state => isOfWebsite(state) && isFiltered(state),
    run: ({ state }) => state.filter.put(state.filter.where.length - 1, undefined),
  },
];
