import { existsSync } from 'node:fs';
import type { Paths } from '#config/paths.ts';
import type { Profile } from '#config/resolveProfile.ts';
import { failureLine } from '#connection/errors.ts';
import { openApi, serviceFile } from '#connection/openApi.ts';
import { counted } from '#model/text/number.ts';
import { timeStampIn, todayIn } from '#model/period/today.ts';
import { safeText } from '#terminal/safeText.ts';
import type { Finding } from './finding.ts';

/** Whether the chosen service answers, how fast, and with what. The demo is not made for it. */
export async function serviceFindings(profile: Profile, paths: Paths): Promise<Finding[]> {
  const { connection, timeZone } = profile;
  const chosen = finding('profile', profile.name);
  if (connection.kind === 'demo' && !existsSync(serviceFile('demo', paths)))
    return [chosen, finding('answers', 'the demo is made when it is first opened')];
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
    return [
      chosen,
      finding('answers', `in ${milliseconds} ms`),
      finding('websites', total === undefined ? 'it does not say how many' : counted(total, 'websites')),
      finding('has', counted(Object.keys(api.capabilities.statistics).length, 'statistics')),
    ];
  } catch (error) {
    return [chosen, { ...finding('answers', 'no'), problem: failureLine(error) }];
  } finally {
    close();
  }
}

function finding(name: string, value: string): Finding {
  return { section: 'Service', name, value: safeText(value, 200) };
}
