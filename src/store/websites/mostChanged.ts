import { resultOfEach } from '#model/cachedResult.ts';
import type { Website } from '#model/website/website.ts';
import { numberDays } from './numberDays.ts';
import { digestReader, type NumbersState } from './overviewNumbers.ts';
import type { State } from '#store/core/state.ts';

/** The visitors of a website on the whole days of the period, and on those they are compared with. */
export interface ChangedWebsite {
  readonly website: Website;
  readonly now: number;
  readonly before: number;
}

type Known = NumbersState & Pick<State, 'websites'>;

// Every key draws it: the websites are sorted once for each set of numbers.
const changedOf = resultOfEach<readonly ChangedWebsite[]>();

/** The websites of the list whose visitors rose or fell, the greatest difference first. */
export function mostChanged(state: Known): readonly ChangedWebsite[] {
  const { numbers } = state.overview;
  const rows = state.websites.list.data?.rows ?? [];
  return changedOf(numbers, [rows, numberDays(state).of], () => {
    const digestOf = digestReader(state, numberDays(state));
    return rows
      .flatMap((website): ChangedWebsite[] => {
        const visitors = digestOf(website.id, 'visitors')?.measure;
        if (visitors?.before === undefined || visitors.count === visitors.before) return [];
        return [{ website, now: visitors.count, before: visitors.before }];
      })
      .sort((a, b) => Math.abs(b.now - b.before) - Math.abs(a.now - a.before));
  });
}
