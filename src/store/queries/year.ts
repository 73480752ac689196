import type { ReadOptions } from '#queries/answers/answers.ts';
import { type Year, year } from '#queries/year.ts';
import { knownOf, type QueryState } from './question.ts';

export function yearAsks(state: QueryState, website: string) {
  return year.asks({ website, baseline: state.comparison.baseline }, knownOf(state));
}

export function readYear(state: QueryState, websiteId: string, options: ReadOptions): void {
  for (const { website, ask } of yearAsks(state, websiteId)) void state.answers.read(website, ask, options);
}

/** The days of a year, as far as they are read. */
export function shownYear(state: QueryState, website: string): Year {
  return year.result({ website, baseline: state.comparison.baseline }, knownOf(state));
}
