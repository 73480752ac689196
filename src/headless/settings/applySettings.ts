import type { Api } from '#api/api.ts';
import { mustWrite, withService } from '#headless/withService.ts';
import { exitCodeOf, exitCodes, failureLine, UsageError } from '#connection/errors.ts';
import { ask } from '#headless/output/ask.ts';
import { progress, say } from '#headless/output/stderr.ts';
import { print, rememberChanges } from '#headless/output/stdout.ts';
import { writeTable } from '#headless/output/write.ts';
import { counted } from '#model/text/number.ts';
import { safeText } from '#terminal/safeText.ts';
import type { SettingsOptions } from './planSettings.ts';
import { planSteps, type Step } from './planSteps.ts';
import { readSettings } from './readSettings.ts';
import { refuseLackingSettings } from './refuseLackingSettings.ts';
import { readWebsites } from './readWebsites.ts';
import { countOf, domainOf, stepTable, summaryLine, type StepResult, changeWords } from './stepTable.ts';

/** Applies the settings to one website after the other. Goes on after a failure, which makes the exit code 1. */
export async function applySettings(file: string, options: SettingsOptions): Promise<void> {
  const settings = await readSettings(file);
  await withService(options, async run => {
    mustWrite(run);
    const steps = planSteps(settings, await readWebsites(run.api), options.prune === true);
    refuseLackingSettings(settings, steps, run.api.capabilities);
    const passwords = readPasswords(steps);
    await confirmDeletions(steps, options.yes === true);
    const results: StepResult[] = [];
    for (const [at, step] of steps.entries()) {
      progress.show(`${at + 1} of ${steps.length}, ${safeText(domainOf(step), 100)}`);
      const error = await carryOut(run.api, step, passwords);
      results.push({ step, error });
      rememberChanges(`By then ${at + 1} of ${counted(steps.length, 'websites')} had been gone through.`);
      if (run.format === 'table') await print(resultLine(step, error));
    }
    if (run.format === 'table') say(doneLine(results));
    else await writeTable(stepTable('Results', results, true), run);
    if (results.some(({ error }) => error !== undefined)) process.exitCode = exitCodes.refused;
  });
}

/** Reads all passwords that are needed, before anything is changed. Throws a UsageError for a missing one. */
function readPasswords(steps: readonly Step[]): ReadonlyMap<string, string> {
  const passwords = new Map<string, string>();
  for (const step of steps) {
    if (step.action !== 'create' && step.action !== 'update') continue;
    const { passwordEnv } = step;
    if (passwordEnv === undefined || !asksForPassword(step)) continue;
    const password = process.env[passwordEnv] ?? '';
    if (password === '')
      throw new UsageError(
        `${safeText(domainOf(step), 100)}: set ${safeText(passwordEnv, 60)} to its password. Nothing was changed.`,
      );
    passwords.set(passwordEnv, password);
  }
  return passwords;
}

function asksForPassword(step: Extract<Step, { action: 'create' | 'update' }>): boolean {
  return (step.action === 'create' ? step.fields : step.changes).privacy === 'password';
}

async function confirmDeletions(steps: readonly Step[], yes: boolean): Promise<void> {
  const count = countOf(steps, 'delete');
  if (count === 0 || yes) return;
  const what = counted(count, 'websites');
  const answer = await ask(
    `${summaryLine(steps)}. This deletes ${what} with all statistics. Type yes to go on:`,
  );
  if (answer === undefined)
    throw new UsageError(
      `Cannot ask whether to delete ${what} without a terminal: add --yes. Nothing was changed.`,
    );
  if (answer.trim().toLowerCase() !== 'yes') throw new UsageError('Nothing was changed.');
}

/** The error in one line; undefined where the step succeeded. */
async function carryOut(
  api: Api,
  step: Step,
  passwords: ReadonlyMap<string, string>,
): Promise<string | undefined> {
  try {
    await change(api, step, passwords);
    return undefined;
  } catch (error) {
    if (exitCodeOf(error) === undefined) throw error;
    return failureLine(error);
  }
}

async function change(api: Api, step: Step, passwords: ReadonlyMap<string, string>): Promise<void> {
  switch (step.action) {
    case 'create': {
      const password = passwords.get(step.passwordEnv ?? '') ?? '';
      return void (await api.createWebsite({ ...step.fields, password }));
    }
    case 'update': {
      const password = passwords.get(step.passwordEnv ?? '');
      const changes = password === undefined ? step.changes : { ...step.changes, password };
      return void (await api.updateWebsite(step.website.id, changes));
    }
    case 'delete':
      return await api.deleteWebsite(step.website.id);
    case 'leave':
      return undefined;
  }
}

const doneWords: Readonly<Record<Step['action'], string>> = {
  create: 'created',
  update: 'changed',
  delete: 'deleted',
  leave: 'left alone',
};

/** The result for one website in a line; empty where it was left alone. */
function resultLine(step: Step, error: string | undefined): string {
  if (step.action === 'leave') return '';
  const words = changeWords(step);
  const detail = error === undefined ? words : `failed: ${error}`;
  const done = error === undefined ? doneWords[step.action] : step.action;
  return `${safeText(`${done} ${domainOf(step)}${detail === '' ? '' : `, ${detail}`}`, 800)}\n`;
}

/** "2 created, 10 left alone, 1 failed." */
function doneLine(results: readonly StepResult[]): string {
  const count = (action: Step['action']) =>
    results.filter(({ step, error }) => step.action === action && error === undefined).length;
  const failed = results.filter(({ error }) => error !== undefined).length;
  const parts = (['create', 'update', 'delete', 'leave'] as const)
    .filter(action => count(action) > 0 || action === 'leave')
    .map(action => `${count(action)} ${doneWords[action]}`)
    .concat(failed === 0 ? [] : [`${failed} failed`]);
  return `${parts.join(', ')}.`;
}
