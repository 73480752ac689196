import { mustWrite, withService } from '#headless/withService.ts';
import { confirm } from '#headless/output/ask.ts';
import { counted } from '#model/text/number.ts';
import { safeText } from '#terminal/safeText.ts';
import type { SettingsOptions } from './planSettings.ts';
import { planSteps, type Step } from './planSteps.ts';
import { readSettings } from './readSettings.ts';
import { refuseAll } from './refuseAll.ts';
import { refuseLackingSettings } from './refuseLackingSettings.ts';
import { readWebsites, withShareLinks } from './readWebsites.ts';
import { runSteps } from './runSteps.ts';
import { countOf, domainOf, summaryLine } from './stepTable.ts';

/** Applies the settings, as runSteps does. */
export async function applySettings(file: string, options: SettingsOptions): Promise<void> {
  const settings = await readSettings(file, options.prune === true);
  await withService(options, async run => {
    mustWrite(run);
    const planned = planSteps(settings, await readWebsites(run.api), options.prune === true);
    const steps = await withShareLinks(run.api, planned);
    refuseLackingSettings(settings, steps, run.api.capabilities);
    const passwords = readPasswords(steps);
    if (options.yes !== true) await confirmDeletions(steps);
    await runSteps(run, steps, passwords);
  });
}

/** Reads all passwords that are needed, before anything is changed. Throws a UsageError that names those missing. */
function readPasswords(steps: readonly Step[]): ReadonlyMap<string, string> {
  const passwords = new Map<string, string>();
  const missing: string[] = [];
  for (const step of steps) {
    if (step.action !== 'create' && step.action !== 'update') continue;
    const { passwordEnv } = step;
    if (passwordEnv === undefined || !asksForPassword(step)) continue;
    // Else "toString" would be a function of every object.
    const password = (Object.hasOwn(process.env, passwordEnv) && process.env[passwordEnv]) || '';
    if (password === '')
      missing.push(`${safeText(domainOf(step), 100)}: set ${safeText(passwordEnv, 60)} to its password.`);
    passwords.set(passwordEnv, password);
  }
  refuseAll(missing.length === 1 ? missing.map(line => `${line} Nothing was changed.`) : missing);
  return passwords;
}

function asksForPassword(step: Extract<Step, { action: 'create' | 'update' }>): boolean {
  return (step.action === 'create' ? step.fields : step.changes).privacy === 'password';
}

async function confirmDeletions(steps: readonly Step[]): Promise<void> {
  const count = countOf(steps, 'delete');
  if (count === 0) return;
  const what = counted(count, 'websites');
  await confirm(`delete ${what}`, `${summaryLine(steps)}. This deletes ${what} with all statistics.`);
}
