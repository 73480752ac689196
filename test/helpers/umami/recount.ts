import { people } from './example.ts';
import type { Person, Visit } from './visits.ts';

/** One page view, as a tracker would tell it. */
export interface View {
  readonly path: string;
  /** "2026-11-02T08:15". */
  readonly minute: string;
  /** Who: the same person is another visitor in the next month. */
  readonly visitor: string;
  readonly person: Person;
  /** A visitor's clock hour. */
  readonly visit: string;
  readonly referrer: string | undefined;
  readonly campaign: string | undefined;
}

/** All page views of some visits from one day of UTC to another, in their order. */
export function viewsOf(
  visits: readonly Visit[],
  from: string,
  to: string,
  known: Readonly<Record<string, Person>> = people,
): View[] {
  const views = visits.flatMap(({ who, at, paths, referrer, campaign }) =>
    paths.map((path, index): View => {
      const minute = new Date(Date.parse(at) + index * 60_000).toISOString().slice(0, 16);
      const visitor = `${who} ${minute.slice(0, 7)}`;
      const person = known[who];
      if (person === undefined) throw new Error(`nobody is called ${who}`);
      const isFirst = index === 0;
      return {
        path,
        minute,
        visitor,
        person,
        visit: `${visitor} ${minute.slice(8, 13)}`,
        referrer: isFirst ? referrer : undefined,
        campaign: isFirst ? campaign : undefined,
      };
    }),
  );
  return views
    .filter(({ minute }) => minute.slice(0, 10) >= from && minute.slice(0, 10) <= to)
    .sort((one, other) => (one.minute < other.minute ? -1 : 1));
}

/** How many different things the views of each value have; views without a value are left out. */
export function countBy(
  views: readonly View[],
  valueOf: (view: View) => string | undefined,
  thingOf: (view: View) => unknown,
): Record<string, number> {
  const things = new Map<string, Set<unknown>>();
  for (const view of views) {
    const value = valueOf(view);
    if (value === undefined) continue;
    things.set(value, (things.get(value) ?? new Set()).add(thingOf(view)));
  }
  return Object.fromEntries([...things].map(([value, { size }]) => [value, size]));
}

/** The first of the given views of each visit. */
export function entriesOf(views: readonly View[]): View[] {
  return views.filter((view, index) => views.findIndex(({ visit }) => visit === view.visit) === index);
}
