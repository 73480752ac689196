import { onTestFinished } from 'vitest';
import type { ConnectOptions } from '#api/http/client.ts';
import type { Services } from '#store/profile/services.ts';
import type { State } from '#store/state.ts';
import { createApi } from '../../helpers/apiFixture.ts';
import { manyWebsites, type Paging } from '../../helpers/manyWebsites.ts';
import { storeOver } from '../../helpers/storeFixture.ts';

interface Options {
  readonly paging?: Paging;
  readonly connection?: Partial<ConnectOptions>;
  readonly services?: Partial<Services>;
}

/** A store over a service with many websites. */
export async function openMany(count: number, { paging, connection, services }: Options = {}) {
  const service = await manyWebsites(count, paging);
  onTestFinished(() => service.close());
  const api = createApi({
    baseUrl: service.url,
    apiKey: 'key-of-the-tests',
    random: () => 0,
    ...connection,
  });
  const { store } = storeOver(api, services);
  onTestFinished(() => store.getState().navigation.push({ screen: 'editor' }));
  /** The websites that statistics were asked of, from a request on. */
  const idsFrom = (place: number) =>
    statsOf(service.requests.slice(place)).map(url => Number(/\/stats\/(\d+)/.exec(url)?.[1]));
  return { service, store, idsFrom };
}

export const statsOf = (requests: readonly string[]) => requests.filter(url => url.includes('/stats/'));

export const byNumber = (a: number, b: number) => a - b;

export const numbers = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);

export const isIdle = ({ activity }: State) => activity.inFlight + activity.queued === 0;

/** Whether the numbers of so many websites are read, and nothing is read any more. */
export const isRead = (count: number) => (state: State) =>
  state.overview.progress.read === count && !state.overview.progress.isReading && isIdle(state);
