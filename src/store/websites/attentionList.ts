import type { Attention } from '#model/website/attention.ts';
import type { Website } from '#model/website/website.ts';
import { numberDays, numbersReader } from './overviewNumbers.ts';
import type { KnownNumbers } from './overview.ts';
import type { State } from '#store/core/state.ts';

/** A website and why it needs attention. */
export interface NeedyWebsite {
  readonly website: Website;
  readonly attention: readonly Attention[];
}

export interface AttentionList {
  /** The most urgent kind first, each in the order of the list. */
  readonly websites: readonly NeedyWebsite[];
  /** How many websites were looked at: those whose visitors are read. */
  readonly looked: number;
}

type Known = Pick<State, 'websites' | 'overview' | 'period' | 'comparison' | 'today' | 'stats'>;

interface Made {
  readonly rows: readonly Website[];
  readonly of: string;
  readonly list: AttentionList;
}

// Every key draws it: the websites are looked at once for each set of numbers.
const made = new WeakMap<KnownNumbers, Made>();
const urgency: readonly Attention['kind'][] = ['silent', 'unusual', 'botsCounted'];

/** Of all websites of the list, those that need attention. */
export function attentionList(state: Known): AttentionList {
  const { numbers } = state.overview;
  const rows = state.websites.list.data?.rows ?? [];
  const { of } = numberDays(state);
  const known = made.get(numbers);
  if (known?.rows === rows && known.of === of) return known.list;
  const numbersOf = numbersReader(state);
  const read = rows.map(website => ({ website, numbers: numbersOf(website) }));
  const needy = read
    .map(({ website, numbers: { attention } }) => ({ website, attention }))
    .filter(({ attention }) => attention.length > 0);
  const list = {
    websites: urgency.flatMap(kind => needy.filter(({ attention }) => attention[0]?.kind === kind)),
    looked: read.filter(each => each.numbers.visitors !== undefined).length,
  };
  made.set(numbers, { rows, of, list });
  return list;
}
