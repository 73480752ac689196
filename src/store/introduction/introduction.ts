import type { StoreContext } from '#store/core/context.ts';
import type { State } from '#store/core/state.ts';
import type { Hint, HintName } from './hints.ts';

/** What is shown once: the ways to begin, until one is chosen, and each hint. */
export const introductionParts = ['ways', 'palette', 'chart', 'rows'] as const;
export type IntroductionPart = (typeof introductionParts)[number];

/** What somebody who is new sees in the demo. */
export interface IntroductionSlice {
  /** Whether the ways to begin are offered. */
  readonly isOffered: boolean;
  /** One way was chosen: none is offered any more. */
  choose(): void;
  /** Whether a hint was not shown yet. */
  isNew(hint: HintName): boolean;
  /** Shows a hint, for the only time. */
  hint(hint: Hint): void;
}

export function createIntroduction({ get, patch, services }: StoreContext): IntroductionSlice {
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

/** Whether the ways to begin are offered now: not beside a search or a filter, which ask for something else. */
export function offersWays({
  introduction,
  websites,
  preparing,
}: Pick<State, 'introduction' | 'websites' | 'preparing'>): boolean {
  return (
    introduction.isOffered &&
    (websites.rows.length > 0 || preparing !== undefined) &&
    websites.searchField === undefined &&
    websites.search === '' &&
    !websites.attentionOnly
  );
}
