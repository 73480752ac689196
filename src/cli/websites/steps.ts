import type { Api } from '#api/api.ts';
import { Failure, exitCodes, failureLine } from '#model/failure.ts';
import { complain, isQuiet, progress, say } from '#cli/output/stderr.ts';
import { print, rememberChanges } from '#cli/output/stdout.ts';
import { type TableView, writeTable } from '#cli/output/table.ts';
import type { Run } from '#cli/withService.ts';
import type { DataTable } from '#model/export/dataTable.ts';
import { websitesTable } from '#model/export/websiteTables.ts';
import {
  draftOf,
  endedLinks,
  linkWords,
  type WebsiteChanges,
  type WebsiteDraft,
} from '#model/website/draft.ts';
import {
  settingNames,
  type Website,
  websiteDefaults,
  websiteName,
  wireNames,
} from '#model/website/website.ts';
import { safeText } from '#text/safeText.ts';
import { counted } from '#text/words.ts';
import type { Step } from './plan.ts';
import { writeRecords } from './print.ts';

/** A step and the error where it failed; in a plan there is never one. */
type StepResult = { readonly step: Step; readonly error?: string | undefined };

export function domainOf(step: Step): string {
  return step.action === 'create' ? step.domain : websiteName(step.website);
}

/** "privacy: private -> public"; for a new website the settings that are not the defaults. Never a password. */
export function changeWords(step: Step): string {
  if (step.action === 'leave' || step.action === 'delete') return '';
  const before: WebsiteDraft = step.action === 'create' ? websiteDefaults : draftOf(step.website);
  const after: Partial<WebsiteDraft> = step.action === 'create' ? step.fields : step.changes;
  const fields = settingNames.filter(field => after[field] !== undefined && after[field] !== before[field]);
  const words = fields.map(field => {
    const now = valueWords(after[field]);
    return step.action === 'create'
      ? `${wireNames[field]}: ${now}`
      : `${wireNames[field]}: ${valueWords(before[field])} -> ${now}`;
  });
  return [...words, ...(step.action === 'update' ? endedWords(step.website, step.changes) : [])].join('; ');
}

/** "share links that end: /share/k3Hs"; none where none end. Foreign text. */
function endedWords(website: Website, changes: WebsiteChanges): string[] {
  const ended = endedLinks(website, changes);
  return ended.length === 0 ? [] : [`share links that end: ${linkWords(ended, website)}`];
}

function valueWords(value: unknown): string {
  if (value === '') return 'nothing';
  return typeof value === 'string' ? value.split(/\r?\n/).join(', ') : String(value);
}

export function countOf(steps: readonly Step[], action: Step['action']): number {
  return steps.filter(step => step.action === action).length;
}

/** The table of a plan, or of its results where `applied`; `unread` is how many more failed, which have no row. */
export function stepTable(
  title: string,
  results: readonly StepResult[],
  applied: boolean,
  unread = 0,
): DataTable {
  const steps = results.map(({ step }) => step);
  return {
    title,
    about: {
      create: countOf(steps, 'create'),
      update: countOf(steps, 'update'),
      delete: countOf(steps, 'delete'),
      leave: countOf(steps, 'leave'),
      ...(applied ? { failed: results.filter(({ error }) => error !== undefined).length + unread } : {}),
    },
    columns: [
      { key: 'action', title: 'Action' },
      { key: 'domain', title: 'Domain' },
      { key: 'changes', title: 'Changes' },
      ...(applied ? [{ key: 'error', title: 'Error' }] : []),
    ],
    rows: results.map(({ step, error }) => [
      step.action,
      domainOf(step),
      changeWords(step),
      ...(applied ? [error] : []),
    ]),
  };
}

export function summaryLine(steps: readonly Step[]): string {
  const part = (action: Step['action'], words: string) =>
    countOf(steps, action) > 0 || action === 'leave' ? [`${countOf(steps, action)} ${words}`] : [];
  return [
    ...part('create', 'to create'),
    ...part('update', 'to change'),
    ...part('delete', 'to delete'),
    ...part('leave', 'left alone'),
  ].join(', ');
}

export const planView: TableView = {
  cell(key, row, at) {
    if (key !== 'action') return undefined;
    const action = String(row[at]);
    return {
      text: safeText(action),
      ink: action === 'delete' ? 'bad' : action === 'create' ? 'good' : undefined,
    };
  },
};

/** Changes one website, and prints it as it is then. Rejects as the Api does. */
export async function runStep(run: Run, step: Step): Promise<void> {
  const name = safeText(domainOf(step), 200);
  const answered = await carryOut(run.api, step);
  if (step.action === 'leave') say(`${name} is unchanged: it has these values.`);
  else rememberChanges(`${name} was ${doneWords[step.action]}.`);
  if (step.action === 'delete') {
    if (run.format === 'table') return say(`Deleted ${name} and its statistics.`);
    return await writeTable(websitesTable('Deleted websites', [step.website]), run);
  }
  if (step.action === 'update')
    for (const words of endedWords(step.website, step.changes)) say(`${name}: ${words}`);
  // The service may answer without a body.
  const read = () =>
    step.action === 'create' ? run.resolveSite(step.domain) : run.api.showWebsite(step.website.id);
  await writeRecords(run, [answered ?? (await read())]);
}

/**
 * Changes one website after the other and says each result. Goes on after a failure, which makes the exit code 1. `unread` is
 * how many websites failed before.
 */
export async function runSteps(run: Run, steps: readonly Step[], unread = 0): Promise<void> {
  const results: StepResult[] = [];
  for (const [at, step] of steps.entries()) {
    progress.show(`${at + 1} of ${steps.length}, ${safeText(domainOf(step), 100)}`);
    const error = await failureOf(carryOut(run.api, step));
    results.push({ step, error });
    rememberChanges(`By then ${at + 1} of ${counted(steps.length, 'websites')} had been gone through.`);
    if (run.format === 'table') await print(resultLine(step, error));
    if (isQuiet() && error !== undefined) complain(resultLine(step, error).trimEnd());
  }
  if (run.format === 'table') say(doneLine(results, unread));
  else await writeTable(stepTable('Results', results, true, unread), run);
  if (unread > 0 || results.some(({ error }) => error !== undefined)) process.exitCode = exitCodes.refused;
}

async function failureOf(done: Promise<unknown>): Promise<string | undefined> {
  try {
    await done;
    return undefined;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return failureLine(error);
  }
}

/** The website as it is then, where the service says it. */
async function carryOut(api: Api, step: Step): Promise<Website | undefined> {
  switch (step.action) {
    case 'create':
      return await api.createWebsite(step.fields);
    case 'update':
      return await api.updateWebsite(step.website.id, step.changes);
    case 'delete':
      await api.deleteWebsite(step.website.id);
      return undefined;
    case 'leave':
      return step.website;
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
