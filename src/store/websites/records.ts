import { type RecordField, recordFields } from '#model/export/websiteTables.ts';
import { sharedDomains, type Website } from '#model/website/website.ts';
import { recordRows, type Viewport } from '#store/display.ts';
import { type Route, routeKey, websiteIdOf } from '#store/navigation/route.ts';
import type { Answer } from '#queries/answers/request.ts';
import { requestTime } from '#queries/answers/freshness.ts';
import {
  type ListPosition,
  listStart,
  type Move,
  moveInList,
  type NavigationSlice,
} from '#store/navigation/navigation.ts';
import type { SliceContext } from '#store/slice.ts';
import { memoizeLast, memoizeByObject } from '#text/memo.ts';
import type { WebsitesTable } from './listLayout.ts';

/** Websites read one by one, by id: for the record, the editor and titles. */
export interface RecordsSlice {
  readonly byId: ReadonlyMap<string, Answer<Website>>;
  /** The selected field, and of which record. */
  readonly selection: { readonly id: string; readonly position: ListPosition };
  load(id: string, owner: string): Promise<void>;
  put(website: Website): void;
  /** Takes the response to an update; where the service returns no website, it is read again. */
  saved(id: string, website: Website | undefined): void;
  forget(id: string): void;
  /** Moves the selection in a record with this many fields. */
  move(id: string, move: Move, count: number): void;
}

/** A long session must not grow. */
const maxRecords = 300;

export interface RecordState {
  readonly records: RecordsSlice;
  readonly websites: Pick<WebsitesTable, 'list'> & { replaceWebsite(website: Website): void };
}

type RecordsContext = SliceContext<
  Pick<RecordState, 'records'>,
  RecordState & { readonly viewport: Viewport }
>;

export function createRecords({ get, patch, loader, services }: RecordsContext): RecordsSlice {
  const write = (id: string, record: Answer<Website>) => {
    const byId = new Map(get().records.byId).set(id, record);
    for (const oldest of byId.keys()) if (byId.size > maxRecords) byId.delete(oldest);
    patch('records', { byId });
  };
  return {
    byId: new Map(),
    selection: { id: '', position: listStart },
    move(id, move, count) {
      const position = moveInList(fieldPosition(get(), id), move, count, recordRows(get().viewport));
      patch('records', { selection: { id, position } });
    },
    load: (id, owner) =>
      loader.load({
        key: `record:${id}`,
        owner,
        read: signal => services.api.showWebsite(id, { signal }),
        current: () => get().records.byId.get(id),
        write(record) {
          write(id, record);
          if (!record.loading && record.data !== undefined && record.error === undefined)
            get().websites.replaceWebsite(record.data);
        },
      }),
    put: website => write(website.id, { loading: false, data: website, requested: requestTime(services) }),
    saved(id, website) {
      if (website === undefined) return void get().records.load(id, routeKey({ screen: 'websites' }));
      get().records.put(website);
      get().websites.replaceWebsite(website);
    },
    forget(id) {
      const byId = new Map(get().records.byId);
      if (byId.delete(id)) patch('records', { byId });
    },
  };
}

/** The position of the selection in a website's record. */
export function fieldPosition({ records }: Pick<RecordState, 'records'>, id: string): ListPosition {
  return records.selection.id === id ? records.selection.position : listStart;
}

export function selectedField(
  state: RecordState & { readonly navigation: NavigationSlice },
): RecordField | undefined {
  const { view } = state.navigation;
  if (view.screen !== 'record') return undefined;
  const website = websiteOf(state, view.websiteId);
  return website && recordFields(website)[fieldPosition(state, view.websiteId).selected];
}

// Every key asks for the one in the pane.
const lastListed = memoizeLast<Website | undefined>();

/** A website as it was read by id, else as it is in the list. */
export function websiteOf(state: RecordState, id: string): Website | undefined {
  const rows = state.websites.list.data?.rows;
  return (
    state.records.byId.get(id)?.data ?? lastListed([rows, id], () => rows?.find(website => website.id === id))
  );
}

/** A view opened by id alone still needs the domains for its title; the view of a record reads that itself. */
export function readDomains(state: RecordState, route: Route): void {
  const ids = 'websiteIds' in route ? route.websiteIds : [websiteIdOf(route)];
  for (const id of route.screen === 'record' ? [] : ids)
    if (id !== undefined && websiteOf(state, id) === undefined) void state.records.load(id, routeKey(route));
}

const sharedOf = memoizeByObject<ReadonlySet<string>>();
const none: ReadonlySet<string> = new Set();

/** The domains that several of the listed websites have: their names tell them apart. */
export function sharedIn({ websites }: Pick<RecordState, 'websites'>): ReadonlySet<string> {
  const rows = websites.list.data?.rows;
  return rows === undefined ? none : sharedOf(rows, [], () => sharedDomains(rows));
}
