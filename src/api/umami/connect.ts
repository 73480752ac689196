import type { Api } from '#api/api.ts';
import { checkedBaseUrl } from '#api/baseUrl.ts';
import { ApiError } from '#api/error.ts';
import { createKeptAnswers } from '#api/keptAnswers.ts';
import type { ConnectOptions } from '#api/requester.ts';
import type { Website } from '#model/website/website.ts';
import { capabilities } from './capabilities.ts';
import { createSession } from './session.ts';
import { websitesOf } from './websites.ts';

/** The Umami at a base URL. Throws an ApiError when that is no web address. */
export function connect(options: ConnectOptions): Api {
  const baseUrl = checkedBaseUrl(options.baseUrl);
  const kept = createKeptAnswers<readonly Website[]>(options.now ?? Date.now);
  const session = createSession(baseUrl, options);
  const unread = () => Promise.reject(new ApiError('server', 'Not read yet.'));
  return {
    baseUrl,
    capabilities,
    ...websitesOf(baseUrl, session, kept),
    readStatistic: unread,
    readSeries: unread,
    readHours: unread,
    forget: kept.forget,
    activity: session.activity,
    onActivity: session.onActivity,
  };
}
