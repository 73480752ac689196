import { draftOf, type WebsiteChanges } from '#model/draft.ts';
import { settingNames, websiteName, type Website } from '#model/website.ts';
import type { Outcome } from './runEach.ts';
import type { StoreContext } from './context.ts';
import { apiErrorOf } from './remote.ts';

/** A website as it was before an edit, what it had in the fields that were sent, and what was sent. */
export interface EditedWebsite {
  readonly website: Website;
  readonly former: WebsiteChanges;
  readonly set: WebsiteChanges;
}

/** The last edit, so that it can be taken back: of one website or of several at once. */
export interface UndoSlice {
  readonly last: readonly EditedWebsite[];
  remember(edited: readonly EditedWebsite[]): void;
  /** Asks first. */
  ask(): void;
  run(): Promise<void>;
}

export function createUndo({ get, patch, services }: StoreContext): UndoSlice {
  const putBack = async ({ website, former, set }: EditedWebsite): Promise<Outcome> => {
    const now = await services.api.showWebsite(website.id);
    if (isChangedSince(now, set))
      return { kind: 'failed', message: 'It was changed again since: left as it is.' };
    const { privacy, ...others } = former;
    // The service never gives a password away, and asks for one on a change to it.
    const needsPassword = privacy === 'password' && now.privacy !== 'password';
    const changes: WebsiteChanges = privacy === undefined || needsPassword ? others : { ...others, privacy };
    const note = needsPassword
      ? 'its password is not known'
      : set.password === undefined
        ? undefined
        : 'but for the password';
    if (Object.keys(changes).length === 0) return { kind: 'unchanged', note };
    const saved = await services.api.updateWebsite(website.id, changes);
    get().records.saved(website.id, saved);
    return { kind: 'done', note };
  };

  return {
    last: [],
    remember: last => patch('undo', { last }),
    ask() {
      if (get().undo.last.length > 0) get().navigation.push({ screen: 'confirm', question: 'undoEdit' });
    },
    async run() {
      const { last } = get().undo;
      patch('undo', { last: [] });
      const byId = new Map(last.map(edited => [edited.website.id, edited]));
      const work = async ({ id }: Website): Promise<Outcome> => {
        const edited = byId.get(id);
        return edited === undefined ? { kind: 'unchanged' } : await putBack(edited);
      };
      const [only] = last;
      if (only === undefined) return;
      if (last.length > 1)
        return await get().bulkRun.start(
          'undo',
          last.map(({ website }) => website),
          work,
        );
      try {
        sayOutcome(websiteName(only.website), await putBack(only));
      } catch (error) {
        const failure = apiErrorOf(error);
        if (failure === undefined) throw error;
        patch('undo', { last });
        get().notices.say(`Not undone: ${failure.message}`, 'bad');
      }
    },
  };

  function sayOutcome(name: string, outcome: Outcome): void {
    const { notices } = get();
    if (outcome.kind === 'failed') return notices.say(`${name}: ${outcome.message}`, 'bad');
    const note = 'note' in outcome && outcome.note !== undefined ? ` (${outcome.note})` : '';
    if (outcome.kind === 'done') notices.say(`${name} has its former values again${note}.`, 'good');
    else notices.say(`Nothing was put back for ${name}${note}.`);
  }
}

/** What the fields to be sent had before. A password is not known, nor is what the service had left out. */
export function formerValues(before: Website, changes: WebsiteChanges): WebsiteChanges {
  const draft = draftOf(before);
  return Object.fromEntries(
    settingNames
      .filter(name => changes[name] !== undefined && before[name] !== undefined)
      .map(name => [name, draft[name]]),
  );
}

/** The fields of former values, in the order of the form. */
export function formerFields(former: WebsiteChanges): (keyof WebsiteChanges)[] {
  return settingNames.filter(name => former[name] !== undefined);
}

function isChangedSince(now: Website, set: WebsiteChanges): boolean {
  return settingNames.some(
    name => set[name] !== undefined && now[name] !== undefined && now[name] !== set[name],
  );
}
