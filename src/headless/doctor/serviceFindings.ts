import { existsSync } from 'node:fs';
import { adapters } from '#api/adapters.ts';
import { isPlainHttpElsewhere, isUnchecked } from '#api/baseUrl.ts';
import { ApiError } from '#api/error.ts';
import type { Paths } from '#config/paths.ts';
import type { Connection, Profile } from '#config/resolveProfile.ts';
import { failureLine } from '#connection/errors.ts';
import { keyPlace, keyPlaces, keyRemedy } from '#headless/signInHint.ts';
import { openApi, serviceFile } from '#connection/openApi.ts';
import { counted } from '#model/text/number.ts';
import { timeStampIn, todayIn } from '#model/period/today.ts';
import { wireNames } from '#model/website/website.ts';
import { safeText } from '#terminal/safeText.ts';
import type { Finding } from './finding.ts';

/** Whether the chosen service answers, how fast, and with what. The demo is not made for it. */
export async function serviceFindings(profile: Profile, paths: Paths): Promise<Finding[]> {
  const { connection, timeZone } = profile;
  const chosen = [finding('profile', profile.name), ...keyFindings(connection)];
  if (connection.kind === 'demo' && !existsSync(serviceFile('demo', paths)))
    return [...chosen, finding('answers', 'the demo is made when it is first opened')];
  const { api, opened, close, service } = openApi(connection, {
    env: process.env,
    paths,
    today: () => todayIn(timeZone, new Date()),
    timeStamp: () => timeStampIn(timeZone, new Date()),
    timeZone,
  });
  try {
    await opened;
    const began = performance.now();
    const page = await api.listWebsites({ perPage: 10 });
    const milliseconds = Math.round(performance.now() - began);
    const total = page.total ?? (page.next === 'no' ? page.rows.length : undefined);
    const { statistics, fields, privacies } = api.capabilities;
    const adapter = Object.values(adapters).find(({ capabilities }) => capabilities === api.capabilities);
    const changed = [
      ...fields.map(field => (field === 'domain' ? field : wireNames[field])),
      ...(privacies.length > 0 ? ['privacy'] : []),
    ];
    return [
      ...chosen,
      finding('interface', adapter?.name ?? 'phpAnalytics, with more statistics'),
      finding('answers', `in ${milliseconds} ms`),
      finding('websites', total === undefined ? 'it does not say how many' : counted(total, 'websites')),
      finding('has', counted(Object.keys(statistics).length, 'statistics')),
      finding('changes', profile.readOnly ? 'nothing: read-only' : changed.join(', ') || 'nothing'),
    ];
  } catch (error) {
    const remedy =
      error instanceof ApiError && error.kind === 'auth' ? keyRemedy(profile, service(), error) : undefined;
    const problem = [failureLine(error), remedy].filter(part => part !== undefined).join(' ');
    return [...chosen, { ...finding('answers', 'no'), problem }];
  } finally {
    close();
  }
}

/** Where the key that is used is from: the environment goes before the profile. */
function keyFindings(connection: Connection): Finding[] {
  if (connection.kind !== 'service') return [];
  const place = finding('key', `from ${keyPlaces[keyPlace(connection)]}`);
  return [{ ...place, problem: exposure(connection.url) }];
}

/** How the key could be read on the network. */
function exposure(url: string): string | undefined {
  if (isUnchecked(url, process.env))
    return 'With NODE_TLS_REJECT_UNAUTHORIZED=0 no certificate is checked, so it can be read on its way: unset it.';
  return isPlainHttpElsewhere(url) ? 'Over http:// it can be read on its way: use https://.' : undefined;
}

function finding(name: string, value: string): Finding {
  return { section: 'Service', name, value: safeText(value, 200) };
}
