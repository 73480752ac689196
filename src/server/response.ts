import type { ServiceAnswer } from '#model/service/connection.ts';

export function json(status: number, body: unknown, headers: Record<string, string> = {}): ServiceAnswer {
  return {
    status,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store', ...headers },
    body: JSON.stringify(body),
  };
}

export function noContent(): ServiceAnswer {
  return { status: 204, headers: {}, body: null };
}

type FieldErrors = Readonly<Record<string, readonly string[]>>;

/** A request that is answered with an error status: thrown where it is detected, answered in one place. */
export class HttpError extends Error {
  override readonly name = 'HttpError';
  readonly status: number;
  readonly errors: FieldErrors | undefined;
  readonly headers: Record<string, string>;

  constructor(
    status: number,
    message: string,
    more: { errors?: FieldErrors; headers?: Record<string, string> } = {},
  ) {
    super(message);
    this.status = status;
    this.errors = more.errors;
    this.headers = more.headers ?? {};
  }

  answer(): ServiceAnswer {
    const body = this.errors ? { message: this.message, errors: this.errors } : { message: this.message };
    return json(this.status, body, this.headers);
  }
}

export function notFound(): HttpError {
  return new HttpError(404, 'Resource not found.');
}

interface Rows<T> {
  readonly rows: readonly T[];
  readonly total: number;
}

interface Envelope<T> {
  readonly data: readonly T[];
  readonly links: Readonly<Record<'first' | 'last' | 'prev' | 'next', string | null>>;
  readonly meta: Readonly<Record<string, unknown>>;
}

/** A page of a list as Laravel writes it. The links keep the request's other parameters. */
export function envelope<T>(
  url: URL,
  { page, perPage }: { page: number; perPage: number },
  { rows, total }: Rows<T>,
): Envelope<T> {
  const lastPage = Math.max(1, Math.ceil(total / perPage));
  const first = (page - 1) * perPage + 1;
  const link = (number: number): string => {
    const target = new URL(url);
    target.searchParams.set('page', String(number));
    return target.href;
  };
  return {
    data: rows,
    links: {
      first: link(1),
      last: link(lastPage),
      prev: page > 1 ? link(page - 1) : null,
      next: page < lastPage ? link(page + 1) : null,
    },
    meta: {
      current_page: page,
      from: rows.length > 0 ? first : null,
      last_page: lastPage,
      path: url.origin + url.pathname,
      per_page: perPage,
      to: rows.length > 0 ? first + rows.length - 1 : null,
      total,
    },
  };
}
