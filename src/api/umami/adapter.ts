import { answerJson, isRecord } from '#api/decode.ts';
import type { Adapter, Api } from '#api/api.ts';
import { checkedBaseUrl } from '#model/service/address.ts';
import { type ConnectOptions, createKeptAnswers } from '#api/http/client.ts';
import { withoutStatistics } from '#model/service/capabilities.ts';
import { capabilities } from './capabilities.ts';
import { createSession, readShareLink, signIn } from './session.ts';
import { type KeptStatistics, statisticsOf } from './statistics.ts';
import { type AllWebsites, websitesOf } from './websites.ts';

/** The Umami at a base URL. Throws an ApiError when that is no web address. */
export function connect(options: ConnectOptions): Api {
  const baseUrl = checkedBaseUrl(options.baseUrl);
  const { now = Date.now, timeZone = 'UTC' } = options;
  const websites = createKeptAnswers<AllWebsites>(now);
  const statistics: KeptStatistics = {
    series: createKeptAnswers(now),
    metrics: createKeptAnswers(now),
    visitors: createKeptAnswers(now),
  };
  const session = createSession(baseUrl, options);
  let known = capabilities;
  return {
    baseUrl,
    get capabilities() {
      return known;
    },
    ...websitesOf(baseUrl, session, websites),
    ...statisticsOf(baseUrl, session, timeZone, statistics, {
      whyNot: name => known.refused?.[name],
      leaveOut: (names, reason) => (known = withoutStatistics(known, names, reason)),
    }),
    async pageOf(id) {
      // The page of a share link has an address that is a secret.
      const isShown = /^[\w-]+$/.test(id) && (await session.share()) === undefined;
      return isShown ? `${baseUrl}/websites/${id}` : undefined;
    },
    forget() {
      for (const kept of [websites, ...Object.values(statistics)]) kept.forget();
    },
    activity: session.activity,
    onActivity: session.onActivity,
  };
}

/** Umami on its own server, tried with 3.0.3 and 3.1.0. */
export const umami: Adapter = {
  connect,
  signIn,
  readShareLink,
  async recognise(ask) {
    const { status, text } = await ask('/api/heartbeat');
    const body = answerJson(text);
    return status === 200 && isRecord(body) && body['ok'] === true;
  },
};
