import { isAllDays, type ParsedPeriod, parsePeriod } from '#model/period/parsePeriod.ts';
import { type PeriodChoice, presets } from '#model/period/period.ts';
import type { ScreenDefinition } from '#screens/definition.ts';
import { bodyRows, hasSpacing, type Viewport } from '#store/display.ts';
import { comparisonChoices } from '#store/period.ts';
import type { State } from '#store/state.ts';
import { menuCommands, passedByMenu } from './menu.ts';

export const compareScreen: ScreenDefinition<'compare'> = {
  screen: 'compare',
  overlay: true,
  view: async () => (await import('./MenuPopup.tsx')).ComparePopup,
  commands: menuCommands({
    screen: 'compare',
    typing: false,
    count: state => comparisonChoices(state).length,
    height: state => comparisonChoices(state).length,
    choose(state) {
      const choice = comparisonChoices(state)[state.menu.position.selected];
      state.navigation.pop();
      if (choice !== undefined) state.comparison.choose(choice.baseline);
    },
  }),
};

const frame = 2;

/** Lines that say how the typed text reads: an error may take two. */
export function readingRows(viewport: Viewport): number {
  return hasSpacing(viewport) ? 2 : 1;
}

/** Lines of the popup above its list: title, field, and how that reads. */
export function linesAbove(viewport: Viewport): number {
  return 2 + readingRows(viewport);
}

/** The presets, and all days below them. */
const menuLength = presets.length + 1;

/** How many of them are on screen at once. */
export function presetRows(viewport: Viewport): number {
  return Math.max(1, Math.min(menuLength, bodyRows(viewport) - linesAbove(viewport) - frame));
}

/** How what is typed into the period menu reads; undefined while nothing is. All days depend on the website. */
export function typedPeriod({ menu, today }: State): ParsedPeriod | 'all' | undefined {
  const text = menu.text.value.trim();
  if (isAllDays(text)) return 'all';
  return text === '' ? undefined : parsePeriod(text, today());
}

export const periodScreen: ScreenDefinition<'period'> = {
  screen: 'period',
  overlay: true,
  view: async () => (await import('./MenuPopup.tsx')).PeriodPopup,
  commands: menuCommands({
    screen: 'period',
    typing: true,
    count: () => menuLength,
    height: state => presetRows(state.viewport),
    disabledReason: state =>
      chosen(state) === undefined ? 'That is no period: type 30d, 2026-03 or 1 mar - 15 apr.' : undefined,
    choose(state) {
      const choice = chosen(state);
      if (choice === undefined) return;
      state.navigation.pop();
      if (choice === 'all') void state.period.chooseAll();
      else state.period.choose(choice);
    },
  }),
  focusedField: ({ menu }) => ({
    text: menu.text,
    manyLines: false,
    passes: passedByMenu,
    change: menu.edit,
  }),
};

/** What is typed, where anything is; the selected preset otherwise. */
function chosen(state: State): PeriodChoice | 'all' | undefined {
  const typed = typedPeriod(state);
  if (typed === 'all') return typed;
  if (typed !== undefined) return 'choice' in typed ? typed.choice : undefined;
  const preset = presets[state.menu.position.selected];
  return preset === undefined ? 'all' : { kind: 'preset', preset: preset.name };
}
