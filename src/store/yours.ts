import { nothingYours, type Yours } from '#model/own/yours.ts';
import type { SliceContext } from './slice.ts';
import type { NoticesSlice } from './display.ts';

/** What config.yaml says, as far as it is right. */
export interface YoursSlice extends Yours {
  /** Another text was read; `problem`: what is wrong in it, in one line. */
  show(yours: Yours, problem: string | undefined): void;
}

export function createYours({
  get,
  patch,
  services,
}: SliceContext<{ yours: YoursSlice }, { readonly notices: NoticesSlice }>): YoursSlice {
  let said: string | undefined;
  return {
    ...nothingYours,
    ...services.yours?.(),
    show(yours, problem) {
      patch('yours', yours);
      const { notices } = get();
      if (problem !== undefined) notices.say(problem, 'bad');
      else if (said !== undefined && notices.current?.text === said) notices.clear();
      said = problem;
    },
  };
}
