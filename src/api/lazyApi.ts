import type { AdapterInfo, Api } from './api.ts';
import { checkedBaseUrl } from '#model/service/address.ts';
import { ApiError } from '#model/failure.ts';
import type { ConnectOptions } from './http/client.ts';
import { createLimiter } from './limiter.ts';
import { doneOnce } from './promises.ts';

/** A service whose adapter is loaded with the first request. Throws an ApiError where the base URL is no web address. */
export function lazyApi(info: AdapterInfo, options: ConnectOptions): Api {
  const baseUrl = checkedBaseUrl(options.baseUrl);
  const { now = Date.now, after, longestWait } = options;
  const { limiter = createLimiter(now, after, longestWait) } = options;
  let made: Api | undefined;
  const api = doneOnce(async () => (made = (await info.load()).connect({ ...options, limiter })));
  return {
    baseUrl,
    get capabilities() {
      return made?.capabilities ?? info.capabilities;
    },
    listWebsites: async (...asked) => await (await api()).listWebsites(...asked),
    showWebsite: async (...asked) => await (await api()).showWebsite(...asked),
    createWebsite: async fields => await (await api()).createWebsite(fields),
    updateWebsite: async (...sent) => await (await api()).updateWebsite(...sent),
    deleteWebsite: async id => await (await api()).deleteWebsite(id),
    readStatistic: async (...asked) => await (await api()).readStatistic(...asked),
    readSeries: async (...asked) => await (await api()).readSeries(...asked),
    readVisitors: async (...asked) => await (await api()).readVisitors(...asked),
    readHours: async (...asked) => await (await api()).readHours(...asked),
    pageOf: async id => await (await api()).pageOf?.(id),
    forget: () => made?.forget(),
    activity: limiter.activity,
    onActivity: limiter.onActivity,
  };
}

interface UnknownService {
  /** A client of the kind that it is taken for at first. */
  readonly likely: Api;
  /** The client of the service that answers; undefined where that is the likely one. Clients share a queue of requests. */
  readonly find: () => Promise<Api | undefined>;
  /** Whether to find out before the first request; else a wrong answer to the likely one says that it is another. */
  readonly findFirst: boolean;
}

/**
 * A service of which only the address is known. One of the likely kind needs no more requests than one that is known.
 */
export function unknownService({ likely, find, findFirst }: UnknownService): Api {
  let api = likely;
  const settled = doneOnce(async () => {
    api = (await find()) ?? likely;
  });
  const ask = async <T>(work: (api: Api) => Promise<T>): Promise<T> => {
    if (findFirst) await settled();
    const asked = api;
    try {
      return await work(asked);
    } catch (fault) {
      if (findFirst || !(fault instanceof ApiError) || fault.kind !== 'shape') throw fault;
      // What is wrong with its answer says more than that no service is recognised.
      await settled().catch(() => undefined);
      if (api === asked) throw fault;
      return await work(api);
    }
  };
  return {
    get baseUrl() {
      return api.baseUrl;
    },
    get capabilities() {
      return api.capabilities;
    },
    listWebsites: async (...asked) => await ask(known => known.listWebsites(...asked)),
    showWebsite: async (...asked) => await ask(known => known.showWebsite(...asked)),
    createWebsite: async fields => await ask(known => known.createWebsite(fields)),
    updateWebsite: async (...sent) => await ask(known => known.updateWebsite(...sent)),
    deleteWebsite: async id => await ask(known => known.deleteWebsite(id)),
    readStatistic: async (...asked) => await ask(known => known.readStatistic(...asked)),
    readSeries: async (...asked) => await ask(known => known.readSeries(...asked)),
    readVisitors: async (...asked) => await ask(known => known.readVisitors(...asked)),
    readHours: async (...asked) => await ask(known => known.readHours(...asked)),
    pageOf: async id => await api.pageOf?.(id),
    forget: () => api.forget(),
    activity: likely.activity,
    onActivity: likely.onActivity,
  };
}
