import { normaliseDomain } from '#model/website/domain.ts';
import { changedFields, draftOf, endedLinks } from '#model/website/draft.ts';
import { checkDraft } from '#model/website/draftCheck.ts';
import type { TextValue } from '#model/text/textValue.ts';
import { type ShareLink, websiteName, type Website } from '#model/website/website.ts';
import type { StoreContext } from '#store/core/context.ts';
import { fieldsOf, wireFieldErrors } from './editorFields.ts';
import {
  changedElsewhere,
  type EditorSession,
  hasChanges,
  newSession,
  saveFailure,
  withChoice,
  withFocus,
  withNeighbourFocus,
  withTyped,
} from './editorSession.ts';
import { apiErrorOf, notLoaded, type Remote } from '#store/core/remote.ts';
import { routeKey } from '#store/navigation/route.ts';
import { addedText } from './addedText.ts';
import { formerValues } from './undo.ts';

export interface EditorSlice {
  readonly session?: EditorSession | undefined;
  /** The id of the website being read for the form. */
  readonly source: Remote<Website>;
  add(): void;
  edit(websiteId: string): void;
  /** Reads the website again after a failed read. */
  retry(): void;
  focus(step: -1 | 1): void;
  type(text: TextValue): void;
  /** The next or previous value of a choice. */
  choose(step: -1 | 1): void;
  /** Saves; with `overwrite` also where someone else has changed the same fields, and where no other share links end than these. */
  save(overwrite?: boolean, ended?: readonly ShareLink[]): Promise<void>;
  close(): void;
}

export function createEditor({ get, patch, loader, services }: StoreContext): EditorSlice {
  const session = () => get().editor.session;
  /** Changes the open form, except while it is being saved: it must go on showing what was sent. */
  const change = (changed: (form: EditorSession) => EditorSession) => {
    const form = session();
    if (form !== undefined && !form.saving) patch('editor', { session: changed(form) });
  };

  const read = (websiteId: string) =>
    loader.load({
      key: 'editor',
      owner: routeKey({ screen: 'editor', websiteId }),
      read: signal => services.api.showWebsite(websiteId, signal),
      current: () => get().editor.source,
      write(source) {
        patch('editor', { source });
        if (!source.loading && source.data !== undefined && source.error === undefined)
          patch('editor', { session: newSession(get().capabilities, source.data) });
      },
    });

  /** Whether the form being saved is still open: the user may have left it and opened another one. */
  const isOpen = (form: EditorSession) => session()?.draft === form.draft;

  const finish = (form: EditorSession) => {
    if (!isOpen(form)) return;
    patch('editor', { session: undefined });
    get().navigation.leave(({ screen }) => screen === 'editor');
  };

  const create = async (form: EditorSession) => {
    const domain = normaliseDomain(form.draft.domain);
    const website = await services.api.createWebsite({ ...form.draft, domain });
    get().notices.say(addedText(domain, get().profile), 'good');
    finish(form);
    if (website !== undefined) {
      get().records.put(website);
      get().websites.select(website.id);
      patch('websites', { selectedId: website.id });
    }
    void get().websites.load();
  };

  const update = async (
    form: EditorSession,
    websiteId: string,
    { overwrite, agreed }: { readonly overwrite: boolean; readonly agreed: readonly ShareLink[] },
  ) => {
    const changes = changedFields(form.original, form.draft, form.setUnknown);
    const now = await services.api.showWebsite(websiteId);
    const theirs = overwrite ? {} : changedElsewhere(form.original, draftOf(now), changes);
    if (Object.keys(theirs).length > 0) {
      if (!isOpen(form))
        return get().notices.say(`Not saved: someone else changed ${websiteName(now)} meanwhile.`, 'bad');
      patch('editor', { session: { ...form, theirs } });
      return get().navigation.push({ screen: 'confirm', question: 'overwriteTheirs' });
    }
    const ended = endedLinks(now, changes);
    if (ended.some(({ slug }) => agreed.every(link => link.slug !== slug))) {
      if (!isOpen(form))
        return get().notices.say(`Not saved: that would end share links of ${websiteName(now)}.`, 'bad');
      patch('editor', { session: { ...form, ended, overwrites: overwrite } });
      return get().navigation.push({ screen: 'confirm', question: 'endShareLinks' });
    }
    const website = await services.api.updateWebsite(websiteId, changes);
    get().undo.remember([{ website: now, former: formerValues(now, changes), set: changes }]);
    get().records.saved(websiteId, website);
    get().notices.say(`Saved ${websiteName(now)}. Press u to undo it.`, 'good');
    finish(form);
  };

  const fail = (form: EditorSession, error: unknown) => {
    const failure = apiErrorOf(error);
    if (failure === undefined) throw error;
    if (failure.details.maybeSaved === true) void get().websites.load();
    if (!isOpen(form)) return get().notices.say(saveFailure(failure), 'bad');
    const errors = wireFieldErrors(failure);
    const wrong = fieldsOf(form).find(field => errors[field] !== undefined) ?? form.focused;
    patch('editor', { session: withFocus({ ...form, failure, errors }, wrong) });
  };

  return {
    source: notLoaded,
    add() {
      patch('editor', { session: newSession(get().capabilities) });
      get().navigation.push({ screen: 'editor' });
    },
    edit(websiteId) {
      patch('editor', { session: undefined, source: { loading: true } });
      get().navigation.push({ screen: 'editor', websiteId });
      void read(websiteId);
    },
    retry() {
      const route = get().navigation.stack.findLast(found => found.screen === 'editor');
      if (route?.screen === 'editor' && route.websiteId !== undefined) void read(route.websiteId);
    },
    focus: step => change(form => withNeighbourFocus(form, step)),
    type: text => change(form => withTyped(form, text)),
    choose: step => change(form => withChoice(form, step)),
    async save(overwrite = false, agreed = []) {
      const form = session();
      if (form === undefined || form.saving) return;
      const mode = form.websiteId === undefined ? 'add' : 'edit';
      const errors = checkDraft(form.draft, mode, form.original);
      const wrong = fieldsOf(form).find(field => errors[field] !== undefined);
      if (wrong !== undefined) return change(now => withFocus({ ...now, errors, failure: undefined }, wrong));
      if (mode === 'edit' && !hasChanges(form)) {
        get().notices.say('Nothing was changed.');
        return finish(form);
      }
      const sent: EditorSession = {
        ...form,
        errors: {},
        failure: undefined,
        theirs: undefined,
        ended: undefined,
      };
      patch('editor', { session: { ...sent, saving: true } });
      try {
        if (form.websiteId === undefined) await create(sent);
        else await update(sent, form.websiteId, { overwrite, agreed });
      } catch (error) {
        fail(sent, error);
      }
    },
    close: () => patch('editor', { session: undefined }),
  };
}
