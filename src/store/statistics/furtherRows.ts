import type { ApiError } from '#api/error.ts';
import type { Urgency } from '#api/api.ts';
import { hasMore, nextPageRequest, withPage, type RowsSoFar } from '#model/paging/rowsSoFar.ts';
import type { Remote } from '#store/core/remote.ts';
import type { PagedTableSource } from './pagedTable.ts';

/** The pages behind the first rows of a table, read as one scrolls, or in the background. */
interface FurtherRows {
  /** Reads pages until there are `count` rows or a page fails. */
  reach(count: number): Promise<void>;
  /** Reads one more page in the background; resolves to the error where it failed. */
  readOn(): Promise<ApiError | undefined>;
  /** Aborts reading; pages under way belong to an earlier query. */
  stop(): void;
}

interface PageRead {
  readonly isRead: boolean;
  readonly failure?: ApiError | undefined;
}

/** At most this many requests for one key: reading very many rows to the end takes several keys. */
export const mostAtOnce = 10;

/** `put` takes the rows as they come. */
export function createFurtherRows<T, S extends string>(
  source: PagedTableSource<T, S>,
  put: (list: Remote<RowsSoFar<T>>) => void,
): FurtherRows {
  const { table, loader } = source;
  const key = () => `${source.slot().key}:more`;
  /** Counts the queries: pages of an earlier query are discarded. */
  let question = 0;

  /** Reads one more page. Resolves to whether it came, and to the error otherwise. */
  const readPage = async (target: number, urgency: Urgency): Promise<PageRead> => {
    const { data } = table().list;
    if (data === undefined || !hasMore(data)) return { isRead: false };
    const asked = question;
    let isRead = false;
    let failure: ApiError | undefined;
    await loader.load<RowsSoFar<T>>({
      key: key(),
      owner: source.slot().owner,
      async read(signal) {
        const ask = nextPageRequest(data, target);
        const answer = await source.read(ask, signal, urgency);
        return withPage(table().list.data ?? data, ask, answer, source.idOf);
      },
      current: () => table().list,
      write(list) {
        if (asked !== question) return;
        isRead = !list.loading && list.data !== undefined && list.data.pages > data.pages;
        failure = list.loading || isRead ? undefined : list.error;
        // Background reads show neither their start nor their failure.
        if (urgency === 'now' || isRead) put(list);
      },
    });
    return { isRead, failure };
  };

  /** Reads pages until there are `count` rows or a page fails. */
  let wanted = 0;
  let reading: Promise<void> | undefined;
  const reach = (count: number): Promise<void> => {
    wanted = Math.max(wanted, count);
    reading ??= readUntilWanted().finally(() => {
      reading = undefined;
      wanted = 0;
    });
    return reading;
  };
  const readUntilWanted = async () => {
    for (let asked = 0; asked < mostAtOnce; asked++) {
      const read = table().list.data?.rows.length ?? 0;
      // Scrolling reads large pages; turning pages reads pages of their own size.
      if (read >= wanted) return;
      const { isRead } = await readPage(table().perPage === 'fit' ? Number.POSITIVE_INFINITY : wanted, 'now');
      if (!isRead) return;
    }
  };

  return {
    reach,
    async readOn() {
      // A read that a key has started brings the same rows.
      if (loader.isLoading(key())) return undefined;
      return (await readPage(Number.POSITIVE_INFINITY, 'background')).failure;
    },
    stop() {
      question += 1;
      loader.abort(key());
    },
  };
}
