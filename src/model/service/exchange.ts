/**
 * A request to the service in this process. A Request of fetch is one; the application's own calls are plain objects: in
 * Node the fetch classes take longer to load than everything that the first frame asks.
 */
export interface ServiceRequest {
  readonly method: string;
  /** Absolute. */
  readonly url: string;
  readonly headers: { get(name: string): string | null };
  readonly body: AsyncIterable<Uint8Array> | null;
}

export interface ServiceAnswer {
  readonly status: number;
  /** By their names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

/** A service that is called in this process. */
export type Answerer = (request: ServiceRequest) => Promise<ServiceAnswer>;
