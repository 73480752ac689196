import type { State } from '#store/core/state.ts';
import type { WhySubject } from '#store/statistics/whyRead.ts';
import { pointUnderCursor } from './chartPoints.ts';

/** What `w` explains on a view with a chart: the day under its cursor, else the period. */
export function pointExplained(
  state: State,
  { websiteId }: { readonly websiteId: string },
): WhySubject | string {
  const of = pointUnderCursor(state)?.of;
  const day = of?.unit === 'hour' ? of.day : of?.unit === 'day' ? of.from : undefined;
  if (day === undefined) return { websiteId };
  return day < state.today() ? { websiteId, day } : 'This day is not over: w explains whole days.';
}
