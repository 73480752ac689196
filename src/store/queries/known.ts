import {
  type Answer,
  type Ask,
  type DataOf,
  type Known,
  type KnownAnswers,
  notLoaded,
} from '#queries/ask.ts';
import type { State } from '#store/state.ts';
import { slotKey } from './question.ts';

const answersOf = new WeakMap<State['stats'], KnownAnswers>();

function answersIn(stats: State['stats']): KnownAnswers {
  return {
    get<A extends Ask>(website: string, ask: A) {
      // Of a union no compiler tells that kind, slots and data belong together.
      const slots: Readonly<Record<string, unknown>> = stats[ask.kind];
      return (slots[slotKey(website, ask)] ?? notLoaded) as Answer<DataOf<A>>;
    },
  };
}

/** What the queries take of the state. */
export function knownOf({
  stats,
  capabilities,
  timeZone,
  scale,
  today,
}: Pick<State, 'stats' | 'capabilities' | 'timeZone' | 'scale' | 'today'>): Known {
  const answers = answersOf.get(stats) ?? answersIn(stats);
  answersOf.set(stats, answers);
  return { answers, capabilities, timeZone, scale, today: today() };
}
