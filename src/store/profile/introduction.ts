import type { StoreApi } from 'zustand/vanilla';
import { isHours, isSeries } from '#model/statistics/statistics.ts';
import type { NoticesSlice } from '#store/notices.ts';
import { isInOverlay, type NavigationSlice } from '#store/navigation/navigation.ts';
import type { SliceContext } from '#store/slice.ts';
import { keyOf } from '#text/words.ts';

type HintName = Exclude<IntroductionPart, 'ways'>;

interface Hint {
  readonly name: HintName;
  readonly text: string;
  /** For little width: a hint never takes the place of the keys. */
  readonly short: string;
  isHere(state: HintState, hasChart: () => boolean): boolean;
}

export const hints: readonly Hint[] = [
  {
    name: 'palette',
    get text() {
      return `Hint: ${keyOf('why')} says why a website changed, ${keyOf('palette')} finds all by name, ${keyOf('help')} shows all keys.`;
    },
    get short() {
      return `Hint: ${keyOf('palette')} finds all, ${keyOf('help')} shows all keys.`;
    },
    // After the ways to begin: one thing at a time.
    isHere: ({ navigation, introduction, websites }) =>
      navigation.view.screen === 'websites' && !introduction.isOffered && websites.rows.length > 0,
  },
  {
    name: 'chart',
    text: 'Hint: Left and Right go along the chart, Enter opens a day.',
    short: 'Hint: Right goes along, Enter opens.',
    // Of a website of zeros none is drawn.
    isHere: ({ navigation }, hasChart) => navigation.view.screen === 'dashboard' && hasChart(),
  },
  {
    name: 'rows',
    get text() {
      return `Hint: Enter shows a row over time, ${keyOf('statistic.search')} searches, ${keyOf('export')} exports what you see.`;
    },
    short: 'Hint: Enter shows a row over time.',
    isHere: ({ navigation: { view } }) =>
      view.screen === 'statistic' && !isSeries(view.name) && !isHours(view.name),
  },
];

/** Shows each hint where it first is of use: never over a menu, a form or another message. */
export function followHints<S extends HintState>(
  store: Pick<StoreApi<S>, 'getState' | 'subscribe'>,
  hasChart: (state: S) => boolean,
): void {
  let left = hints.filter(({ name }) => store.getState().introduction.isNew(name));
  const unsubscribe = store.subscribe((state, before) => {
    if (left.length === 0) return unsubscribe();
    if (!mayChange(state, before) || isInOverlay(state) || state.notices.current !== undefined) return;
    const due = left.find(({ isHere }) => isHere(state, () => hasChart(state)));
    if (due === undefined) return;
    left = left.filter(hint => hint !== due);
    state.introduction.hint(due);
  });
}

function mayChange(state: HintState, before: HintState): boolean {
  return (
    state.navigation.stack !== before.navigation.stack ||
    state.introduction !== before.introduction ||
    state.answers !== before.answers ||
    state.websites.rows !== before.websites.rows
  );
}

/** What is shown once: the ways to begin, until one is chosen, and each hint. */
export const introductionParts = ['ways', 'palette', 'chart', 'rows'] as const;
type IntroductionPart = (typeof introductionParts)[number];

/** What somebody who is new sees in the demo. */
export interface IntroductionSlice {
  readonly isOffered: boolean;
  /** One way was chosen: none is offered any more. */
  choose(): void;
  isNew(hint: HintName): boolean;
  hint(hint: Hint): void;
}

interface Needs {
  readonly navigation: NavigationSlice;
  readonly notices: NoticesSlice;
  readonly websites: { readonly rows: readonly unknown[] };
  readonly answers: object;
}

type IntroductionContext = SliceContext<{ introduction: IntroductionSlice }, Needs>;
type HintState = ReturnType<IntroductionContext['get']>;

export function createIntroduction({ get, patch, services }: IntroductionContext): IntroductionSlice {
  const { introduction: file } = services;
  const isNew = (part: IntroductionPart) => file?.over.has(part) === false;
  return {
    isOffered: isNew('ways'),
    choose() {
      if (!get().introduction.isOffered) return;
      file?.end('ways');
      patch('introduction', { isOffered: false });
    },
    isNew,
    hint({ name, text, short }) {
      file?.end(name);
      get().notices.say(text, 'hint', short);
    },
  };
}

interface OfferState {
  readonly introduction: Pick<IntroductionSlice, 'isOffered'>;
  readonly websites: {
    readonly rows: readonly unknown[];
    readonly search: string;
    readonly searchField?: unknown;
    readonly attentionOnly: boolean;
  };
  readonly preparing?: number | undefined;
}

/** Whether the ways to begin are offered now: not beside a search or a filter, which ask for something else. */
export function offersWays({ introduction, websites, preparing }: OfferState): boolean {
  return (
    introduction.isOffered &&
    (websites.rows.length > 0 || preparing !== undefined) &&
    websites.searchField === undefined &&
    websites.search === '' &&
    !websites.attentionOnly
  );
}
