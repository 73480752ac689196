import type { Website } from '#model/website/website.ts';
import type { StoreContext } from '#store/core/context.ts';
import type { State } from '#store/core/state.ts';
import { selectedWebsite } from './websites.ts';

/** The marked websites, to be edited or deleted together. Marks survive searching, sorting and paging. */
export interface MarksSlice {
  /** By id, as last seen. */
  readonly byId: ReadonlyMap<string, Website>;
  /** The id where a range began; the range reaches to the selection. */
  readonly rangeFrom?: string | undefined;
  /** Marks or unmarks the selected website and moves on to the next one. */
  toggle(): void;
  /** Starts a range at the selection; the second call marks the websites in it. */
  range(): void;
  /** Marks all rows shown, or unmarks them where all are marked. */
  all(): void;
  clear(): void;
  /** Unmarks these websites. A range that has been started stays. */
  remove(ids: ReadonlySet<string>): void;
  /** To be called when a website was read again. */
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

/** The rows from the start of the range to the selection, both included. */
function rangeOf({ marks, websites }: Pick<State, 'marks' | 'websites'>): readonly Website[] {
  const from =
    marks.rangeFrom === undefined ? -1 : websites.rows.findIndex(({ id }) => id === marks.rangeFrom);
  if (from === -1) return [];
  const to = websites.position.selected;
  return websites.rows.slice(Math.min(from, to), Math.max(from, to) + 1);
}

/** All marked websites, those of an unfinished range included. */
export function markedWebsites(state: Pick<State, 'marks' | 'websites'>): readonly Website[] {
  const marked = new Map(state.marks.byId);
  for (const website of rangeOf(state)) marked.set(website.id, website);
  return [...marked.values()];
}

export function hasMarks({ marks }: Pick<State, 'marks'>): boolean {
  return marks.byId.size > 0 || marks.rangeFrom !== undefined;
}
