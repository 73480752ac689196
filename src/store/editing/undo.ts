import { ApiError } from '#model/failure.ts';
import { daysLeftBy, draftOf, endedLinks, type WebsiteChanges } from '#model/website/draft.ts';
import { settingNames, websiteName, type Website } from '#model/website/website.ts';
import type { NavigationSlice } from '#store/navigation/navigation.ts';
import type { NoticesSlice } from '#store/notices.ts';
import type { SliceContext } from '#store/slice.ts';
import type { BulkRunSlice, Outcome } from './run.ts';

/** A website before an edit, its former values of the fields sent, and the values sent. */
export interface EditedWebsite {
  readonly website: Website;
  readonly former: WebsiteChanges;
  readonly set: WebsiteChanges;
}

export interface UndoSlice {
  readonly last: readonly EditedWebsite[];
  /** Edits of earlier undos that the service refused. They are undone after the last edit. */
  readonly notPutBack: readonly EditedWebsite[];
  remember(edited: readonly EditedWebsite[]): void;
  ask(): void;
  run(): Promise<void>;
}

export function undoable({ undo }: { readonly undo: UndoSlice }): readonly EditedWebsite[] {
  return undo.last.length > 0 ? undo.last : undo.notPutBack;
}

interface Needs {
  readonly navigation: NavigationSlice;
  readonly notices: NoticesSlice;
  readonly bulkRun: BulkRunSlice;
  readonly records: { saved(id: string, website: Website | undefined): void };
}

export function createUndo({ get, patch, services }: SliceContext<{ undo: UndoSlice }, Needs>): UndoSlice {
  /** Those of which an undo may have put back some of the values: the next one goes on. */
  const halfDone = new WeakSet<Website>();
  const putBack = async ({ website, former, set }: EditedWebsite): Promise<Outcome> => {
    const now = await services.api.showWebsite(website.id);
    const { privacy, ...others } = former;
    // The service never returns a password, and requires one on a change to privacy "password".
    const needsPassword = privacy === 'password' && now.privacy !== 'password';
    const password = needsPassword
      ? 'its password is not known'
      : set.password === undefined
        ? undefined
        : 'but for the password';
    const visits = daysLeftBy(website, set) === undefined ? undefined : 'but for visits that were deleted';
    const note = password ?? visits;
    // The response to an earlier try may have been lost.
    if (isPutBack(now, former) && hasLinks(now, website)) return { kind: 'done', note };
    if (!halfDone.has(website) && isChangedSince(now, set))
      return { kind: 'failed', message: 'It was changed again since: left as it is.' };
    // One was made with the edit.
    if (endedLinks(now, former).length > 1)
      return {
        kind: 'failed',
        message: 'It has other share links by now, which that would end: left as it is.',
      };
    const changes: WebsiteChanges = privacy === undefined || needsPassword ? others : { ...others, privacy };
    if (Object.keys(changes).length === 0) return { kind: 'unchanged', note };
    try {
      get().records.saved(website.id, await services.api.updateWebsite(website.id, changes, website));
    } catch (error) {
      if (error instanceof ApiError && error.details.maybeSaved === true) {
        halfDone.add(website);
        get().records.saved(website.id, await services.api.showWebsite(website.id));
      }
      throw error;
    }
    return { kind: 'done', note };
  };

  return {
    last: [],
    notPutBack: [],
    remember: last => patch('undo', { last }),
    ask() {
      if (undoable(get()).length > 0) get().navigation.push({ screen: 'confirm', question: 'undoEdit' });
    },
    async run() {
      const edits = undoable(get());
      patch('undo', get().undo.last.length > 0 ? { last: [] } : { notPutBack: [] });
      const byWebsite = new Map(edits.map(edited => [edited.website, edited]));
      const settled = new Set<EditedWebsite>();
      const work = async (website: Website): Promise<Outcome> => {
        const edited = byWebsite.get(website);
        if (edited === undefined) return { kind: 'unchanged' };
        const outcome = await putBack(edited).catch((error: unknown): Outcome => {
          // All others may go away on a later try.
          if (!(error instanceof ApiError) || error.kind !== 'notFound') throw error;
          return { kind: 'failed', message: error.message };
        });
        settled.add(edited);
        return outcome;
      };
      const outcomes = await get().bulkRun.start('undo', [...byWebsite.keys()], work);
      const [only, ...others] = edits;
      if (only !== undefined && others.length === 0) sayOutcome(only, outcomes[0], settled.has(only));
      // There may be a newer edit by now; that one is undone first.
      const left = edits.filter(edited => !settled.has(edited));
      patch('undo', { notPutBack: withOlder(left, get().undo.notPutBack) });
    },
  };

  function sayOutcome({ website }: EditedWebsite, outcome: Outcome | undefined, isSettled: boolean): void {
    const { notices } = get();
    const name = websiteName(website);
    if (outcome?.kind === 'failed')
      return notices.say(`${isSettled ? name : 'Not undone'}: ${outcome.message}`, 'bad');
    const note = outcome && 'note' in outcome && outcome.note !== undefined ? ` (${outcome.note})` : '';
    if (outcome?.kind === 'done') notices.say(`${name} has its former values again${note}.`, 'good');
    else notices.say(`Nothing was put back for ${name}${note}.`);
  }
}

/** Without the password and the fields the service had left out: both are unknown. */
export function formerValues(before: Website, changes: WebsiteChanges): WebsiteChanges {
  const draft = draftOf(before);
  return Object.fromEntries(
    settingNames
      .filter(name => changes[name] !== undefined && before[name] !== undefined)
      .map(name => [name, draft[name]]),
  );
}

export function formerFields(former: WebsiteChanges): (keyof WebsiteChanges)[] {
  return settingNames.filter(name => former[name] !== undefined);
}

function isChangedSince(now: Website, set: WebsiteChanges): boolean {
  return settingNames.some(
    name => set[name] !== undefined && now[name] !== undefined && now[name] !== set[name],
  );
}

function isPutBack(now: Website, former: WebsiteChanges): boolean {
  const draft = draftOf(now);
  const fields = formerFields(former);
  return fields.length > 0 && fields.every(name => draft[name] === former[name]);
}

function hasLinks(now: Website, { shareLinks = [] }: Website): boolean {
  return (
    now.privacy !== 'public' ||
    shareLinks.every(({ slug }) => now.shareLinks?.some(link => link.slug === slug) === true)
  );
}

/** Merges both lists by website: of two edits of one, all fields of both, with the values before the older edit. */
function withOlder(newer: readonly EditedWebsite[], older: readonly EditedWebsite[]): EditedWebsite[] {
  const byId = new Map(newer.map(edited => [edited.website.id, edited]));
  for (const { website, former, set } of older) {
    const later = byId.get(website.id);
    byId.set(website.id, {
      website,
      former: { ...later?.former, ...former },
      set: { ...set, ...later?.set },
    });
  }
  return [...byId.values()];
}
