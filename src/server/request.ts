import type { ServiceRequest } from '#model/service/connection.ts';
import { type PerPage, perPageSizes, type SortDirection } from '#model/service/paging.ts';
import { HttpError } from './response.ts';

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

interface ListQuery<SortBy extends string> {
  readonly search: string | undefined;
  readonly sortBy: SortBy;
  readonly sort: SortDirection;
  readonly perPage: PerPage;
  /** 1-based. */
  readonly page: number;
}

/**
 * Reads the parameters of a list; what is wrong with them is noted in the validation.
 * @param sortBy allowed values, the default first
 */
export function listQuery<SortBy extends string>(
  parameters: Validation,
  searchBy: string,
  sortBy: readonly [SortBy, ...SortBy[]],
): ListQuery<SortBy> {
  parameters.oneOf('search_by', [searchBy]);
  return {
    search: parameters.text('search'),
    sortBy: parameters.oneOf('sort_by', sortBy) ?? sortBy[0],
    sort: parameters.oneOf('sort', ['desc', 'asc'] as const) ?? 'desc',
    perPage: parameters.oneOf('per_page', perPageSizes) ?? 10,
    page: pageNumber(parameters.text('page')),
  };
}

/** As in Laravel, a page that is no number is the first one. */
function pageNumber(text: string | undefined): number {
  return text !== undefined && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : 1;
}

const largestBody = 1_000_000;

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
  if (Number(request.headers.get('content-length') ?? 0) > largestBody) throw tooLarge();
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of request.body) {
    size += part.byteLength;
    if (size > largestBody) throw tooLarge();
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

function tooLarge(): HttpError {
  return new HttpError(413, 'The body is too large: send at most 1 MB.');
}
