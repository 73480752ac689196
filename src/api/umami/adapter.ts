import type { Adapter } from '#api/api.ts';
import { parseAnswer } from '#api/decode.ts';
import { isRecord } from '#text/parsedJson.ts';
import { createSession, readShareLink, signIn } from './session.ts';
import { statisticsOf } from './statistics.ts';
import { websitesOf } from './websites.ts';

/** Umami on its own server, tried with 3.0.3 and 3.1.0. */
export const umami: Adapter = {
  signIn,
  readShareLink,
  async recognise(send) {
    const { status, text } = await send('GET', '/api/heartbeat');
    const body = parseAnswer(text);
    return status === 200 && isRecord(body) && body['ok'] === true;
  },
  connect(open, about) {
    const session = createSession(open);
    const statistics = statisticsOf(session, about);
    const websites = websitesOf(session);
    return {
      get capabilities() {
        return statistics.capabilities();
      },
      ...websites,
      ...statistics.methods,
      async readVersion() {
        // Of a script that is empty where somebody has turned telemetry off; what it leads to is not asked.
        const { text } = await session.send('GET', '/api/scripts/telemetry');
        return /\?v=(\d+(?:\.\d+){1,3})\b/.exec(text)?.[1];
      },
      async shareLinkOf(id) {
        const link = (await websites.showWebsite(id)).shareLinks?.at(-1);
        return link && `${about.baseUrl}/share/${encodeURIComponent(link.slug)}`;
      },
      async pageOf(id) {
        // The page of a share link has an address that is a secret.
        const isShown = /^[\w-]+$/.test(id) && (await session.share()) === undefined;
        return isShown ? `${about.baseUrl}/websites/${id}` : undefined;
      },
    };
  },
};
