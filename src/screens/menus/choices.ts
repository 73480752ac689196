import { shownPeriod } from '#store/queries/question.ts';
import { dayCount, dayParts } from '#model/period/day.ts';
import { shortReason, longReason, counted } from '#text/words.ts';
import type { PaletteItem } from '#commands/palette.ts';
import { dim, type Part } from '#components/parts.ts';
import { describePeriod, formatDay, formatWeekday, runText } from '#model/period/format.ts';
import { isAllDays, type ParsedPeriod, parsePeriod } from '#model/period/parsePeriod.ts';
import { presets, resolvePeriod, type PeriodChoice } from '#model/period/period.ts';
import { countsOf, zoneWords } from '#model/service/capabilities.ts';
import { bodyRows, hasSpacing } from '#store/display.ts';
import { comparisonChoices, comparisons, daysCompared, type ComparedView } from '#store/period.ts';
import type { State } from '#store/state.ts';
import { canCompareMarked, markedCount, markedWebsites } from '#store/websites/marks.ts';
import { foundStretches } from '#text/match.ts';
import { memoizeLast } from '#text/memo.ts';
import { label, safeText, type SafeText } from '#text/safeText.ts';
import { type MenuChoice, menuScreen, type MenuDefinition } from './menu.ts';

const sideBySideKey = 's';
const narrow = 60;
const wide = 100;

export const compareScreen = menuScreen('compare', {
  width: wide,
  title: label`Compare with`,
  items: state => [
    ...sideBySideChoices(state),
    ...comparisonChoices(state).map(({ title, key, days, means, isChosen, baseline }) => ({
      title: safeText(title),
      key,
      // Beside a title that is cut the days say nothing.
      note: state.viewport.columns < narrow ? undefined : safeText(days || '-'),
      more: safeText(means),
      isChosen,
      choose: () => state.comparison.choose(baseline),
    })),
  ],
  isBelowLine: true,
  below(state) {
    if (!hasSpacing(state.viewport)) return undefined;
    const offset = sideBySideChoices(state).length;
    const chosen = comparisons[state.menu.position.selected - offset];
    return dim(
      chosen === undefined
        ? label`Their days, numbers and first rows beside each other.`
        : comparedText({ ...state, comparison: chosen }),
    );
  },
  keys: [
    { key: sideBySideKey, title: 'Put the marked side by side' },
    ...comparisons.map(({ key, action }) => ({ key, title: action })),
  ],
});

/** "Sat 31 Oct - Fri 27 Nov against 3 Oct - 30 Oct 2026." */
function comparedText(state: ComparedView): SafeText {
  const { from, to } = shownPeriod(state);
  const days = from === to ? formatWeekday(to) : `${formatWeekday(from)} - ${formatWeekday(to)}`;
  const against = daysCompared(state);
  const count = counted(dayCount({ from, to }), 'days');
  return safeText(`${count}, ${days}${against === '' ? ', compared with nothing' : ` against ${against}`}.`);
}

/** In the list the first entry, where as many are marked. */
function sideBySideChoices(state: State): MenuChoice[] {
  if (state.navigation.view.screen !== 'websites' || !canCompareMarked(state)) return [];
  const count = markedCount(state);
  const isNarrow = state.viewport.columns < narrow;
  return [
    {
      title: isNarrow ? label`These ${count} side by side` : label`These ${count} websites side by side`,
      key: sideBySideKey,
      choose({ state: { navigation, ...now } }) {
        const websiteIds = markedWebsites(now).map(({ id }) => id);
        const [websiteId = ''] = websiteIds;
        navigation.push({ screen: 'sideBySide', websiteId, websiteIds });
      },
    },
  ];
}

export const periodMenu: MenuDefinition = {
  width: wide,
  title: label`Period`,
  note: state => safeText(zoneWords(state.timeZone, state.capabilities)),
  items: state => [
    ...presets.map(({ name, title }, index): MenuChoice => {
      const choice = { kind: 'preset', preset: name } as const;
      const against = daysCompared(withChoice(state, choice));
      return {
        title: safeText(title),
        key: state.viewport.columns < narrow ? undefined : typedFor(index),
        note: safeText(daysOfChoice(choice, state)),
        more: against === '' ? undefined : safeText(`against ${against}`),
        isChosen: state.period.choice.kind === 'preset' && state.period.choice.preset === name,
        choose: () => state.period.choose(choice),
      };
    }),
    {
      title: safeText(allDays),
      key: state.viewport.columns < narrow ? undefined : typedFor(titles.length - 1),
      note: safeText(`since the first with ${countsOf('visitors', state.capabilities)}`),
      choose: () => void state.period.chooseAll(),
    },
  ],
  isBelowLine: true,
  below(state) {
    if (!hasSpacing(state.viewport)) return undefined;
    const typed = typedPeriod(state);
    if (typeof typed === 'object' && 'error' in typed) return { text: label`` };
    const preset = presets[state.menu.position.selected]?.name;
    const choice = typeof typed === 'object' ? typed.choice : preset && ({ kind: 'preset', preset } as const);
    if (typed === 'all' || choice === undefined) return dim(label`Twenty years at most.`);
    return dim(comparedText(withChoice(state, choice)));
  },
  field: {
    passesHelp: true,
    placeholder: label`30d, 2026-03, 1 mar - 15 apr ...`,
    typed(state) {
      const typed = typedPeriod(state);
      return typed && { choose: () => chooseTyped(state, typed) };
    },
    begun: (text, state) => begunPeriod(text) ?? chosenPeriod(state),
    says: readAs,
  },
  disabledReason(state) {
    const typed = typedPeriod(state);
    return typeof typed === 'object' && 'error' in typed ? typed.error : undefined;
  },
};

export const periodScreen = menuScreen('period', periodMenu);

const allDays = 'All days';
const titles = [...presets.map(({ title }) => title), allDays];

const withChoice = (state: State, choice: PeriodChoice) => ({
  ...state,
  period: { ...state.period, choice },
});

/** On few columns without the year that it is. */
function daysOfChoice(choice: PeriodChoice, { today, viewport }: State): string {
  const period = resolvePeriod(choice, today());
  if (viewport.columns >= narrow) return describePeriod(period);
  return dayCount(period) > mostDated
    ? `since ${formatDay(period.from)}`
    : runText(period, dayParts(today()).year);
}

/** Longer ones begin in another year. */
const mostDated = 300;

/** What is typed for an entry: "t", "7d", "lw". */
function typedFor(index: number): string {
  const title = titles[index] ?? '';
  const { shortcut = title } = presets[index] ?? {};
  const begins = title.slice(0, 1).toLowerCase();
  return shortcut.length < 4 ? shortcut : begunPeriod(begins) === index ? begins : initialsOf(title);
}

function initialsOf(title: string): string {
  return title
    .split(' ')
    .map(word => word.charAt(0).toLowerCase())
    .join('');
}

/** The first entry that begins with what is typed, or has these initials: "y" is Yesterday, "lw" Last week. */
function begunPeriod(text: string): number | undefined {
  const begin = text.trim().replace(/\s+/g, ' ').toLowerCase();
  const index = titles.findIndex(title => begin !== '' && title.toLowerCase().startsWith(begin));
  const found = index === -1 ? titles.findIndex(title => initialsOf(title) === begin) : index;
  return found === -1 ? undefined : found;
}

/** Where nothing is typed any more. */
function chosenPeriod({ period: { choice } }: State): number | undefined {
  const index = presets.findIndex(({ name }) => choice.kind === 'preset' && choice.preset === name);
  return index === -1 ? undefined : index;
}

/** "last 12", of which "Last 12 months" has the rest: the entry that is selected by it, not 12 days. */
function isWordsOfEntry(text: string): boolean {
  return titles.some(title => title.toLowerCase().startsWith(`${text.replace(/\s+/g, ' ').toLowerCase()} `));
}

/** How what is typed reads; undefined while nothing is, or the beginning of an entry. All days depend on the website. */
function typedPeriod({ menu, today }: State): ParsedPeriod | 'all' | undefined {
  const text = menu.text.value.trim();
  if (isAllDays(text)) return 'all';
  if (text === '' || isWordsOfEntry(text)) return undefined;
  const parsed = parsePeriod(text, today());
  return 'error' in parsed && begunPeriod(text) !== undefined ? undefined : parsed;
}

function chooseTyped({ period }: State, typed: ParsedPeriod | 'all'): void {
  if (typed === 'all') void period.chooseAll();
  else if ('choice' in typed) period.choose(typed.choice);
}

function readAs(state: State): Part | undefined {
  const typed = typedPeriod(state);
  if (typed === undefined)
    return hasSpacing(state.viewport) ? dim(label`Type a range, or choose one.`) : undefined;
  if (typed === 'all')
    return {
      text: safeText(
        `All days since the first with ${countsOf('visitors', state.capabilities)}, twenty years at most.`,
      ),
      tone: 'good',
    };
  if ('error' in typed) return { text: safeText(typed.error), tone: 'bad' };
  const { from, to } = typed.period;
  return { text: safeText(`${from} to ${to}, ${describePeriod(typed.period)}`), tone: 'good' };
}

const maxRows = 20;
/** Of more that are found the numbers of websites are not told. */
const maxCounted = 100;
/** Inside the frame; with fewer columns a title has no note beside it. */
const roomForNotes = 60;

// Asked several times a key, of an account with thousands of websites.
const choices = memoizeLast<readonly MenuChoice[]>();

/** Everything by name. It lists the commands of the other screens, and so is given the way to find them. */
export function paletteScreen(itemsOf: (state: State) => readonly PaletteItem[]) {
  return menuScreen('palette', {
    width: 100,
    title: label`Go to`,
    note: (state, count) =>
      state.menu.text.value === ''
        ? label``
        : hasNoMatch(itemsOf(state))
          ? label`0 found`
          : label`${count} found`,
    items: (state, columns) => {
      const items = itemsOf(state);
      const typed = state.menu.text.value;
      const hasNotes = columns >= roomForNotes;
      return choices([items, typed, hasNotes], () =>
        items.map(item => menuItem(item, typed, { hasNotes, isFew: items.length <= maxCounted })),
      );
    },
    // As many whatever is found. With room it keeps a margin.
    rows: viewport => Math.min(maxRows, bodyRows(viewport) - (hasSpacing(viewport) ? 8 : 3)),
    field: {
      placeholder: label`command, website, statistic, period ...`,
      ignored: ':',
      passesHelp: true,
      says: state =>
        hasNoMatch(itemsOf(state))
          ? { text: hasSpacing(state.viewport) ? nothingFound : label`Nothing by that name`, tone: 'warn' }
          : undefined,
    },
    isBelowLine: true,
    below(state, columns) {
      const { about, reason } = itemsOf(state)[state.menu.position.selected] ?? {};
      if (columns < roomForNotes || !hasSpacing(state.viewport)) return undefined;
      return {
        text: safeText(longReason(reason) ?? about ?? ''),
        tone: reason === undefined ? 'dim' : 'warn',
      };
    },
  });
}

const nothingFound = label`Nothing by that name: Enter does what is marked, Backspace goes back.`;

/** Nothing is called by what is typed: these are what may help. */
function hasNoMatch(items: readonly PaletteItem[]): boolean {
  return items.every(({ group }) => group === 'Nearest' || group === 'Instead');
}

function menuItem(
  item: PaletteItem,
  typed: string,
  { hasNotes, isFew }: { readonly hasNotes: boolean; readonly isFew: boolean },
): MenuChoice {
  const { group, alias, key, note, reason, isChosen, run } = item;
  const title = safeText(item.title);
  const noteText = typeof note !== 'function' ? note : isFew ? note() : undefined;
  return {
    title,
    group: safeText(group),
    key,
    note: noteText === undefined || !hasNotes ? undefined : safeText(noteText),
    isCut: group === 'Views',
    isName: group === 'Websites',
    isEntered: reason === undefined,
    reason: reason === undefined ? undefined : safeText(longReason(reason)),
    shortReason: reason === undefined ? undefined : safeText(shortReason(reason)),
    isChosen,
    found: foundStretches({ title, others: alias }, typed),
    choose: run,
  };
}
