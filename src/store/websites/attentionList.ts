import { resultOfEach } from '#model/cachedResult.ts';
import type { Attention } from '#model/website/attention.ts';
import { attentionUrgency } from '#model/website/attentionWords.ts';
import type { Website } from '#model/website/website.ts';
import { numberDays } from './numberDays.ts';
import { attentionReader, digestReader, type NumbersState } from './overviewNumbers.ts';
import type { State } from '#store/core/state.ts';

/** A website and why it needs attention. */
interface NeedyWebsite {
  readonly website: Website;
  readonly attention: readonly Attention[];
}

export interface AttentionList {
  /** The most urgent kind first, each in the order of the list. */
  readonly websites: readonly NeedyWebsite[];
  /** How many websites were looked at: those whose visitors are read. */
  readonly looked: number;
}

type Known = NumbersState & Pick<State, 'websites'>;

// Every key draws it: the websites are looked at once for each set of numbers.
const listOf = resultOfEach<AttentionList>();

/** Of all websites of the list, those that need attention. */
export function attentionList(state: Known): AttentionList {
  const { numbers } = state.overview;
  const rows = state.websites.list.data?.rows ?? [];
  return listOf(numbers, [rows, numberDays(state).of], () => lookAt(rows, state));
}

function lookAt(rows: readonly Website[], state: Known): AttentionList {
  const reasonsOf = attentionReader(state);
  const digestOf = digestReader(state, numberDays(state));
  const needy = rows
    .map(website => ({ website, attention: reasonsOf(website) }))
    .filter(({ attention }) => attention.length > 0);
  return {
    websites: attentionUrgency.flatMap(kind => needy.filter(({ attention }) => attention[0]?.kind === kind)),
    looked: rows.filter(({ id }) => digestOf(id, 'visitors') !== undefined).length,
  };
}
