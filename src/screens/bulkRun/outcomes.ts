import type { Part } from '#components/style.ts';
import { countOutcomes, type BulkRun } from '#store/editing/bulkRun.ts';
import type { Outcome } from '#store/editing/runEach.ts';
import { label, safeText } from '#terminal/safeText.ts';

const doneWords = { edit: 'saved', delete: 'deleted', undo: 'put back' } as const;
const doingWords = { edit: 'Saving', delete: 'Deleting', undo: 'Putting back' } as const;
const unchangedWords = {
  edit: 'unchanged',
  delete: 'nothing to do',
  undo: 'not put back',
} as const;

/** The result for one website. */
export function outcomePart(outcome: Outcome, kind: BulkRun['kind']): Part {
  switch (outcome.kind) {
    case 'waiting':
      return { text: label`waiting`, tone: 'dim' };
    case 'running':
      return { text: label`${safeText(doingWords[kind])} ...`, tone: 'accent' };
    case 'done':
      return { text: safeText(`${doneWords[kind]}${noteOf(outcome.note)}`), tone: 'good' };
    case 'unchanged':
      return { text: safeText(`${unchangedWords[kind]}${noteOf(outcome.note)}`), tone: 'dim' };
    case 'failed':
      return { text: safeText(`failed: ${outcome.message}`), tone: 'bad' };
    case 'stopped':
      return { text: label`not done: stopped`, tone: 'warn' };
  }
}

function noteOf(note: string | undefined): string {
  return note === undefined ? '' : `, ${note}`;
}

/** The progress, and at the end the number of each result. */
export function progressParts(run: BulkRun): Part[] {
  const counts = countOutcomes(run);
  const all = run.websites.length;
  if (!run.finished) {
    const over = all - counts.waiting - counts.running;
    const stopping: Part[] = run.stopping ? [{ text: label`  stopping ...`, tone: 'warn' }] : [];
    return [
      { text: label`${safeText(doingWords[run.kind])} ${over} of ${all}`, tone: 'accent' },
      ...stopping,
    ];
  }
  const parts: Part[] = [{ text: label`${counts.done} ${safeText(doneWords[run.kind])}`, tone: 'good' }];
  if (counts.unchanged > 0) parts.push({ text: label`, ${counts.unchanged} unchanged`, tone: 'dim' });
  if (counts.failed > 0) parts.push({ text: label`, ${counts.failed} failed`, tone: 'bad' });
  if (counts.stopped > 0) parts.push({ text: label`, ${counts.stopped} not done`, tone: 'warn' });
  if (counts.failed + counts.stopped > 0 && run.kind !== 'undo')
    parts.push({ text: label`. Those stay marked.`, tone: 'dim' });
  return parts;
}
