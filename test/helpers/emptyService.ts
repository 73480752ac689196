import { onTestFinished } from 'vitest';
import type { Api } from '#api/api.ts';
import type { Day } from '#model/statistics/statistics.ts';
import { listen } from '#server/http.ts';
import { openService } from '#server/openService.ts';
import { createApi } from './apiFixture.ts';

export interface EmptyService {
  readonly api: Api;
  readonly url: string;
  /** Connects a program to it. */
  readonly env: { readonly SITEDECK_URL: string; readonly SITEDECK_API_KEY: string };
}

/** A service without a website, which ends with the test. */
export async function startEmptyService(
  today: Day = '2026-11-20',
  apiKey = 'key-of-the-test',
): Promise<EmptyService> {
  const service = await openService({ file: ':memory:', today: () => today, apiKey });
  const listener = await listen(service);
  onTestFinished(async () => {
    await listener.close();
    service.close();
  });
  const { url } = listener;
  const env = { SITEDECK_URL: url, SITEDECK_API_KEY: apiKey };
  return { api: createApi({ baseUrl: url, apiKey }), url, env };
}
