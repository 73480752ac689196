import { normaliseDomain } from '#model/domain.ts';
import { changedFields, draftOf, unknownFields, type WebsiteDraft } from '#model/draft.ts';
import { checkDraft } from '#model/draftCheck.ts';
import type { TextValue } from '#model/textValue.ts';
import { websiteDefaults, type Website } from '#model/website.ts';
import type { StoreContext } from './context.ts';
import { nameOf } from './deletion.ts';
import { fieldsOf, isTextField, nextChoice, type EditorField, type TextEditorField } from './editorFields.ts';
import { caretIn, changedElsewhere, hasChanges, type EditorSession } from './editorSession.ts';
import { apiErrorOf, type Remote } from './remote.ts';
import { routeKey } from './route.ts';
import { formerValues } from './undo.ts';
import { wireFieldErrors } from './wireFields.ts';

export interface EditorSlice {
  readonly session?: EditorSession | undefined;
  /** The website being read for the form. */
  readonly source: Remote<Website>;
  add(): void;
  edit(websiteId: string): void;
  /** Reads the website again after it could not be read. */
  retry(): void;
  focus(step: -1 | 1): void;
  type(text: TextValue): void;
  /** The next or previous value of a choice. */
  choose(step: -1 | 1): void;
  /** Saves; `overwrite` also where someone else changed the same fields. */
  save(overwrite?: boolean): Promise<void>;
  close(): void;
}

export function createEditor(context: StoreContext): EditorSlice {
  const { get, patch, loader, services } = context;
  const session = () => get().editor.session;
  const change = (part: Partial<EditorSession>) => {
    const now = session();
    if (now !== undefined) patch('editor', { session: { ...now, ...part } });
  };
  const begin = (original: WebsiteDraft, website?: Website) => {
    const websiteId = website?.id;
    patch('editor', {
      session: {
        websiteId,
        original,
        draft: original,
        unknown: website === undefined ? new Set<EditorField>() : unknownFields(website),
        setUnknown: new Set<EditorField>(),
        focused: websiteId === undefined ? 'domain' : 'privacy',
        caret: 0,
        errors: {},
        saving: false,
      },
    });
  };
  /** The fields set, this one now among them where the service had left it out. */
  const withSet = (form: EditorSession, field: EditorField) =>
    form.unknown.has(field) ? new Set([...form.setUnknown, field]) : form.setUnknown;

  const read = (websiteId: string) =>
    loader.load({
      key: 'editor',
      owner: routeKey({ screen: 'editor', websiteId }),
      read: signal => services.api.showWebsite(websiteId, signal),
      current: () => get().editor.source,
      write(source) {
        patch('editor', { source });
        if (!source.loading && source.data !== undefined && source.error === undefined)
          begin(draftOf(source.data), source.data);
      },
    });

  const saved = (website: Website | undefined, websiteId: string, domain: string) => {
    if (website === undefined) void get().records.load(websiteId, 'websites');
    else {
      get().records.put(website);
      get().websites.replaceWebsite(website);
    }
    get().notices.say(`Saved ${domain}. Press u to undo it.`, 'good');
  };

  /** Where the form is still open it closes; where the person has left it, the notice tells. */
  const finish = (form: EditorSession) => {
    if (session()?.draft !== form.draft) return;
    patch('editor', { session: undefined });
    const { stack, popTo } = get().navigation;
    const depth = stack.findIndex(route => route.screen === 'editor');
    if (depth > 0) popTo(depth);
  };

  const create = async (form: EditorSession) => {
    const domain = normaliseDomain(form.draft.domain);
    const website = await services.api.createWebsite({ ...form.draft, domain });
    get().notices.say(`Added ${domain}.`, 'good');
    finish(form);
    if (website !== undefined) {
      get().records.put(website);
      get().websites.select(website.id);
      patch('websites', { selectedId: website.id });
    }
    void get().websites.load();
  };

  const update = async (form: EditorSession, websiteId: string, overwrite: boolean) => {
    const changes = changedFields(form.original, form.draft, form.setUnknown);
    const now = await services.api.showWebsite(websiteId);
    const theirs = overwrite ? {} : changedElsewhere(form.original, draftOf(now), changes);
    if (Object.keys(theirs).length > 0) {
      if (session()?.draft !== form.draft)
        return get().notices.say(`Not saved: someone else changed ${nameOf(now)} meanwhile.`, 'bad');
      change({ saving: false, theirs });
      return get().navigation.push({ screen: 'confirm', question: 'overwriteTheirs' });
    }
    const website = await services.api.updateWebsite(websiteId, changes);
    get().undo.remember([{ website: now, former: formerValues(now, changes), set: changes }]);
    saved(website, websiteId, nameOf(now));
    finish(form);
  };

  return {
    source: { loading: false },
    add() {
      begin(websiteDefaults);
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
    focus(step) {
      const form = session();
      if (form === undefined) return;
      const fields = fieldsOf(form);
      const at = fields.indexOf(form.focused);
      const focused = fields[(at + step + fields.length) % fields.length] ?? form.focused;
      change({ focused, caret: isTextField(focused) ? form.draft[focused].length : 0 });
    },
    type({ value, caret }) {
      const form = session();
      if (form === undefined || !isTextField(form.focused)) return;
      const field: TextEditorField = form.focused;
      const errors = value === form.draft[field] ? form.errors : { ...form.errors, [field]: undefined };
      const isEdit = value !== form.draft[field];
      const setUnknown = isEdit ? withSet(form, field) : form.setUnknown;
      change({ draft: { ...form.draft, [field]: value }, setUnknown, caret, errors });
    },
    choose(step) {
      const form = session();
      if (form !== undefined && !isTextField(form.focused))
        change({
          draft: nextChoice(form.draft, form.focused, step),
          setUnknown: withSet(form, form.focused),
        });
    },
    async save(overwrite = false) {
      const form = session();
      if (form === undefined || form.saving) return;
      const mode = form.websiteId === undefined ? 'add' : 'edit';
      const errors = checkDraft(form.draft, mode, form.original);
      const wrong = fieldsOf(form).find(field => errors[field] !== undefined);
      if (wrong !== undefined)
        return change({ errors, failure: undefined, focused: wrong, caret: caretIn(form.draft, wrong) });
      if (mode === 'edit' && !hasChanges(form)) {
        get().notices.say('Nothing was changed.');
        return finish(form);
      }
      change({ saving: true, errors: {}, failure: undefined, theirs: undefined });
      try {
        if (form.websiteId === undefined) await create(form);
        else await update(form, form.websiteId, overwrite);
      } catch (error) {
        const failure = apiErrorOf(error);
        if (failure === undefined) throw error;
        if (session() === undefined) return get().notices.say(`Not saved: ${failure.message}`, 'bad');
        const fromService = wireFieldErrors(failure);
        const focused = fieldsOf(form).find(field => fromService[field] !== undefined) ?? form.focused;
        change({ saving: false, failure, errors: fromService, focused, caret: caretIn(form.draft, focused) });
        if (failure.details.maybeSaved === true) void get().websites.load();
      }
    },
    close: () => patch('editor', { session: undefined }),
  };
}

export function hasUnsavedEdits(editor: EditorSlice): boolean {
  return editor.session !== undefined && hasChanges(editor.session);
}
