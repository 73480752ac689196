import { lenient } from '#api/decode.ts';
import { isRecord } from '#text/parsedJson.ts';
import { lazy } from '#text/memo.ts';
import * as z from 'zod/mini';
import { type Page, type PerPage, perPageSizes } from '#model/service/paging.ts';

/** The position of a page in its list, as far as the service says it. */
interface Position {
  readonly current_page?: number | undefined;
  readonly last_page?: number | undefined;
  /** Rows a page, which may be fewer than requested. */
  readonly per_page?: number | undefined;
  readonly total?: number | undefined;
  /** Whether there is a link to a further page. Never the link: the key must not go to an address from a body. */
  readonly hasNext?: boolean | undefined;
}

/** A list as the service wrote it: its rows, undecoded, and its position. */
interface ListEnvelope {
  readonly data: unknown;
  readonly position: Position;
}

const wholeNumber = () =>
  lenient(
    z.union([
      z.int().check(z.nonnegative()),
      z.pipe(z.string().check(z.regex(/^\d{1,9}$/)), z.transform(Number)),
    ]),
  );

const position = lazy(() =>
  z.object({
    current_page: wholeNumber(),
    last_page: wholeNumber(),
    per_page: wholeNumber(),
    total: wholeNumber(),
  }),
);

function readPosition(value: unknown): Position {
  const result = position().safeParse(value);
  return result.success ? result.data : {};
}

function hasNext(body: Readonly<Record<string, unknown>>): boolean | undefined {
  const next = isRecord(body.links) && 'next' in body.links ? body.links.next : body.next_page_url;
  return next === undefined ? undefined : next !== null && next !== '';
}

/** Takes a list out of its envelope: `{data, meta: {current_page, last_page, total}}`, the numbers beside data, or bare rows. */
export function unwrapList(body: unknown): ListEnvelope {
  if (!isRecord(body) || !('data' in body)) return { data: body, position: {} };
  const beside = readPosition(body);
  // On its own beside the rows, "total" could be the sum of their counts.
  const isPaged = beside.current_page !== undefined || beside.last_page !== undefined;
  const own = isRecord(body.meta) ? readPosition(body.meta) : isPaged ? beside : {};
  return { data: body.data, position: { ...own, hasNext: hasNext(body) } };
}

/** The page requested: its number from 1 on, and rows a page. */
export interface PageRequest {
  readonly page?: number | undefined;
  readonly perPage?: PerPage | undefined;
}

function nextPage(rows: number, page: number, asked: number, stands: Position): Page<unknown>['next'] {
  if (stands.last_page !== undefined) return page < stands.last_page ? 'yes' : 'no';
  if (stands.total !== undefined) {
    const before = (page - 1) * (stands.per_page ?? asked);
    return rows > 0 && before + rows < stands.total ? 'yes' : 'no';
  }
  if (stands.hasNext !== undefined) return stands.hasNext ? 'yes' : 'no';
  // A full page: of the requested size, or of another one where the service ignores per_page.
  return perPageSizes.some(full => full === rows) ? 'maybe' : 'no';
}

/** A page of decoded rows; `isCut`: there were more in the answer. `next` is "maybe" for a full page where the service does not say whether there are more. */
export function toPage<T>(
  rows: readonly T[],
  stands: Position,
  { page: asked = 1, perPage = 10 }: PageRequest,
  isCut = false,
): Page<T> {
  const page = stands.current_page ?? asked;
  // A service that gives so many in one answer does not heed which were asked for.
  if (isCut) return { rows, page, next: 'no', isCut };
  return { rows, page, total: stands.total, next: nextPage(rows.length, page, perPage, stands) };
}
