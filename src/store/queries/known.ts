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

type Stats = State['stats'];

const answersOf = new WeakMap<Stats, KnownAnswers>();

/** A slot is of its kind: no compiler tells that of the key of an ask. */
function isAnswerTo<A extends Ask>(_: A, slot: Answer<unknown> | undefined): slot is Answer<DataOf<A>> {
  return slot !== undefined;
}

function answersIn(stats: Stats): KnownAnswers {
  return {
    get<A extends Ask>(website: string, ask: A) {
      const slots: Readonly<Record<string, Answer<unknown>>> = stats[ask.kind];
      const slot = slots[slotKey(website, ask)];
      return isAnswerTo(ask, slot) ? slot : notLoaded;
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
