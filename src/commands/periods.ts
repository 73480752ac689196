import { describeChoice, presets, type PeriodChoice } from '#model/period/period.ts';
import { parsePeriod } from '#model/period/periodGrammar.ts';
import { comparisonChoices } from '#store/statistics/comparisonChoices.ts';
import type { State } from '#store/core/state.ts';
import type { PaletteItem } from './palette.ts';

/** The presets, found by their shortcuts too ("30d"). */
export function periodItems({ period }: State): PaletteItem[] {
  const named: PaletteItem[] = presets.map(({ name, title, shortcut }) => ({
    ...periodItem(title, { kind: 'preset', preset: name }),
    alias: `${shortcut} period dates ${name === 'last12Months' ? 'year' : ''}`,
    isChosen: period.choice.kind === 'preset' && period.choice.preset === name,
  }));
  return [
    ...named,
    {
      kind: 'period',
      title: 'All days',
      alias: 'all time period dates everything ever',
      run: ({ state }) => void state.period.chooseAll(),
    },
  ];
}

/** What is typed, where it is a period and none of the presets, with what it comes to: "last year: 2025". */
export function typedPeriodItems(state: State): PaletteItem[] {
  const text = state.menu.text.value.trim().replaceAll(/\s+/g, ' ');
  const typed = parsePeriod(text, state.today());
  if (!('choice' in typed) || typed.choice.kind === 'preset') return [];
  const title = describeChoice(typed.choice);
  const isTitle = title.toLowerCase() === text.toLowerCase();
  return [periodItem(isTitle ? title : `${text}: ${title}`, typed.choice)];
}

function periodItem(title: string, choice: PeriodChoice): PaletteItem {
  return { kind: 'period', title, run: ({ state }) => state.period.choose(choice) };
}

export function comparisonItems(state: State): PaletteItem[] {
  return comparisonChoices(state).map(({ baseline, title, isChosen }) => ({
    kind: 'comparison',
    title: `Compare with ${title.charAt(0).toLowerCase()}${title.slice(1)}`,
    alias: 'against versus comparison',
    isChosen,
    run: ({ state: { comparison } }) => comparison.choose(baseline),
  }));
}
