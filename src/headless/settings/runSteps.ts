import type { Api } from '#api/api.ts';
import { exitCodeOf, exitCodes, failureLine } from '#connection/errors.ts';
import { complain, isQuiet, progress, say } from '#headless/output/stderr.ts';
import { print, rememberChanges } from '#headless/output/stdout.ts';
import { writeTable } from '#headless/output/write.ts';
import type { Run } from '#headless/withService.ts';
import { counted } from '#model/text/number.ts';
import { safeText } from '#terminal/safeText.ts';
import type { Step } from './planSteps.ts';
import { changeWords, domainOf, stepTable, type StepResult } from './stepTable.ts';

/**
 * Changes one website after the other and says each result. Goes on after a failure, which makes the exit code 1. `unread` is
 * how many websites failed before.
 */
export async function runSteps(
  run: Run,
  steps: readonly Step[],
  passwords: ReadonlyMap<string, string>,
  unread = 0,
): Promise<void> {
  const results: StepResult[] = [];
  for (const [at, step] of steps.entries()) {
    progress.show(`${at + 1} of ${steps.length}, ${safeText(domainOf(step), 100)}`);
    const error = await carryOut(run.api, step, passwords);
    results.push({ step, error });
    rememberChanges(`By then ${at + 1} of ${counted(steps.length, 'websites')} had been gone through.`);
    if (run.format === 'table') await print(resultLine(step, error));
    if (isQuiet() && error !== undefined) complain(resultLine(step, error).trimEnd());
  }
  if (run.format === 'table') say(doneLine(results, unread));
  else await writeTable(stepTable('Results', results, true, unread), run);
  if (unread > 0 || results.some(({ error }) => error !== undefined)) process.exitCode = exitCodes.refused;
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
function doneLine(results: readonly StepResult[], unread: number): string {
  const count = (action: Step['action']) =>
    results.filter(({ step, error }) => step.action === action && error === undefined).length;
  const failed = results.filter(({ error }) => error !== undefined).length + unread;
  const parts = (['create', 'update', 'delete', 'leave'] as const)
    .filter(action => count(action) > 0 || action === 'leave')
    .map(action => `${count(action)} ${doneWords[action]}`)
    .concat(failed === 0 ? [] : [`${failed} failed`]);
  return `${parts.join(', ')}.`;
}
