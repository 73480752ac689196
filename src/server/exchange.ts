/**
 * What the endpoints read of a request. A Request is one; the application's own calls are plain objects: in Node the
 * fetch classes take longer to load than everything that the first frame asks.
 */
export interface ServiceRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: { get(name: string): string | null };
  readonly body: AsyncIterable<Uint8Array> | null;
}

/** An answer, with its headers by their names in lower case. */
export interface ServiceAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

export type Answerer = (request: ServiceRequest) => Promise<ServiceAnswer>;

export type Handler = (request: Request) => Promise<Response>;

/** The same service for whoever speaks fetch: the port, and tests. */
export function fetchHandler(answer: Answerer): Handler {
  return async request => {
    const { status, headers, body } = await answer(request);
    return new Response(body, { status, headers });
  };
}
