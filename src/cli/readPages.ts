import { exitCodes, RefusedError } from '#model/failure.ts';
import {
  everyPage,
  type Page,
  type PageRows,
  type PagesEnd,
  perPageSizes,
  type WebsitesQuery,
} from '#model/service/paging.ts';
import type { Website } from '#model/website/website.ts';
import { saveMemory } from '#system/runtime.ts';
import { counted, groupThousands } from '#text/words.ts';
import { complain, progress } from './output.ts';

/** The most characters of rows, as JSON, that are held of a whole list. */
const maxHeld = 20_000_000;

export interface PagesOf<T> {
  /** The name of its rows in the plural: "websites". */
  readonly what: string;
  readonly read: (page: number) => Promise<Page<T>>;
  readonly idOf: (row: T) => string;
}

export interface AllRows<T> {
  readonly rows: readonly T[];
  /** False where the service did not return all rows, or has more than are read. */
  readonly readToEnd: boolean;
}

/** Reads all pages and shows the progress. Where rows are missing, a line says so, and the exit code is 1. */
async function* pagesWithProgress<T>({
  what,
  read,
  idOf,
}: PagesOf<T>): AsyncGenerator<PageRows<T>, undefined> {
  let rows = 0;
  let pages = 0;
  for await (const page of everyPage(read, idOf)) {
    rows += page.rows.length;
    pages += 1;
    progress.show(`${groupThousands(rows)} ${what}, page ${groupThousands(pages)}`);
    if (page.end !== undefined) sayEnd(what, rows, page.end, page.whyCut);
    yield page;
    if (pages === 1) saveMemory();
  }
  return undefined;
}

/** The rows of all pages, each reduced by `keep`, up to mostHeld. Stops behind `mostRows`: `further` reads on. */
export async function allPages<T, Kept>(
  list: PagesOf<T>,
  keep: (row: T) => Kept,
  maxRows = Number.POSITIVE_INFINITY,
): Promise<AllRows<Kept> & { readonly further?: AsyncIterable<PageRows<T>> }> {
  const kept: Kept[] = [];
  let held = 0;
  const pages = pagesWithProgress(list);
  for (;;) {
    const { value: page } = await pages.next();
    for (const row of page?.rows ?? []) {
      if (held > maxHeld) break;
      const short = keep(row);
      kept.push(short);
      held += JSON.stringify(short).length;
    }
    if (page?.end !== undefined || page === undefined)
      return { rows: kept, readToEnd: page?.end === 'whole' };
    if (held > maxHeld) {
      sayEnd(list.what, kept.length, 'tooMany');
      return { rows: kept, readToEnd: false };
    }
    if (kept.length > maxRows) return { rows: kept, readToEnd: false, further: pages };
  }
}

/** The websites of all pages, without their unknown fields. */
export async function allWebsites(read: PagesOf<Website>['read']): Promise<AllRows<Website>> {
  return await allPages({ what: 'websites', read, idOf: ({ id }) => id }, website => ({
    ...website,
    fields: {},
  }));
}

const incompleteWords: Readonly<Record<Exclude<PagesEnd, 'whole'>, (what: string, rows: number) => string>> =
  {
    repeated: (what, rows) =>
      `Incomplete: the service gives a page again that it gave before, so the first ${counted(rows, what)} are all it gives.`,
    missing: (what, rows) =>
      `Incomplete: the service says that it has more, but gives the first ${counted(rows, what)} only.`,
    tooMany: (what, rows) =>
      `Incomplete: the service has more ${what} than are read, these are the first ${groupThousands(rows)}.`,
    cut: (what, rows) =>
      `Incomplete: the service has more ${what} than it gives, these are ${groupThousands(rows)} of them.`,
  };

function sayEnd(what: string, rows: number, end: PagesEnd, whyCut?: string): void {
  progress.clear();
  if (end === 'whole') return;
  process.exitCode = exitCodes.refused;
  complain(whyCut === undefined ? incompleteWords[end](what, rows) : `Incomplete: ${whyCut}`);
}

/** The service is asked for the fewest pages that hold it. Throws a RefusedError where it gives fewer rows a page than asked. */
export async function readRows<T>(
  {
    what,
    read,
    idOf,
  }: Omit<PagesOf<T>, 'read'> & {
    readonly read: (query: Pick<WebsitesQuery, 'page' | 'perPage'>) => Promise<Page<T>>;
  },
  { perPage, page }: { readonly page?: number | undefined; readonly perPage?: number | undefined },
): Promise<Page<T>> {
  const known = perPageSizes.find(size => size === perPage);
  if (perPage === undefined || known !== undefined) return await read({ perPage: known, page });
  const number = page ?? 1;
  const start = (number - 1) * perPage;
  const size = perPageSizes.find(each => (Math.floor(start / each) + 1) * each >= start + perPage) ?? 100;
  const first = Math.floor(start / size) + 1;
  const skipped = start - (first - 1) * size;
  const rows: T[] = [];
  let last: Page<T> | undefined;
  const pages = everyPage(async at => (last = await read({ perPage: size, page: first + at - 1 })), idOf);
  for await (const { rows: more, end, whyCut } of pages) {
    rows.push(...more);
    if (first > 1 && end === undefined && more.length < size)
      throw new RefusedError(
        `The service gives ${more.length} rows a page, not ${size}: give --per-page ${perPageSizes[0]}.`,
      );
    if (end === 'repeated' || end === 'missing' || end === 'cut') sayEnd(what, rows.length, end, whyCut);
    if (rows.length >= skipped + perPage) break;
  }
  const hasMore = rows.length > skipped + perPage;
  return {
    rows: rows.slice(skipped, skipped + perPage),
    page: number,
    total: last?.total,
    sum: last?.sum,
    next: hasMore ? 'yes' : (last?.next ?? 'no'),
    isCut: last?.isCut,
    whyCut: last?.whyCut,
  };
}
