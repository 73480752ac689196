import type { Baseline } from '#model/comparison/periods.ts';
import { allTime, type DataDays } from '#model/comparison/change.ts';
import { addDays, dayCount, laterDay, parseDay } from '#model/period/day.ts';
import { comparedDays, formatDay, noUsualDayWords, weekdayName } from '#model/period/format.ts';
import {
  defaultPeriodChoice,
  type PeriodChoice,
  resolvePeriod,
  stepPeriod,
  stepWeek,
} from '#model/period/period.ts';
import { chosenPeriodOf } from '#model/savedView.ts';
import { mapConcurrently } from '#model/promises.ts';
import type { SavedChoices } from '#model/own/choices.ts';
import type { Day, Period } from '#model/statistics/statistics.ts';
import type { Website } from '#model/website/website.ts';
import type { NoticesSlice } from './notices.ts';
import { chosenPeriod, type NavigationSlice, type ShownPeriod } from './navigation/navigation.ts';
import { routeKey } from './navigation/route.ts';
import { type AnsweredState, type ComparisonState, shownDays, websiteDays } from './queries/question.ts';
import { keyOf } from '#text/words.ts';
import type { SliceContext } from './slice.ts';
import { type RecordState, websiteOf } from './websites/records.ts';
import type { WebsitesSlice } from './websites/websites.ts';
import { websiteIdOf } from '#store/navigation/route.ts';

interface Chosen extends Omit<ComparisonState, 'today'> {
  readonly navigation: NavigationSlice;
  readonly websites: WebsitesSlice;
  readonly overview: { readonly on: boolean };
}

export function choicesOf(state: Chosen): SavedChoices {
  const { websites, comparison, overview } = state;
  const { sortBy, sort, perPage } = websites;
  return {
    sortBy,
    sort,
    perPage,
    period: chosenPeriod(state),
    compareWith: comparison.baseline ?? 'none',
    overview: overview.on,
  };
}

export function sameChoices(a: Chosen, b: Chosen): boolean {
  const others = new Map(Object.entries(choicesOf(b)));
  return Object.entries(choicesOf(a)).every(([name, value]) => others.get(name) === value);
}

/** Of more websites than this only the days they were added are looked at: each takes a request. */
const maxRead = 100;

/** Finds the first day of the website in view, or of all that are listed, and shows all days since. */
async function chooseAllDays({ get, loader, services }: PeriodContext): Promise<void> {
  const { navigation, websites, notices, period } = get();
  const { view } = navigation;
  const own = websiteIdOf(view);
  const asked: readonly Pick<Website, 'id' | 'createdAt'>[] =
    own === undefined ? (websites.list.data?.rows ?? []) : [websiteOf(get(), own) ?? { id: own }];
  const today = services.today();
  notices.say('Looking for the first day ...');
  await loader.load<Period>({
    key: 'allDays',
    owner: routeKey(view),
    async read(signal) {
      if (asked.length > maxRead) return { from: earliest(asked.map(addedOn), today), to: today };
      const found = await mapConcurrently(
        asked,
        async website =>
          allTime(await services.api.readDataDays(website.id, today, { signal }), website, today).from,
        { signal },
      );
      return { from: earliest(found, today), to: today };
    },
    current: () => undefined,
    write({ data, error }) {
      if (error !== undefined) notices.say(error.message, 'bad');
      if (data === undefined) return;
      notices.clear();
      period.choose({ kind: 'range', ...data, label: 'all' });
    },
  });
}

/**
 * Where logs end before the days shown, their own last days are shown in place of as many days without data, and today where
 * they begin today. Resolves with whether they go on.
 */
async function showDaysOfLogs({ get, patch, services }: PeriodContext, load: () => void): Promise<boolean> {
  const { navigation, period, websites } = get();
  const chosen = chosenPeriod({ navigation, period });
  if (chosen.kind === 'range') return false;
  const today = services.today();
  const shown = resolvePeriod(chosen, today);
  const listed = (websites.list.data?.rows ?? []).slice(0, maxRead);
  const found = await mapConcurrently(listed, ({ id }) => services.api.readDataDays(id, today));
  const last = found.map(days => lastDay(days, today)).reduce(later, undefined);
  if (last === undefined || get().period.choice !== period.choice) return false;
  const first = earliest(
    found.map(({ from }) => from),
    today,
  );
  // Days of before would have none; a period that ended earlier was chosen for what was then.
  const isNew = first === today && shown.to < today;
  if (last >= shown.from && !isNew) {
    if (period.ofLogs !== undefined) get().period.choose(chosen);
    return true;
  }
  const count = isNew ? 1 : dayCount(shown);
  const choice: PeriodChoice = isNew
    ? { kind: 'preset', preset: 'today' }
    : { kind: 'range', from: addDays(last, 1 - count), to: last };
  patch('period', { choice, ofLogs: { shown: choice, chosen } });
  load();
  const days = count === 1 ? 'that is the day shown' : `their last ${count} days are shown`;
  const logs = isNew ? 'begin today' : `end on ${formatDay(last)}`;
  get().notices.say(`The logs ${logs}: ${days}. ${keyOf('period.menu')} chooses others.`, 'hint');
  return isNew;
}

/** The last day with data. */
function lastDay({ from, gaps }: DataDays, today: Day): Day | undefined {
  const gap = gaps.at(-1);
  if (from === undefined || gap === undefined) return from && today;
  return gap.to >= addDays(today, -1) ? addDays(gap.from, -1) : today;
}

function later(a: Day | undefined, b: Day | undefined): Day | undefined {
  return a === undefined || b === undefined ? (a ?? b) : laterDay(a, b);
}

function addedOn({ createdAt = '' }: Pick<Website, 'createdAt'>): Day | undefined {
  return parseDay(createdAt);
}

function earliest(days: readonly (Day | undefined)[], today: Day): Day {
  return days.reduce<Day>((first, day) => (day !== undefined && day < first ? day : first), today);
}

interface Comparison {
  readonly baseline: Baseline | undefined;
  readonly title: string;
  readonly key: string;
  readonly action: string;
  readonly means: string;
}

interface ComparisonChoice extends Comparison {
  readonly days: string;
  readonly isChosen: boolean;
}

/** What every period may be compared with, comparing with nothing included. */
export const comparisons: readonly Comparison[] = [
  {
    baseline: 'usual',
    title: 'A usual day or days before',
    key: 'u',
    action: 'Compare with the usual day',
    means: 'one day with a usual one',
  },
  {
    baseline: 'previous',
    title: 'The period before',
    key: 'p',
    action: 'Compare with the period before',
    means: 'as many days right before',
  },
  {
    baseline: 'weekdays',
    title: 'The same weekdays before',
    key: 'w',
    action: 'Compare with the same weekdays',
    means: 'each with its own weekday',
  },
  {
    baseline: 'year',
    title: 'The same weekdays last year',
    key: 'y',
    action: 'Compare with the year before',
    means: '52 weeks before',
  },
  {
    baseline: undefined,
    title: 'Nothing',
    key: 'n',
    action: 'Compare with nothing',
    means: 'numbers without changes',
  },
];

export interface ComparedView extends AnsweredState {
  readonly navigation: NavigationSlice;
}

export function comparisonChoices(state: ComparedView): ComparisonChoice[] {
  return comparisons.map(comparison => ({
    ...comparison,
    days: daysCompared({ ...state, comparison }),
    isChosen: state.comparison.baseline === comparison.baseline,
  }));
}

/** The days that a period is compared with, in words; "" for none. */
export function daysCompared(state: ComparedView): string {
  const websiteId = websiteIdOf(state.navigation.view);
  const { compared, usualOf, usual } =
    websiteId === undefined ? shownDays(state) : websiteDays(state, websiteId);
  if (compared !== undefined) return comparedDays(compared);
  if (usualOf === undefined) return '';
  return usual === 'none' ? noUsualDayWords(usualOf) : `a usual ${weekdayName(usualOf)}`;
}

export interface PeriodSlice extends ShownPeriod {
  choose(choice: PeriodChoice): void;
  /** All days since the first one of the website in view, or of those listed. */
  chooseAll(): Promise<void>;
  /** To be called once the websites of logs are listed, and when lines were counted. */
  showDaysOfLogs(): Promise<void>;
  /** Moves the period by its own length or by a week, never past today; a step forth and back restores its days. */
  step(direction: -1 | 1, by?: 'week'): void;
}

interface Needs extends RecordState {
  readonly navigation: NavigationSlice;
  readonly notices: NoticesSlice;
}

type PeriodContext = SliceContext<{ period: PeriodSlice }, Needs>;

export function createPeriod(context: PeriodContext): PeriodSlice {
  const { get, patch, load, services } = context;
  // Not looked at again, whatever is chosen then.
  let isRecent = false;
  const loadView = () => {
    const { view } = get().navigation;
    // The list itself does not depend on the period; its numbers follow by themselves.
    if (view.screen !== 'websites') load(view);
  };
  const choose = (choice: PeriodChoice) => {
    patch('period', { choice, ofLogs: undefined });
    loadView();
  };
  return {
    choice: withCurrentDays(services.choices?.saved.period ?? defaultPeriodChoice, services.today()),
    choose,
    chooseAll: async () => await chooseAllDays(context),
    async showDaysOfLogs() {
      isRecent ||= await showDaysOfLogs(context, loadView);
    },
    step(direction, by) {
      const { choice } = get().period;
      const next = (by === 'week' ? stepWeek : stepPeriod)(choice, direction, services.today());
      if (next !== choice) choose(next);
    },
  };
}

/** What was typed as words, on an earlier day, means those of today. */
function withCurrentDays(choice: PeriodChoice, today: Day): PeriodChoice {
  if (choice.kind === 'preset' || choice.label === undefined) return choice;
  const parsed = chosenPeriodOf({ period: choice.label }, today);
  return typeof parsed === 'object' && 'kind' in parsed ? parsed : choice;
}
