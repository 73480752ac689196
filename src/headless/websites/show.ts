import { withService } from '#headless/withService.ts';
import type { GlobalOptions } from '#headless/options/global.ts';
import { resolveSite } from '#connection/resolveSite.ts';
import type { Website } from '#model/website/website.ts';
import { writeRecords } from './records.ts';

export async function showWebsites(sites: readonly string[], options: GlobalOptions): Promise<void> {
  await withService(options, async run => {
    const websites: Website[] = [];
    for (const site of sites) {
      const { id } = await resolveSite(run.api, site);
      websites.push(await run.api.showWebsite(id));
    }
    await writeRecords(run, websites);
  });
}
