import type { Adapter } from '#api/api.ts';
import { parseAnswer } from '#api/decode.ts';
import { isRecord } from '#text/parsedJson.ts';
import { accountOf } from './account.ts';
import { rowsOf } from './rows.ts';
import { seriesOf } from './series.ts';
import { websitesOf } from './websites.ts';

/** GoatCounter on its own server, or at goatcounter.com; tried with 2.7.0. */
export const goatCounter: Adapter = {
  async recognise(send) {
    const { status, headers } = await send('GET', '/api/v0/me');
    return status === 401 && /\brealm="?GoatCounter\b/.test(headers.get('www-authenticate') ?? '');
  },
  connect(open, about) {
    const account = accountOf(open, about);
    const series = seriesOf(account);
    return {
      get capabilities() {
        return account.capabilities();
      },
      ...websitesOf(account),
      ...series.methods,
      ...rowsOf(account, series),
      async readVersion() {
        const { text } = await account.http.send('GET', '/status');
        const status = parseAnswer(text);
        const version = isRecord(status) ? String(status['version']) : '';
        return /^v?(\d+(?:\.\d+){1,3})$/.exec(version)?.[1];
      },
      readTimeZone: async () => (await account.reader({})).timeZone,
      pageOf: id => account.pageOf(id),
    };
  },
};
