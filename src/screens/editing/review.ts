import { listChanges } from './fieldWords.ts';
import { dim, type Part } from '#components/parts.ts';
import {
  changesFor,
  draftOf,
  endedLinks,
  linkWords,
  listEntries,
  type WebsiteChanges,
  type WebsiteDraft,
} from '#model/website/draft.ts';
import type { Website } from '#model/website/website.ts';
import { hasShortWords } from './formLayout.ts';
import type { Viewport } from '#store/display.ts';
import { isListField, sentNoun, touchedBy, type WebsiteForm } from '#store/editing/form.ts';
import { type BulkRun, countOutcomes, doneWords, type Outcome, unchangedWords } from '#store/editing/run.ts';
import { memoizeByObject } from '#text/memo.ts';
import { joinSafe, label, safeText, type SafeText } from '#text/safeText.ts';
import { counted } from '#text/words.ts';

/** Undefined where none would change. With `merges` new lists begin with what is added or removed, and their sizes. */
export function beforeAndAfter(
  website: Website,
  touched: WebsiteChanges,
  merges = false,
): { before: SafeText; after: SafeText } | undefined {
  const changes = changesFor(website, touched);
  const fields = shownFields.filter(field => field in changes);
  if (fields.length === 0) return undefined;
  const before = draftOf(website);
  const after = { ...before, ...changes };
  // The service never says a password, and may leave fields out.
  const known = fields.filter(field => field !== 'password' && website[field] !== undefined);
  return {
    before: known.length === 0 ? label`not known` : inWords(before, known),
    after: joinSafe(
      fields.flatMap(field => [
        merges && isListField(field) ? mergedWords(before, after, field) : valueWords(after, field),
        ...(field === 'privacy' ? endedWords(website, changes) : []),
      ]),
      label`, `,
    ),
  };
}

/** What the service says of how a website is set. */
export function knownWords(website: Website): SafeText {
  const known = (['privacy', 'email', 'excludeBots'] as const).filter(field => website[field] !== undefined);
  return inWords(draftOf(website), known);
}

function endedWords(website: Website, changes: WebsiteChanges): SafeText[] {
  const ended = endedLinks(website, changes);
  return ended.length === 0 ? [] : [safeText(`ends ${linkWords(ended, website)}`)];
}

// Every key draws them: those that change are counted once.
const changingOf = memoizeByObject<number>();

/** The websites of a form that would be other ones. */
export function countChanging(form: WebsiteForm): number {
  return changingOf(
    form.websites,
    [form],
    () => form.websites.filter(website => isChanged(website, touchedBy(form, website))).length,
  );
}

function isChanged(website: Website, touched: WebsiteChanges): boolean {
  const changes = changesFor(website, touched);
  return shownFields.some(field => field in changes);
}

const titles = { edit: label`Edit`, delete: label`Delete`, undo: label`Undo` };

export function titleOfAll(kind: BulkRun['kind'], { length }: readonly Website[]): SafeText {
  return label`${titles[kind]} ${length} websites`;
}

export function saveAllWords(form: WebsiteForm, viewport: Viewport): SafeText {
  const changing = countChanging(form);
  if (changing === 0) return label`nothing to save`;
  return hasShortWords(viewport) ? label`save` : label`save ${safeText(counted(changing, 'websites'))}`;
}

export function inWords(draft: WebsiteDraft, fields: readonly (keyof WebsiteChanges)[]): SafeText {
  return joinSafe(
    fields.map(field => valueWords(draft, field)),
    label`, `,
  );
}

/** "addresses +192.0.2.7, 3 in all". */
function mergedWords(
  before: WebsiteDraft,
  after: WebsiteDraft,
  field: 'excludeParams' | 'excludeIps',
): SafeText {
  const now = listEntries(after[field]);
  const changes = listChanges(listEntries(before[field]), now);
  return safeText(`${[sentNoun(field), ...changes].join(' ')}, ${now.length} in all`);
}

const shownFields = [
  'name',
  'privacy',
  'password',
  'email',
  'excludeBots',
  'excludeParams',
  'excludeIps',
  'retention',
] as const;

function valueWords(draft: WebsiteDraft, field: keyof WebsiteChanges): SafeText {
  switch (field) {
    case 'name':
      return safeText(`called ${draft.name}`);
    case 'privacy':
      return safeText(draft.privacy);
    case 'password':
      return label`new password`;
    case 'email':
      return draft.email ? label`reports` : label`no reports`;
    case 'excludeBots':
      return draft.excludeBots ? label`bots excluded` : label`bots counted`;
    case 'excludeParams':
    case 'excludeIps':
      return listWords(sentNoun(field), draft[field]);
    case 'retention':
      return draft.retention === '' ? label`kept for ever` : safeText(`kept ${draft.retention} days`);
  }
}

function listWords(noun: string, lines: string): SafeText {
  const entries = listEntries(lines);
  return safeText(entries.length === 0 ? `no ${noun}` : `${noun} ${entries.join(' ')}`);
}

const doingWords = { edit: 'Saving', delete: 'Deleting', undo: 'Putting back' } as const;
export function outcomePart(outcome: Outcome, kind: BulkRun['kind']): Part {
  switch (outcome.kind) {
    case 'waiting':
      return dim(label`waiting`);
    case 'running':
      return { text: label`${safeText(doingWords[kind])} ...`, tone: 'accent' };
    case 'done':
      return { text: safeText(`${doneWords[kind]}${noteOf(outcome.note)}`), tone: 'good' };
    case 'unchanged':
      return dim(safeText(`${unchangedWords[kind]}${noteOf(outcome.note)}`));
    case 'failed':
      return { text: safeText(`failed: ${outcome.message}`), tone: 'bad' };
    case 'stopped':
      return { text: label`not done: stopped`, tone: 'warn' };
  }
}

function noteOf(note: string | undefined): string {
  return note === undefined ? '' : `, ${note}`;
}

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
  if (counts.unchanged > 0)
    parts.push(dim(label`, ${counts.unchanged} ${safeText(unchangedWords[run.kind])}`));
  if (counts.failed > 0) parts.push({ text: label`, ${counts.failed} failed`, tone: 'bad' });
  if (counts.stopped > 0) parts.push({ text: label`, ${counts.stopped} not done`, tone: 'warn' });
  return parts;
}

/** Beside the button: what becomes of the websites that were not done. */
export function afterParts({ kind, outcomes, stopping, finished }: BulkRun): Part[] {
  if (stopping && !finished) return [dim(label`ends what it began `)];
  const left = outcomes.filter(outcome => outcome.kind === 'failed' || outcome.kind === 'stopped').length;
  if (!finished || left === 0 || kind === 'undo') return [];
  return [dim(label`${left} not done, still marked `)];
}
