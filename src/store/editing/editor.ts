import { normaliseDomain } from '#model/website/domain.ts';
import {
  changedFields,
  changesFor,
  checkDraft,
  draftOf,
  endedLinks,
  type WebsiteChanges,
} from '#model/website/draft.ts';
import { settingNames, type ShareLink, type Website, websiteName } from '#model/website/website.ts';
import { reviewRows } from '#store/display.ts';
import { cycle, type ListPosition, listStart, type Move, moveInList } from '#store/navigation/list.ts';
import { routeKey } from '#store/navigation/route.ts';
import { apiErrorOf, notLoaded, type Remote } from '#store/queries/answers.ts';
import type { ProfileInfo } from '#store/services.ts';
import type { State, StoreContext } from '#store/state.ts';
import { shownAddress } from '#text/redact.ts';
import type { TextValue } from '#text/textField.ts';
import {
  type BulkField,
  bulkFields,
  type BulkForm,
  type BulkStop,
  caretIn,
  changedElsewhere,
  checkBulk,
  type EditorSession,
  fieldsOf,
  hasChanges,
  isBulkText,
  isTouched,
  mergesLists,
  newSession,
  saveFailure,
  stepChoice,
  touchedBy,
  untouchedForm,
  whyNotMerged,
  wireFieldErrors,
  withChoice,
  withFocus,
  withNeighbourFocus,
  withTyped,
} from './form.ts';
import type { Outcome } from './run.ts';
import { type EditedWebsite, formerValues } from './undo.ts';

/** That a website was added, and what has to be done before it has numbers. */
export function addedText(domain: string, { kind, url }: Pick<ProfileInfo, 'kind' | 'url'>): string {
  const added = `Added ${domain}.`;
  if (kind === 'logs') return `${added} Next, in the shell: sitedeck logs add ${domain} FILE...`;
  if (kind === 'demo') return `${added} In the demo it stays without visitors.`;
  const place = url === undefined ? 'the service' : shownAddress(url);
  return `${added} Next: put the tracking code on its pages, as ${place} shows it.`;
}

/** What is changed of a website, and why that cannot be done, by what the website has. */
interface Edit {
  touched(website: Website): WebsiteChanges;
  whyNot(website: Website): string | undefined;
}

/** The edit of each website, and the websites it has changed so far. */
function createEdit({ get, services }: StoreContext, edit: Edit) {
  const edited: EditedWebsite[] = [];
  const work = async (reviewed: Website): Promise<Outcome> => {
    const now = await services.api.showWebsite(reviewed.id);
    const touched = edit.touched(reviewed);
    const theirs = [...changedSince(reviewed, now, touched), ...newLinks(reviewed, now, touched)];
    get().websites.replaceWebsite(now);
    if (theirs.length > 0) {
      const message = `Someone else changed its ${theirs.join(' and ')}: look at it and try again.`;
      return { kind: 'failed', message };
    }
    const why = edit.whyNot(now);
    if (why !== undefined) return { kind: 'failed', message: why };
    const changes = changesFor(now, edit.touched(now));
    if (Object.keys(changes).length === 0) return { kind: 'unchanged' };
    const saved = await services.api.updateWebsite(now.id, changes);
    edited.push({ website: now, former: formerValues(now, changes), set: changes });
    get().records.saved(now.id, saved);
    return { kind: 'done' };
  };
  return { edited, work };
}

const fieldWords: Readonly<Record<keyof WebsiteChanges, string>> = {
  name: 'name',
  privacy: 'privacy',
  password: 'password',
  email: 'email reports',
  excludeBots: 'bots',
  excludeParams: 'parameters',
  excludeIps: 'addresses',
};

/** Share links that would end, and that the review did not show. */
function newLinks(reviewed: Website, now: Website, touched: WebsiteChanges): string[] {
  const shown = new Set(endedLinks(reviewed, touched).map(({ slug }) => slug));
  return endedLinks(now, touched).some(({ slug }) => !shown.has(slug)) ? ['share links'] : [];
}

/** The fields to be set whose value is no longer the one the review showed. */
function changedSince(reviewed: Website, now: Website, touched: WebsiteChanges): string[] {
  const [before, after] = [draftOf(reviewed), draftOf(now)];
  return settingNames
    .filter(
      name => touched[name] !== undefined && reviewed[name] !== undefined && before[name] !== after[name],
    )
    .map(name => fieldWords[name]);
}

/** The form that edits several websites at once, and the review of its changes. */
export interface BulkEditSlice {
  readonly websites: readonly Website[];
  readonly form: BulkForm;
  readonly focused: BulkStop;
  /** The caret of the focused text field. */
  readonly caret: number;
  readonly errors: Partial<Record<BulkField, string | undefined>>;
  /** The scroll position of the review. */
  readonly position: ListPosition;
  /** The websites that are still being read for the review. */
  readonly unread: ReadonlySet<string>;
  /** Whether the review's last stop has the focus, the button behind its rows. */
  readonly isOnButton: boolean;
  open(websites: readonly Website[]): void;
  focus(step: -1 | 1): void;
  choose(step: -1 | 1): void;
  type(text: TextValue): void;
  /** Opens the review; with an error or nothing to change it says so instead. */
  review(): void;
  /** In the review: behind the last row comes the button. */
  move(move: Move): void;
  focusButton(isOnButton: boolean): void;
  save(): Promise<void>;
}

const noneUnread: ReadonlySet<string> = new Set();

export function createBulkEdit(context: StoreContext): BulkEditSlice {
  const { get, patch } = context;
  const slice = () => get().bulkEdit;
  const { capabilities } = context.services.api;
  const [firstStop = 'save']: readonly BulkStop[] = bulkFields(untouchedForm, capabilities);
  const fresh = {
    form: untouchedForm,
    focused: firstStop,
    caret: 0,
    errors: {},
    position: listStart,
    isOnButton: false,
    unread: noneUnread,
  };
  /** What is added to and taken off, and which share links end, depends on what each website has now: lists may not say it. */
  const readFresh = () => {
    const { websites } = slice();
    patch('bulkEdit', { unread: new Set(websites.map(({ id }) => id)) });
    for (const { id } of websites)
      void context.loader.load<Website>({
        key: `bulkReview:${id}`,
        owner: routeKey({ screen: 'bulkReview' }),
        read: signal => context.services.api.showWebsite(id, signal),
        current: () => undefined,
        write({ loading, data }) {
          if (loading) return;
          if (data !== undefined) get().websites.replaceWebsite(data);
          patch('bulkEdit', {
            websites: slice().websites.map(website => (website.id === id ? (data ?? website) : website)),
            unread: new Set([...slice().unread].filter(other => other !== id)),
          });
        },
      });
  };

  return {
    websites: [],
    ...fresh,
    open(websites) {
      patch('bulkEdit', { websites, ...fresh });
      get().navigation.push({ screen: 'bulkEdit' });
    },
    focus(step) {
      const { form } = slice();
      const focused = cycle<BulkStop>([...bulkFields(form, capabilities), 'save'], slice().focused, step);
      patch('bulkEdit', { focused, caret: caretIn(form, focused) });
    },
    choose(step) {
      const { form, focused } = slice();
      if (focused === 'save' || isBulkText(focused)) return;
      patch('bulkEdit', { form: stepChoice(form, focused, step, capabilities), errors: {} });
    },
    type({ value, caret }) {
      const { form, focused, errors } = slice();
      if (!isBulkText(focused)) return;
      const changed = { ...form, [focused]: value };
      patch('bulkEdit', { form: changed, caret, errors: { ...errors, [focused]: undefined } });
    },
    review() {
      const { form, websites } = slice();
      const errors = checkBulk(form, websites);
      const wrong = bulkFields(form, capabilities).find(field => errors[field] !== undefined);
      if (wrong !== undefined)
        return patch('bulkEdit', { errors, focused: wrong, caret: caretIn(form, wrong) });
      if (!isTouched(form))
        return get().notices.say('Nothing was changed: every field leaves the websites as they are.');
      patch('bulkEdit', { errors: {}, position: listStart, isOnButton: false });
      get().navigation.push({ screen: 'bulkReview' });
      if (mergesLists(form) || (form.privacy === 'private' && capabilities.hasShareLinks === true))
        readFresh();
    },
    move(move) {
      const { websites, position, isOnButton } = slice();
      if (isOnButton) {
        if (!isDown(move)) patch('bulkEdit', { isOnButton: false });
        return;
      }
      const moved = moveInList(position, move, websites.length, reviewRows(get().viewport));
      const isAtEnd = moved.selected === position.selected && isDown(move);
      patch('bulkEdit', { position: moved, isOnButton: isAtEnd });
    },
    focusButton: isOnButton => patch('bulkEdit', { isOnButton }),
    async save() {
      const { form, websites } = slice();
      const edit = createEdit(context, {
        touched: website => touchedBy(form, website),
        whyNot: website => whyNotMerged(form, website),
      });
      await get().bulkRun.start('edit', websites, edit.work);
      if (edit.edited.length > 0) get().undo.remember(edit.edited);
    },
  };
}

function isDown(move: Move): boolean {
  return move === 'down' || move === 'halfDown' || move === 'last';
}

/** Whether the form for several websites or its review is open with a field set. */
export function hasBulkEdits({ bulkEdit, navigation }: Pick<State, 'bulkEdit' | 'navigation'>): boolean {
  return navigation.stack.some(({ screen }) => screen === 'bulkEdit') && isTouched(bulkEdit.form);
}

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
