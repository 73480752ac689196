import type { TableView } from '#headless/output/write.ts';
import type { DataTable } from '#model/export/dataTable.ts';
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
import { safeText } from '#terminal/safeText.ts';
import type { Step } from './planSteps.ts';

/** A step and the error where it failed; in a plan there is never one. */
export type StepResult = { readonly step: Step; readonly error?: string | undefined };

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
export function endedWords(website: Website, changes: WebsiteChanges): string[] {
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

/** "2 to create, 1 to change, 10 left alone". */
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
