import type { AdapterInfo } from './adapter.ts';
import type { Api } from './api.ts';
import { checkedBaseUrl } from './baseUrl.ts';
import { doneOnce } from './doneOnce.ts';
import { createLimiter } from './limiter.ts';
import type { ConnectOptions } from './requester.ts';

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
