/** A JSON answer. */
export function json(status: number, body: unknown, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store', ...headers },
  });
}

export function noContent(): Response {
  return new Response(null, { status: 204 });
}

export type FieldErrors = Readonly<Record<string, readonly string[]>>;

/** A request that is refused: thrown where it is noticed, answered in one place. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
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

  answer(): Response {
    const body = this.errors ? { message: this.message, errors: this.errors } : { message: this.message };
    return json(this.status, body, this.headers);
  }
}

export function notFound(): Refusal {
  return new Refusal(404, 'Resource not found.');
}
