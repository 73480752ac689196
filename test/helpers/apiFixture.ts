import type { Api } from '#api/api.ts';
import type { ConnectOptions } from '#api/http/client.ts';
import { connectTo } from '#api/open.ts';
import { phpAnalytics } from '#api/phpAnalytics/adapter.ts';
import { capabilities as ofInterface } from '#api/phpAnalytics/capabilities.ts';
import { goatCounter } from '#api/goatCounter/adapter.ts';
import { capabilities as ofGoatCounter } from '#api/goatCounter/capabilities.ts';
import { umami } from '#api/umami/adapter.ts';
import { capabilities as ofUmami } from '#api/umami/capabilities.ts';
import type { Capabilities } from '#model/service/capabilities.ts';
import { ApiError } from '#model/failure.ts';
import { afterEach, beforeEach, onTestFinished } from 'vitest';
import { type FaultServer, startFaultServer } from './faultServer.ts';

export const key = 'sk-3f9a+secret/KEY';

export interface ApiOptions extends ConnectOptions {
  readonly baseUrl: string;
  readonly timeZone?: string | undefined;
  readonly capabilities?: Capabilities;
}

/** A client of the interface of phpAnalytics. */
export function createApi({ capabilities = ofInterface, ...options }: ApiOptions): Api {
  return connectTo(phpAnalytics, { capabilities, ...options });
}

export function connectUmami(options: ApiOptions): Api {
  return connectTo(umami, { ...options, capabilities: ofUmami });
}

export function connectGoatCounter(options: ApiOptions): Api {
  return connectTo(goatCounter, { ...options, capabilities: ofGoatCounter });
}

/** A server that goes with the test. */
export async function openFaultServer(): Promise<FaultServer> {
  const server = await startFaultServer();
  onTestFinished(server.close);
  return server;
}

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
