import type { Api } from '#api/api.ts';
import { exitCodes, Failure, failureLine } from '#model/failure.ts';
import { confirm } from '#cli/input.ts';
import {
  columnsOf,
  complain,
  outputState,
  paint,
  print,
  progress,
  say,
  type TableView,
  usualCell,
  writeTable,
} from '#cli/output.ts';
import type { Run } from '#cli/withService.ts';
import type { DataCell, DataTable } from '#model/export/dataTable.ts';
import { leftOutWords, websitesTable } from '#model/export/websiteTables.ts';
import {
  daysLeftBy,
  draftOf,
  endedLinks,
  linkWords,
  type WebsiteChanges,
  type WebsiteDraft,
} from '#model/website/draft.ts';
import {
  type SettingName,
  settingNames,
  type Website,
  websiteDefaults,
  websiteName,
  wireNames,
} from '#model/website/website.ts';
import { plainText, safeText } from '#text/safeText.ts';
import { counted } from '#text/words.ts';
import type { Step } from './plan.ts';
import { canWrite } from '#model/service/capabilities.ts';
import { padEnd } from '#text/fit.ts';

const actionWords = {
  create: ['to create', 'created'],
  update: ['to change', 'changed'],
  delete: ['to delete', 'deleted'],
  leave: ['left alone', 'left alone'],
} as const;

const actions = ['create', 'update', 'delete', 'leave'] as const;

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
    const now = valueWords(after, field);
    return step.action === 'create'
      ? `${wireNames[field]}: ${now}`
      : `${wireNames[field]}: ${valueWords(before, field)} -> ${now}`;
  });
  return [...words, ...(step.action === 'update' ? lostWords(step.website, step.changes) : [])].join('; ');
}

/** "share links that end: /share/k3Hs", and the visits that are deleted; none where nothing is lost. Foreign text. */
function lostWords(website: Website, changes: WebsiteChanges): string[] {
  const ended = endedLinks(website, changes);
  const days = daysLeftBy(website, changes);
  return [
    ...(ended.length === 0 ? [] : [`share links that end: ${linkWords(ended, website)}`]),
    ...(days === undefined ? [] : [`visits older than ${days} days are deleted`]),
  ];
}

/** Asks where websites or visits are deleted; whether it has asked. Throws a UsageError. */
export async function confirmDeletions(steps: readonly Step[], question = ''): Promise<boolean> {
  const gone = countOf(steps, 'delete');
  const shortened = steps.flatMap(step => {
    const days = step.action === 'update' ? daysLeftBy(step.website, step.changes) : undefined;
    return days === undefined ? [] : [`${safeText(domainOf(step), 100)} older than ${days} days`];
  });
  const [only, ...others] = shortened;
  const websites = counted(gone, 'websites');
  const visits = others.length === 0 ? `visits of ${only}` : `older visits of ${shortened.length} websites`;
  const deleted = [
    ...(gone === 0 ? [] : [{ what: websites, text: `${websites} with all statistics` }]),
    ...(only === undefined ? [] : [{ what: visits, text: `${visits}, which do not come back` }]),
  ];
  if (deleted.length === 0) return false;
  const warning = `This deletes ${deleted.map(one => one.text).join(', and ')}.`;
  const asked = question === '' ? warning : `${question} ${warning}`;
  await confirm(`delete ${deleted.map(one => one.what).join(' and ')}`, asked);
  return true;
}

function valueWords(values: Partial<WebsiteDraft>, field: SettingName): string {
  const value: unknown = values[field];
  if (value === '') return field === 'retention' ? 'for ever' : 'nothing';
  return typeof value === 'string' ? value.split(/\r?\n/).join(', ') : String(value);
}

function countOf(steps: readonly Step[], action: Step['action']): number {
  return steps.filter(step => step.action === action).length;
}

/** @param done what became of the steps; `unread` is how many websites failed before */
export function stepTable(
  title: string,
  steps: readonly Step[],
  done?: { readonly errors: ReadonlyMap<Step, string>; readonly unread: number },
): DataTable {
  const counts = actions.map(action => [action, countOf(steps, action)] as const);
  return {
    title,
    about: { ...Object.fromEntries(counts), ...(done && { failed: done.errors.size + done.unread }) },
    columns: columnsOf({
      action: 'Action',
      domain: 'Domain',
      changes: 'Changes',
      ...(done && { error: 'Error' }),
    }),
    rows: steps.map(step => [
      step.action,
      domainOf(step),
      changeWords(step),
      ...(done ? [done.errors.get(step)] : []),
    ]),
  };
}

/** "1 to create, 2 left alone"; `tense` 1 for what is done. */
export function summaryLine(steps: readonly Step[], tense: 0 | 1 = 0): string {
  return actions
    .map(action => ({ count: countOf(steps, action), action }))
    .filter(({ count, action }) => count > 0 || action === 'leave')
    .map(({ count, action }) => `${count} ${actionWords[action][tense]}`)
    .join(', ');
}

export const planView: TableView = {
  cell(key, row, at) {
    if (key !== 'action') return undefined;
    const action = String(row[at]);
    return {
      text: safeText(action),
      style: action === 'delete' ? 'bad' : action === 'create' ? 'good' : undefined,
    };
  },
};

/** Changes one website, and prints it as it is then. Rejects as the Api does. */
export async function runStep(run: Run, step: Step): Promise<void> {
  const name = safeText(domainOf(step), 200);
  const answered = await carryOut(run.api, step);
  if (step.action === 'leave') say(`${name} is unchanged: it has these values.`);
  else outputState.changes = `${name} was ${actionWords[step.action][1]}.`;
  if (step.action === 'delete') {
    if (run.format === 'table') return say(`Deleted ${name} and its statistics.`);
    return await writeTable(websitesTable('Deleted websites', [step.website]), run);
  }
  if (step.action === 'update')
    for (const words of lostWords(step.website, step.changes)) say(`${name}: ${words}`);
  // The service may answer without a body.
  const read = () =>
    step.action === 'create' ? run.resolveSite(step.domain) : run.api.showWebsite(step.website.id);
  await writeRecords(run, [answered ?? (await read())]);
}

/** Goes on after a failure, which makes the exit code 1. `unread`: how many websites failed before. */
export async function runSteps(run: Run, steps: readonly Step[], unread = 0): Promise<void> {
  const errors = new Map<Step, string>();
  for (const [at, step] of steps.entries()) {
    progress.show(`${at + 1} of ${steps.length}, ${safeText(domainOf(step), 100)}`);
    try {
      await carryOut(run.api, step);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      errors.set(step, failureLine(error));
    }
    outputState.changes = `By then ${at + 1} of ${counted(steps.length, 'websites')} had been processed.`;
    const line = resultLine(step, errors.get(step));
    if (run.format === 'table') await print(line);
    if (outputState.isQuiet && errors.has(step)) complain(line.trimEnd());
  }
  const failed = errors.size + unread;
  const done = steps.filter(step => !errors.has(step));
  if (run.format === 'table') say(`${summaryLine(done, 1)}${failed === 0 ? '' : `, ${failed} failed`}.`);
  else await writeTable(stepTable('Results', steps, { errors, unread }), run);
  if (failed > 0) process.exitCode = exitCodes.refused;
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

/** The result for one website in a line; empty where it was left alone. */
function resultLine(step: Step, error: string | undefined): string {
  if (step.action === 'leave') return '';
  const words = changeWords(step);
  const detail = error === undefined ? words : `failed: ${error}`;
  const done = error === undefined ? actionWords[step.action][1] : step.action;
  return `${safeText(`${done} ${domainOf(step)}${detail === '' ? '' : `, ${detail}`}`, 800)}\n`;
}

/** Prints websites with all fields; as a table for people one field below the other. */
export async function writeRecords(run: Run, websites: readonly Website[]): Promise<void> {
  const table = recordsTable(websites);
  for (const website of websites) {
    const words = leftOutWords(website);
    if (words !== undefined) say(`${websiteName(website)}: left out ${words}.`);
  }
  if (run.format !== 'table') return await writeTable(table, run);
  await print(table.rows.map(row => recordText(table, row, run)).join('\n'));
}

function recordText(
  { columns }: DataTable,
  row: DataTable['rows'][number],
  { printer, api: { capabilities } }: Run,
): string {
  const missing = new Set<string>(
    settingNames.filter(name => !canWrite(capabilities, name)).map(name => wireNames[name]),
  );
  const width = Math.max(...columns.map(({ title }) => title.length)) + 2;
  const lines = columns.flatMap(({ key, title }, at) => {
    const cell = row[at];
    // A setting that the service does not have is none that is empty.
    if (cell === undefined && missing.has(key)) return [];
    // A stored list has one entry a line.
    const parts = typeof cell === 'string' && cell.includes('\n') ? cell.split(/\r?\n/) : [cell];
    return parts.map((part, index) => {
      const name = padEnd(safeText(index === 0 ? title : ''), width);
      return `${paint(name, 'dim', printer)}${usualCell(part).text}`;
    });
  });
  return `${lines.join('\n')}\n`;
}

function recordsTable(websites: readonly Website[]): DataTable {
  const table = websitesTable('Websites', websites);
  const known = new Set(table.columns.map(({ key }) => key));
  const others = [...new Set(websites.flatMap(({ fields }) => Object.keys(fields)))].filter(
    name => !known.has(name) && name !== 'password',
  );
  return {
    ...table,
    columns: [...table.columns, ...others.map(key => ({ key, title: key }))],
    rows: websites.map((website, at) => [
      ...(table.rows[at] ?? []),
      ...others.map((name): DataCell => {
        const value = (Object.hasOwn(website.fields, name) ? website.fields[name] : undefined) ?? undefined;
        const isPlain = value === undefined || typeof value === 'number' || typeof value === 'boolean';
        return isPlain ? value : plainText(value);
      }),
    ]),
  };
}
