import type { Website } from '#model/website/website.ts';
import type { StoreContext } from '#store/core/context.ts';
import type { State } from '#store/core/state.ts';
import { selectedWebsite } from './websites.ts';

/** Websites that are marked, to be edited or deleted together. Marks stay while the list is searched, sorted and paged. */
export interface MarksSlice {
  /** By id, as they were last seen. */
  readonly byId: ReadonlyMap<string, Website>;
  /** Where a range that is being marked began; it reaches to the selection. */
  readonly rangeFrom?: string | undefined;
  /** Marks the selected website, or takes its mark away, and goes to the next one. */
  toggle(): void;
  /** Begins a range at the selection; the second time marks what is in it. */
  range(): void;
  /** Marks all rows shown; where they all are, takes their marks away. */
  all(): void;
  clear(): void;
  /** Takes marks away. A range that is being marked goes on. */
  remove(ids: ReadonlySet<string>): void;
  /** A website was read anew. */
  put(website: Website): void;
}

export function createMarks({ get, patch }: StoreContext): MarksSlice {
  const set = (byId: ReadonlyMap<string, Website>) => patch('marks', { byId, rangeFrom: undefined });
  const withAll = (websites: readonly Website[]) =>
    new Map([...get().marks.byId, ...websites.map(website => [website.id, website] as const)]);
  const without = (ids: ReadonlySet<string>) => new Map([...get().marks.byId].filter(([id]) => !ids.has(id)));

  return {
    byId: new Map(),
    toggle() {
      const { marks, websites } = get();
      if (marks.rangeFrom !== undefined) return set(withAll(rangeOf(get())));
      const website = selectedWebsite(websites);
      if (website === undefined) return;
      set(marks.byId.has(website.id) ? without(new Set([website.id])) : withAll([website]));
      websites.move('down');
    },
    range() {
      const { marks, websites } = get();
      if (marks.rangeFrom !== undefined) return set(withAll(rangeOf(get())));
      patch('marks', { rangeFrom: selectedWebsite(websites)?.id });
    },
    all() {
      const { rows } = get().websites;
      const isMarked = ({ id }: Website) => get().marks.byId.has(id);
      set(rows.every(isMarked) ? without(new Set(rows.map(({ id }) => id))) : withAll(rows));
    },
    clear: () => set(new Map()),
    remove: ids => patch('marks', { byId: without(ids) }),
    put(website) {
      const { byId } = get().marks;
      if (byId.has(website.id)) patch('marks', { byId: new Map(byId).set(website.id, website) });
    },
  };
}

/** The rows between where a range began and the selection, both among them. */
function rangeOf({ marks, websites }: Pick<State, 'marks' | 'websites'>): readonly Website[] {
  const from =
    marks.rangeFrom === undefined ? -1 : websites.rows.findIndex(({ id }) => id === marks.rangeFrom);
  if (from === -1) return [];
  const to = websites.position.selected;
  return websites.rows.slice(Math.min(from, to), Math.max(from, to) + 1);
}

/** All that is marked, the range under way included. */
export function markedWebsites(state: Pick<State, 'marks' | 'websites'>): readonly Website[] {
  const marked = new Map(state.marks.byId);
  for (const website of rangeOf(state)) marked.set(website.id, website);
  return [...marked.values()];
}

export function hasMarks({ marks }: Pick<State, 'marks'>): boolean {
  return marks.byId.size > 0 || marks.rangeFrom !== undefined;
}
