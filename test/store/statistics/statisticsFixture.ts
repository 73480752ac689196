import { onTestFinished } from 'vitest';
import { capabilities as ofInterface } from '#api/phpAnalytics/capabilities.ts';
import { createApi } from '../../helpers/apiFixture.ts';
import { type After, byTimer } from '#api/limiter.ts';
import type { Day, StatisticName } from '#model/statistics/statistics.ts';
import { websiteDefaults } from '#model/website/website.ts';
import { listen } from '#server/http.ts';
import type { Store } from '#store/createStore.ts';
import type { Route } from '#store/navigation/route.ts';
import type { Services } from '#store/profile/services.ts';
import { readAfterMs } from '#store/reading/reading.ts';
import { openForTest, putStatistics, temporaryFile } from '../../server/serverFixture.ts';
import { storeOver, until } from '../../helpers/storeFixture.ts';

export interface StatisticsFixture {
  readonly store: Store;
  readonly services: Services;
  readonly asked: readonly string[];
  readonly websiteId: string;
  /** The queries of the statistics asked since the last look, sorted. */
  requests(): string[];
  /** Adds to the counts of the service. */
  add(name: StatisticName, entries: readonly (readonly [Day, string, number])[]): Promise<void>;
  /** Resolves when nothing is being read. */
  idle(): Promise<void>;
  /** Opens a view, and resolves when it has read what it reads. */
  show(route: Route): Promise<void>;
}

/** A selection never comes to rest, however long a test takes: what is asked then has tests with a clock of their own. */
const withoutRest: After = (ms, run) =>
  ms === readAfterMs
    ? { ref: () => undefined, unref: () => undefined, stop: () => undefined }
    : byTimer(ms, run);

/**
 * A store over the real service on a real socket, with one website, shop.example.com, and its counts in a file. It has data
 * since long ago, but where `isNew`: then from its first count on.
 */
export async function storeWithStatistics(
  change: Partial<Services> = {},
  capabilities = ofInterface,
  isNew = false,
): Promise<StatisticsFixture> {
  const file = temporaryFile();
  const service = await openForTest({ file, countsLogs: capabilities.countsLogs });
  let queries: string[] = [];
  const listener = await listen({
    async answer(request) {
      const { pathname, search } = new URL(request.url);
      if (pathname.includes('/stats/')) queries.push(decodeURIComponent(search.slice(1)));
      return await service.answer(request);
    },
  });
  onTestFinished(() => listener.close());
  const api = createApi({ baseUrl: listener.url, apiKey: 'any', capabilities });
  const website = await api.createWebsite({ ...websiteDefaults, domain: 'shop.example.com' });
  const websiteId = website?.id ?? '';
  const longAgo = isNew ? [] : [['2024-01-01', '', 1] as const];
  for (const name of ['visitors', 'pageviews'] as const)
    await putStatistics(file, Number(websiteId), name, longAgo);
  const { store, services, asked } = storeOver(api, { after: withoutRest, ...change });
  const idle = async () => {
    const isBusy = () => {
      const { inFlight, queued } = api.activity();
      return inFlight + queued > 0;
    };
    // A request is counted some turns of the event loop after the action that asks for it.
    for (let quiet = 0; quiet < 20; quiet += 1) {
      await new Promise(resolve => setImmediate(resolve));
      if (!isBusy()) continue;
      await until(store, ({ activity }) => activity.inFlight + activity.queued === 0);
      quiet = 0;
    }
  };
  return {
    store,
    services,
    asked,
    websiteId,
    requests() {
      const seen = queries.sort();
      queries = [];
      return seen;
    },
    add: (name, entries) => putStatistics(file, Number(websiteId), name, entries),
    idle,
    async show(route) {
      store.getState().navigation.push(route);
      await idle();
    },
  };
}
