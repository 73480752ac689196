import type { ServiceAnswer, ServiceRequest } from '#model/service/connection.ts';
import { perPageSizes } from '#model/service/paging.ts';

export function json(status: number, body: unknown, headers: Record<string, string> = {}): ServiceAnswer {
  return {
    status,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store', ...headers },
    body: JSON.stringify(body),
  };
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

/** A page of a list as Laravel writes it. The links keep the request's other parameters. */
export function envelope<T>(
  url: URL,
  { page, perPage }: { page: number; perPage: number },
  { rows, total }: Rows<T>,
) {
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

/** Trimmed, and empty counts as absent, as in Laravel. All checks run before the refusal, so that a form gets all errors. */
export class Validation {
  readonly #fields: URLSearchParams;
  readonly #errors: Record<string, string[]> = {};

  constructor(fields: URLSearchParams) {
    this.#fields = fields;
  }

  /** Sent at all, even empty. */
  has(field: string): boolean {
    return this.#fields.has(field);
  }

  /** The last value sent for the field, trimmed; undefined when absent or empty. */
  text(field: string): string | undefined {
    return this.raw(field)?.trim() || undefined;
  }

  /** As sent; undefined when absent. */
  raw(field: string): string | undefined {
    return this.#fields.getAll(field).at(-1);
  }

  all(field: string): readonly string[] {
    return this.#fields.getAll(field);
  }

  requiredText(field: string): string | undefined {
    const value = this.text(field);
    if (value === undefined) this.refuse(field, `The ${field} field is required.`);
    return value;
  }

  /** One of the allowed words or numbers; undefined when absent, or refused. */
  oneOf<T extends string | number>(
    field: string,
    allowed: readonly T[],
    value = this.text(field),
  ): T | undefined {
    if (value === undefined) return undefined;
    const found = allowed.find(each => String(each) === value);
    if (found === undefined)
      this.refuse(field, `The selected ${field} is invalid, use one of: ${allowed.join(', ')}.`);
    return found;
  }

  refuse(field: string, message: string): void {
    (this.#errors[field] ??= []).push(message);
  }

  /** Throws a 422 when anything was refused. */
  check(): void {
    const messages = Object.values(this.#errors).flat();
    const [first, ...others] = messages;
    if (first === undefined) return;
    const more =
      others.length === 0 ? '' : ` (and ${others.length} more ${others.length === 1 ? 'error' : 'errors'})`;
    throw new HttpError(422, first + more, { errors: this.#errors });
  }
}

/**
 * Reads the parameters of a list; what is wrong with them is noted in the validation.
 * @param sortBy allowed values, the default first
 */
export function listQuery<SortBy extends string>(
  parameters: Validation,
  searchBy: string,
  sortBy: readonly [SortBy, ...SortBy[]],
) {
  parameters.oneOf('search_by', [searchBy]);
  const page = parameters.text('page') ?? '';
  return {
    search: parameters.text('search'),
    sortBy: parameters.oneOf('sort_by', sortBy) ?? sortBy[0],
    sort: parameters.oneOf('sort', ['desc', 'asc']) ?? 'desc',
    perPage: parameters.oneOf('per_page', perPageSizes) ?? 10,
    // As in Laravel, a page that is no number is the first one.
    page: /^[1-9]\d{0,8}$/.test(page) ? Number(page) : 1,
  };
}

const maxBodyBytes = 1_000_000;

/** The form-encoded fields of a write. Throws a HttpError: 413 over 1 MB, 415 for another kind of body. */
export async function readForm(request: ServiceRequest): Promise<URLSearchParams> {
  const body = await readBody(request);
  const type = (request.headers.get('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase();
  if (body !== '' && type !== 'application/x-www-form-urlencoded') {
    throw new HttpError(415, 'Send the fields as application/x-www-form-urlencoded.');
  }
  return new URLSearchParams(body);
}

async function readBody(request: ServiceRequest): Promise<string> {
  if (!request.body) return '';
  if (Number(request.headers.get('content-length') ?? 0) > maxBodyBytes) throw tooLarge();
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of request.body) {
    size += part.byteLength;
    if (size > maxBodyBytes) throw tooLarge();
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

function tooLarge(): HttpError {
  return new HttpError(413, 'The body is too large: send at most 1 MB.');
}
