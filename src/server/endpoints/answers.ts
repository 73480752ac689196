import type { ServiceAnswer } from '#model/service/exchange.ts';

/** A JSON answer. */
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

export type FieldErrors = Readonly<Record<string, readonly string[]>>;

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
