import { safeText } from '#terminal/safeText.ts';
import type { Step } from './planSteps.ts';
import { changeWords, domainOf, type StepResult } from './stepTable.ts';

const doneWords: Readonly<Record<Step['action'], string>> = {
  create: 'created',
  update: 'changed',
  delete: 'deleted',
  leave: 'left alone',
};

/** A line for what became of one website; empty where it was left alone. */
export function resultLine(step: Step, error: string | undefined): string {
  if (step.action === 'leave') return '';
  const words = changeWords(step);
  const detail = error === undefined ? words : `failed: ${error}`;
  const done = error === undefined ? doneWords[step.action] : step.action;
  return `${safeText(`${done} ${domainOf(step)}${detail === '' ? '' : `, ${detail}`}`, 800)}\n`;
}

/** "2 created, 10 left alone, 1 failed." */
export function doneLine(results: readonly StepResult[]): string {
  const count = (action: Step['action']) =>
    results.filter(({ step, error }) => step.action === action && error === undefined).length;
  const failed = results.filter(({ error }) => error !== undefined).length;
  const parts = (['create', 'update', 'delete', 'leave'] as const)
    .filter(action => count(action) > 0 || action === 'leave')
    .map(action => `${count(action)} ${doneWords[action]}`)
    .concat(failed === 0 ? [] : [`${failed} failed`]);
  return `${parts.join(', ')}.`;
}
