import { withService } from '#headless/withService.ts';
import type { GlobalOptions } from '#headless/options/globalOptions.ts';
import { exitCodes } from '#connection/errors.ts';
import { say } from '#headless/output/stderr.ts';
import { writeTable } from '#headless/output/write.ts';
import { planSteps } from './planSteps.ts';
import { readSettings } from './readSettings.ts';
import { refuseLackingSettings } from './refuseLackingSettings.ts';
import { readWebsites, withShareLinks } from './readWebsites.ts';
import { planView, stepTable, summaryLine } from './stepTable.ts';

export interface SettingsOptions extends GlobalOptions {
  readonly prune?: boolean;
}

/** Prints what apply would do. For people, unchanged websites are only counted. */
export async function planSettings(file: string, options: SettingsOptions): Promise<void> {
  const settings = await readSettings(file, options.prune === true);
  await withService(options, async run => {
    const planned = planSteps(settings, await readWebsites(run.api), options.prune === true);
    const steps = await withShareLinks(run.api, planned);
    refuseLackingSettings(settings, steps, run.api.capabilities);
    const shown = run.format === 'table' ? steps.filter(({ action }) => action !== 'leave') : steps;
    const results = shown.map(step => ({ step }));
    await writeTable(stepTable('Plan', results, false), run, planView);
    if (run.format === 'table') say(`${summaryLine(steps)}.`);
    if (steps.some(({ action }) => action !== 'leave')) process.exitCode = exitCodes.changes;
  });
}
