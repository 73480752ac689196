/** The service in this process, called without fetch: loading Node's takes longer than the first frame should. */
export type InProcessService = (request: InProcessRequest) => Promise<InProcessAnswer>;

export interface InProcessRequest {
  readonly method: string;
  /** Absolute. */
  readonly url: string;
  readonly headers: { get(name: string): string | null };
  readonly body: AsyncIterable<Uint8Array> | null;
}

export interface InProcessAnswer {
  readonly status: number;
  /** By their names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

/** Case does not matter in the names of headers. */
export function headersOf(headers: Readonly<Record<string, string>>): InProcessRequest['headers'] {
  return { get: name => headers[name.toLowerCase()] ?? null };
}

/** A body that comes in one piece. */
export async function* bodyOf(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text);
}
