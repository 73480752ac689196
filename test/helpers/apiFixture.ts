import { type ApiOptions, createApi } from '#api/phpAnalytics/adapter.ts';
import { ApiError } from '#model/failure.ts';
import { afterEach, beforeEach } from 'vitest';
import { type FaultServer, startFaultServer } from './faultServer.ts';

export const key = 'sk-3f9a+secret/KEY';

/** A fresh server before each test of a file, closed after it. */
export function useFaultServer() {
  let server: FaultServer | undefined;
  const current = () => {
    if (server === undefined) throw new Error('The server runs only during a test.');
    return server;
  };
  beforeEach(async () => {
    server = await startFaultServer();
  });
  afterEach(() => current().close());
  return {
    get server() {
      return current();
    },
    /** An Api to it that loses no time between attempts. */
    api: (options: Partial<ApiOptions> = {}) =>
      createApi({ baseUrl: current().url, apiKey: key, random: () => 0, ...options }),
  };
}

/** The ApiError of a request; anything else is a fault of the test. */
export async function errorOf(request: Promise<unknown>): Promise<ApiError> {
  const result = await request.then(
    value => new Error(`no error, but ${JSON.stringify(value)}`),
    (fault: unknown) => fault,
  );
  if (result instanceof ApiError) return result;
  throw result;
}
