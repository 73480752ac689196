import { onTestFinished } from 'vitest';
import type { Api } from '#api/api.ts';
import { byTimer } from '#api/limiter.ts';
import { capabilities as ofInterface } from '#api/phpAnalytics/capabilities.ts';
import { createApi } from './apiFixture.ts';
import { screenOf } from '#commands/registry.ts';
import { type ChoicesFile, defaultChoices } from '#config/choices.ts';
import type { SavedChoices } from '#model/own/choices.ts';
import { websiteDefaults } from '#model/website/website.ts';
import { listen } from '#server/http.ts';
import { openService, type Service } from '#server/openService.ts';
import { createStore, endStore, type Store } from '#store/createStore.ts';
import type { Services } from '#store/profile/services.ts';
import type { State } from '#store/state.ts';
import { writeExport } from '#system/exportFile.ts';

export const today = '2026-11-20';
const key = 'key-of-the-tests';

export interface StoreFixture {
  readonly store: Store;
  readonly services: Services;
  readonly service: Service;
  readonly api: Api;
  /** What quit, suspend and the like were asked for, in order. */
  readonly asked: string[];
}

/** A store over the real embedded service on a real socket, with these websites, the first one the oldest. */
export async function storeWith(
  domains: readonly string[],
  change: Partial<Services> = {},
  capabilities = ofInterface,
): Promise<StoreFixture> {
  const service = await openService({ file: ':memory:', today: () => today, apiKey: key });
  const listener = await listen(service);
  onTestFinished(async () => {
    await listener.close();
    service.close();
  });
  const api = createApi({ baseUrl: listener.url, apiKey: key, capabilities });
  for (const domain of domains) await api.createWebsite({ ...websiteDefaults, domain });
  return { service, api, ...storeOver(api, change) };
}

/** A store over any client. */
export function storeOver(api: Api, change: Partial<Services> = {}): Omit<StoreFixture, 'service' | 'api'> {
  const asked: string[] = [];
  const services: Services = {
    api,
    profile: { name: 'test', readOnly: false },
    today: () => today,
    now: Date.now,
    after: byTimer,
    timeZone: 'UTC',
    quit: () => asked.push('quit'),
    suspend: () => asked.push('suspend'),
    redraw: () => asked.push('redraw'),
    copy(text) {
      asked.push(`copy ${text}`);
      return {};
    },
    async openUrl(url) {
      asked.push(`open ${url}`);
      return undefined;
    },
    writeExport,
    ...change,
  };
  const store = createStore(services, { columns: 80, rows: 24 }, screenOf);
  // It tries again for ever where the service is gone, and other files of tests run in this process.
  onTestFinished(() => endStore(store));
  return { store, services, asked };
}

/** Choices of an earlier start, which nothing is written to. */
export function chosen(change: Partial<SavedChoices>): ChoicesFile {
  return { saved: { ...defaultChoices, ...change }, save: () => undefined, flush: () => undefined };
}

/** Resolves once the state holds it. */
export function until(store: Store, holds: (state: State) => boolean, timeout = 60_000): Promise<State> {
  return new Promise((resolve, reject) => {
    const look = () => {
      if (!holds(store.getState())) return;
      finish();
      resolve(store.getState());
    };
    const unsubscribe = store.subscribe(look);
    const timer = setTimeout(() => {
      finish();
      reject(new Error(`The state never held: ${holds.toString()}`));
    }, timeout);
    const finish = () => {
      clearTimeout(timer);
      unsubscribe();
    };
    look();
  });
}

/** Whether any statistic is being read. */
export function isReading({ answers }: Pick<State, 'answers'>): boolean {
  return [...answers.known()].some(({ answer }) => answer.loading);
}
