import { existsSync } from 'node:fs';
import { adapters } from '#api/adapters.ts';
import type { Paths } from '#config/paths.ts';
import type { Connection, Profile } from '#config/resolveProfile.ts';
import { failureLine } from '#connection/errors.ts';
import { openApi, serviceFile } from '#connection/openApi.ts';
import { counted } from '#model/text/number.ts';
import { timeStampIn, todayIn } from '#model/period/today.ts';
import { safeText } from '#terminal/safeText.ts';
import type { Finding } from './finding.ts';

/** Whether the chosen service answers, how fast, and with what. The demo is not made for it. */
export async function serviceFindings(profile: Profile, paths: Paths): Promise<Finding[]> {
  const { connection, timeZone } = profile;
  const chosen = [finding('profile', profile.name), ...keyFindings(connection)];
  if (connection.kind === 'demo' && !existsSync(serviceFile('demo', paths)))
    return [...chosen, finding('answers', 'the demo is made when it is first opened')];
  const { api, opened, close } = openApi(connection, {
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
    const changed = [...fields, ...(privacies.length > 0 ? ['privacy'] : [])];
    return [
      ...chosen,
      finding('interface', adapter?.name ?? 'one of its own'),
      finding('answers', `in ${milliseconds} ms`),
      finding('websites', total === undefined ? 'it does not say how many' : counted(total, 'websites')),
      finding('has', counted(Object.keys(statistics).length, 'statistics')),
      finding('changes', profile.readOnly ? 'nothing: read-only' : changed.join(', ') || 'nothing'),
    ];
  } catch (error) {
    return [...chosen, { ...finding('answers', 'no'), problem: failureLine(error) }];
  } finally {
    close();
  }
}

/** Where the key that is used is from: the environment goes before the profile. */
function keyFindings(connection: Connection): Finding[] {
  if (connection.kind !== 'service') return [];
  const { apiKey } = connection;
  if (typeof apiKey === 'object') return [finding('key', 'from a sign-in by SITEDECK_USER')];
  if (apiKey === process.env['SITEDECK_API_KEY']?.trim()) return [finding('key', 'from SITEDECK_API_KEY')];
  return [finding('key', typeof apiKey === 'function' ? 'from its command' : 'from the file')];
}

function finding(name: string, value: string): Finding {
  return { section: 'Service', name, value: safeText(value, 200) };
}
