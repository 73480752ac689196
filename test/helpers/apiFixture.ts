import { type ApiOptions, createApi } from '#api/createApi.ts';
import { ApiError } from '#api/error.ts';
import { afterEach, beforeEach } from 'vitest';
import { type FaultServer, startFaultServer } from './faultServer.ts';

export const key = 'sk-3f9a+secret/KEY';

/** A fresh server before each test of a file, closed after it. */
export function useFaultServer(): {
  server: FaultServer;
  api: (options?: Partial<ApiOptions>) => ReturnType<typeof createApi>;
} {
  const fixture = {
    server: undefined as unknown as FaultServer,
    /** An Api to it that loses no time between attempts. */
    api: (options: Partial<ApiOptions> = {}) =>
      createApi({ baseUrl: fixture.server.url, apiKey: key, random: () => 0, ...options }),
  };
  beforeEach(async () => {
    fixture.server = await startFaultServer();
  });
  afterEach(() => fixture.server.close());
  return fixture;
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
