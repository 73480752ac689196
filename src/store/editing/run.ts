import { ApiError } from '#model/failure.ts';
import { mapConcurrently } from '#model/promises.ts';
import type { Website } from '#model/website/website.ts';
import { reviewRows, type Viewport } from '#store/display.ts';
import {
  type ListPosition,
  listStart,
  type Move,
  moveInList,
  type NavigationSlice,
  topRoute,
} from '#store/navigation/navigation.ts';
import type { NoticesSlice } from '#store/notices.ts';
import type { SliceContext } from '#store/slice.ts';
import { keyOf } from '#text/words.ts';
import type { WebsiteForm } from './form.ts';

/** The result for one website. Messages are safe to show. */
export type Outcome =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'running' }
  | { readonly kind: 'done'; readonly note?: string | undefined }
  /** It already had these values, or there was nothing to restore. */
  | { readonly kind: 'unchanged'; readonly note?: string | undefined }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'stopped' };

/** Of the four concurrent requests, one is left for what the user does meanwhile. */
const atOnce = 3;
/** A 429 means that nothing was done, so the request may be repeated; the service layer waits for Retry-After. */
const maxRefusals = 5;

/** Runs `work` for each website, a few at a time. An ApiError marks the website as failed; the others go on. */
export async function runEach(
  websites: readonly Website[],
  work: (website: Website) => Promise<Outcome>,
  report: (index: number, outcome: Outcome) => void,
  isStopped: () => boolean,
): Promise<void> {
  const run = async (website: Website, index: number) => {
    if (isStopped()) return report(index, { kind: 'stopped' });
    report(index, { kind: 'running' });
    report(index, await outcomeOf(() => work(website)));
  };
  await mapConcurrently(websites, run, { max: atOnce });
}

async function outcomeOf(work: () => Promise<Outcome>): Promise<Outcome> {
  for (let refusals = 0; ; refusals += 1) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const isShortPause = error.kind === 'rateLimit' && (error.details.retryAfter ?? Infinity) <= 30;
      if (!isShortPause || refusals >= maxRefusals) return { kind: 'failed', message: error.message };
    }
  }
}

export interface BulkRun {
  readonly kind: 'edit' | 'delete' | 'undo';
  /** Of an edit what was reviewed, without the password. */
  readonly form?: WebsiteForm | undefined;
  readonly websites: readonly Website[];
  readonly outcomes: readonly Outcome[];
  /** Set by Esc: no further website is started. */
  readonly stopping: boolean;
  readonly finished: boolean;
}

export interface BulkRunSlice {
  readonly run?: BulkRun | undefined;
  readonly position: ListPosition;
  /** Runs an operation on each of the websites. That of several shows its progress in a box, which stays where there is more to say than a number. */
  start(
    kind: BulkRun['kind'],
    websites: readonly Website[],
    work: (website: Website) => Promise<Outcome>,
    form?: WebsiteForm,
  ): Promise<readonly Outcome[]>;
  move(move: Move): void;
  stop(): void;
}

const settledKinds: ReadonlySet<Outcome['kind']> = new Set<Outcome['kind']>(['done', 'unchanged']);

interface Needs {
  readonly navigation: NavigationSlice;
  readonly notices: NoticesSlice;
  readonly marks: { remove(ids: ReadonlySet<string>): void };
  readonly websites: { removeWebsites(ids: ReadonlySet<string>): void; load(): Promise<void> };
  readonly viewport: Viewport;
}

export function createBulkRun({ get, patch }: SliceContext<{ bulkRun: BulkRunSlice }, Needs>): BulkRunSlice {
  const slice = () => get().bulkRun;

  const start: BulkRunSlice['start'] = async (kind, websites, work, form) => {
    const outcomes: Outcome[] = websites.map(() => ({ kind: 'waiting' }));
    // The user may leave the screen and start another run before this one has ended.
    const own = () => (slice().run?.websites === websites ? slice().run : undefined);
    const write = (change: Partial<BulkRun>) => {
      const run = own();
      if (run !== undefined) patch('bulkRun', { run: { ...run, ...change } });
    };
    if (websites.length > 1) {
      const run = { kind, form, websites, outcomes: [...outcomes], stopping: false, finished: false };
      patch('bulkRun', { run, position: listStart });
      get().navigation.popTo(1);
      get().navigation.push({ screen: 'bulkRun' });
    }
    await runEach(
      websites,
      work,
      (index, outcome) => {
        outcomes[index] = outcome;
        write({ outcomes: [...outcomes] });
      },
      () => own()?.stopping === true,
    );
    write({ finished: true });
    const failed = outcomes.findIndex(({ kind: became }) => became === 'failed');
    // Its reason stands in the line of details, unless one looks at another.
    if (failed > 0 && own() !== undefined && slice().position.selected === 0)
      patch('bulkRun', { position: { ...slice().position, selected: failed } });
    const ended = websites.length > 1 ? own() : undefined;
    // Not beneath help, in which it is still looked at.
    if (ended !== undefined && topRoute(get().navigation.stack).screen === 'bulkRun') sayIfAllDone(ended);
    const settled = websites.filter((_, index) => settledKinds.has(outcomes[index]?.kind ?? 'waiting'));
    // Failed websites stay marked, so that the operation can be repeated for them.
    const ids = new Set(settled.map(({ id }) => id));
    get().marks.remove(ids);
    if (kind === 'delete' && ids.size > 0) {
      get().websites.removeWebsites(ids);
      void get().websites.load();
    }
    return outcomes;
  };

  const sayIfAllDone = (run: BulkRun) => {
    if (
      !run.outcomes.every(outcome => settledKinds.has(outcome.kind) && !('note' in outcome && outcome.note))
    )
      return;
    get().navigation.pop();
    const { done, unchanged } = countOutcomes(run);
    const others = unchanged > 0 ? `, ${unchanged} ${unchangedWords[run.kind]}` : '';
    const counts = `${done} ${doneWords[run.kind]}${others}`;
    if (run.kind !== 'edit' || done === 0) return get().notices.say(`${counts}.`, done > 0 ? 'good' : 'info');
    const undo = keyOf('undo');
    get().notices.say(`${counts}. Press ${undo} to undo it.`, 'good', `${counts}: ${undo} undoes it`);
  };

  return {
    position: listStart,
    start,
    move(move) {
      const { run, position } = slice();
      const count = run?.websites.length ?? 0;
      patch('bulkRun', { position: moveInList(position, move, count, reviewRows(get().viewport)) });
    },
    stop() {
      const { run } = slice();
      if (run !== undefined && !run.finished) patch('bulkRun', { run: { ...run, stopping: true } });
    },
  };
}

export const doneWords = { edit: 'saved', delete: 'deleted', undo: 'put back' } as const;
export const unchangedWords = { edit: 'unchanged', delete: 'nothing to do', undo: 'not put back' } as const;

export function isRunning({ bulkRun: { run } }: { readonly bulkRun: BulkRunSlice }): boolean {
  return run !== undefined && !run.finished;
}

export function countOutcomes({ outcomes }: BulkRun): Readonly<Record<Outcome['kind'], number>> {
  const counts = { waiting: 0, running: 0, done: 0, unchanged: 0, failed: 0, stopped: 0 };
  for (const { kind } of outcomes) counts[kind] += 1;
  return counts;
}
