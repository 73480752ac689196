import { ApiError } from '#model/failure.ts';
import type { Capabilities } from '#model/service/capabilities.ts';
import { changesFor, daysLeftBy, draftOf, endedLinks, type WebsiteChanges } from '#model/website/draft.ts';
import {
  normaliseDomain,
  type SettingName,
  settingNames,
  type ShareLink,
  type Website,
  websiteName,
} from '#model/website/website.ts';
import { notLoaded, type Answer } from '#queries/answers/request.ts';
import { reviewRows, type Viewport } from '#store/display.ts';
import {
  type ListPosition,
  listStart,
  type Move,
  moveInList,
  type NavigationSlice,
} from '#store/navigation/navigation.ts';
import { type Question, type Route, routeKey } from '#store/navigation/route.ts';
import type { NoticesSlice } from '#store/notices.ts';
import type { ProfileInfo } from '#store/profile/services.ts';
import type { SliceContext } from '#store/slice.ts';
import { shownAddress } from '#text/safeText.ts';
import { textAtEnd, type TextValue } from '#text/textField.ts';
import { keyOf } from '#text/words.ts';
import {
  type Allowed,
  checkForm,
  choiceOf,
  fieldsOf,
  hasChanges,
  mergesLists,
  newForm,
  saveFailure,
  sentNoun,
  touchedBy,
  type WebsiteForm,
  whyNotMerged,
  wireFieldErrors,
  withChoice,
  withFocus,
  withNeighbourFocus,
  withTyped,
} from './form.ts';
import type { BulkRunSlice, Outcome } from './run.ts';
import { type EditedWebsite, formerValues, type UndoSlice } from './undo.ts';

export function addedText(
  domain: string,
  { capabilities: { isDemo, countsLogs }, profile: { url } }: Pick<Needs, 'capabilities' | 'profile'>,
): string {
  const added = `Added ${domain}.`;
  if (countsLogs === true) return `${added} Next, in the shell: sitedeck logs add ${domain} FILE...`;
  if (isDemo === true) return `${added} In the demo it stays without visitors.`;
  const place = url === undefined ? 'the service' : shownAddress(url);
  return `${added} Next: put the tracking code on its pages, as ${place} shows it.`;
}

/** The fields to be set whose value is no longer the one that was shown. */
function changedSince(shown: Website, now: Website, set: WebsiteChanges): SettingName[] {
  const [before, after] = [draftOf(shown), draftOf(now)];
  return settingNames.filter(
    name => set[name] !== undefined && shown[name] !== undefined && before[name] !== after[name],
  );
}

/** The share links that would end, if others than these are among them. */
function newlyEnded(now: Website, set: WebsiteChanges, shown: readonly ShareLink[]): readonly ShareLink[] {
  const ended = endedLinks(now, set);
  return ended.some(({ slug }) => shown.every(link => link.slug !== slug)) ? ended : [];
}

export interface EditorSlice {
  readonly form?: WebsiteForm | undefined;
  readonly source: Answer<Website>;
  readonly review: {
    readonly position: ListPosition;
    readonly unread: ReadonlySet<string>;
  };
  edit(websiteId: string): void;
  /** Edits one or several; without one it adds a website, with this domain as if it was typed. */
  open(websites: readonly Website[], domain?: string): void;
  retry(): void;
  focus(step: -1 | 1): void;
  type(text: TextValue): void;
  choose(step: -1 | 1): void;
  /** Opens the review; with an error or nothing to change it says so instead. */
  openReview(): void;
  /** In the review. */
  move(move: Move): void;
  save(allowed?: Allowed): Promise<void>;
  close(): void;
}

const newReview: EditorSlice['review'] = { position: listStart, unread: new Set() };

type QuestionOfSave = Extract<Question, 'overwriteTheirs' | 'endShareLinks' | 'deleteVisits'>;

interface Updated {
  readonly now: Website;
  readonly theirs?: readonly SettingName[];
  readonly ended?: readonly ShareLink[];
  readonly daysLeft?: string | undefined;
  readonly outcome?: Outcome;
  readonly edited?: EditedWebsite;
}

interface Changed {
  readonly editor: EditorSlice;
  readonly websites: { readonly selectedId?: string | undefined };
}

interface Needs {
  readonly navigation: NavigationSlice;
  readonly notices: NoticesSlice;
  readonly bulkRun: BulkRunSlice;
  readonly undo: UndoSlice;
  readonly records: {
    put(website: Website): void;
    saved(id: string, website: Website | undefined): void;
  };
  readonly websites: {
    select(id: string): void;
    replaceWebsite(website: Website): void;
    load(): Promise<void>;
  };
  readonly profile: ProfileInfo;
  readonly capabilities: Capabilities;
  readonly viewport: Viewport;
}

export function createEditor({ get, patch, loader, services }: SliceContext<Changed, Needs>): EditorSlice {
  const current = () => get().editor.form;
  /** Changes the open form, except while it is being saved: it must go on showing what was sent. */
  const change = (changed: (form: WebsiteForm) => WebsiteForm) => {
    const form = current();
    if (form !== undefined && !form.saving) patch('editor', { form: changed(form) });
  };
  const patchReview = (review: Partial<EditorSlice['review']>) =>
    patch('editor', { review: { ...get().editor.review, ...review } });

  const readWebsite = (id: string, owner: Route, write: (source: Answer<Website>) => void) =>
    loader.load<Website>({
      key: `${owner.screen}:${id}`,
      owner: routeKey(owner),
      read: signal => services.api.showWebsite(id, { signal }),
      current: () => (owner.screen === 'editor' ? get().editor.source : undefined),
      write,
    });

  const read = (websiteId: string) =>
    readWebsite(websiteId, { screen: 'editor', websiteId }, source => {
      patch('editor', { source });
      if (!source.loading && source.data !== undefined && source.error === undefined)
        patch('editor', { form: newForm(get().capabilities, [source.data]) });
    });

  /** What is added to and taken off, and which share links end, depends on what each website has now: lists may not say it. */
  const readReviewed = (websites: readonly Website[]) => {
    patchReview({ unread: new Set(websites.map(({ id }) => id)) });
    for (const { id } of websites)
      void readWebsite(id, { screen: 'bulkReview' }, ({ loading, data }) => {
        if (loading) return;
        if (data !== undefined) get().websites.replaceWebsite(data);
        const { review } = get().editor;
        patchReview({ unread: new Set([...review.unread].filter(other => other !== id)) });
        const known = (website: Website) => (website.id === id ? (data ?? website) : website);
        change(form => ({ ...form, websites: form.websites.map(known) }));
      });
  };

  /** Whether the form being saved is still open: the user may have left it and opened another one. */
  const isOpen = (form: WebsiteForm) => current()?.draft === form.draft;

  const finish = (form: WebsiteForm) => {
    if (!isOpen(form)) return;
    patch('editor', { form: undefined });
    get().navigation.leave(({ screen }) => screen === 'editor');
  };

  /** Whether the form may be sent: with errors it shows them instead. */
  const isChecked = (form: WebsiteForm): boolean => {
    const errors = checkForm(form);
    const wrong = fieldsOf(form).find(field => errors[field] !== undefined);
    if (wrong !== undefined) change(now => withFocus({ ...now, errors, failure: undefined }, wrong));
    return wrong === undefined;
  };

  const create = async (form: WebsiteForm) => {
    const domain = normaliseDomain(form.draft.domain);
    const website = await services.api.createWebsite({ ...form.draft, domain });
    get().notices.say(addedText(domain, get()), 'good');
    finish(form);
    if (website !== undefined) {
      get().records.put(website);
      get().websites.select(website.id);
      patch('websites', { selectedId: website.id });
    }
    void get().websites.load();
  };

  const update = async (
    form: WebsiteForm,
    shown: Website,
    { overwrite = false, ended: agreed = [], deletesVisits = false }: Allowed,
  ): Promise<Updated> => {
    const now = await services.api.showWebsite(shown.id);
    const touched = touchedBy(form, shown);
    // What was set to what it was is sent to those of several that are not so.
    const set = form.isBulk ? touched : changesFor(shown, touched);
    const theirs = overwrite ? [] : changedSince(shown, now, set);
    const ended = newlyEnded(now, set, form.isBulk ? endedLinks(shown, set) : agreed);
    const daysLeft = deletesVisits ? undefined : daysLeftBy(now, set);
    if (theirs.length > 0 || ended.length > 0 || daysLeft !== undefined)
      return { now, theirs, ended, daysLeft };
    const why = whyNotMerged(form, now);
    if (why !== undefined) return { now, outcome: { kind: 'failed', message: why } };
    const changes = changesFor(now, touchedBy(form, now));
    if (Object.keys(changes).length === 0) return { now, outcome: { kind: 'unchanged' } };
    const saved = await services.api.updateWebsite(now.id, changes);
    get().records.saved(now.id, saved);
    const edited = { website: now, former: formerValues(now, changes), set: changes };
    return { now, outcome: { kind: 'done' }, edited };
  };

  const saveOne = async (form: WebsiteForm, opened: Website, allowed: Allowed) => {
    const { now, theirs = [], ended = [], daysLeft, edited } = await update(form, opened, allowed);
    const name = websiteName(now);
    const ask = (asked: Partial<WebsiteForm>, question: QuestionOfSave, why: string) => {
      if (!isOpen(form)) return get().notices.say(`Not saved: ${why}.`, 'bad');
      patch('editor', { form: { ...form, ...asked, allowed } });
      get().navigation.push({ screen: 'confirm', question });
    };
    if (theirs.length > 0) {
      const draft = draftOf(now);
      const values = Object.fromEntries(theirs.map(field => [field, draft[field]]));
      return ask({ theirs: values }, 'overwriteTheirs', `someone else changed ${name} meanwhile`);
    }
    if (ended.length > 0) {
      const why = `that would end share links of ${name}`;
      return ask({ ended }, 'endShareLinks', why);
    }
    if (daysLeft !== undefined)
      return ask({ daysLeft }, 'deleteVisits', `that would delete visits of ${name}`);
    if (edited !== undefined) get().undo.remember([edited]);
    const lost = allowed.deletesVisits === true ? '; deleted visits do not come back' : '';
    get().notices.say(`Saved ${name}. Press ${keyOf('undo')} to undo it${lost}.`, 'good');
    finish(form);
  };

  const saveEach = async (form: WebsiteForm) => {
    const all: EditedWebsite[] = [];
    const work = async (website: Website): Promise<Outcome> => {
      const updated = await update(form, website, {});
      const { now, outcome, theirs = [], ended = [], edited } = updated;
      if (edited === undefined) get().websites.replaceWebsite(now);
      else all.push(edited);
      if (outcome !== undefined) return outcome;
      const changed = [...theirs.map(sentNoun), ...(ended.length > 0 ? ['share links'] : [])];
      const message = `Someone else changed its ${changed.join(' and ')}: look at it and try again.`;
      return { kind: 'failed', message };
    };
    patch('editor', { form: undefined });
    const { draft } = form;
    // The box says only that there was a password.
    const reviewed = { ...form, draft: { ...draft, password: draft.password === '' ? '' : '*' } };
    await get().bulkRun.start('edit', form.websites, work, reviewed);
    if (all.length > 0) get().undo.remember(all);
  };

  const fail = (form: WebsiteForm, failure: unknown) => {
    if (!(failure instanceof ApiError)) throw failure;
    if (failure.details.maybeSaved === true) void get().websites.load();
    if (!isOpen(form)) return get().notices.say(saveFailure(failure), 'bad');
    const errors = wireFieldErrors(failure);
    const wrong = fieldsOf(form).find(field => errors[field] !== undefined) ?? form.focused;
    patch('editor', { form: withFocus({ ...form, failure, errors }, wrong) });
  };

  return {
    source: notLoaded,
    review: newReview,
    edit(websiteId) {
      patch('editor', { form: undefined, source: { loading: true } });
      get().navigation.push({ screen: 'editor', websiteId });
      void read(websiteId);
    },
    open(websites, domain = '') {
      const [only, ...others] = websites;
      if (only !== undefined && others.length === 0) return get().editor.edit(only.id);
      const form = newForm(get().capabilities, websites);
      patch('editor', { form: domain === '' ? form : withTyped(form, textAtEnd(domain)) });
      get().navigation.push({ screen: 'editor' });
    },
    retry() {
      const route = get().navigation.stack.findLast(found => found.screen === 'editor');
      if (route?.screen === 'editor' && route.websiteId !== undefined) void read(route.websiteId);
    },
    focus: step => change(form => withNeighbourFocus(form, step)),
    type: text => change(form => withTyped(form, text)),
    choose: step => change(form => withChoice(form, step)),
    openReview() {
      const form = current();
      if (form === undefined || !isChecked(form)) return;
      if (!hasChanges(form))
        return get().notices.say('Nothing was changed: every field leaves the websites as they are.');
      patch('editor', { form: { ...form, errors: {} }, review: newReview });
      get().navigation.push({ screen: 'bulkReview' });
      const mayEndLinks = choiceOf(form, 'privacy') === 'private' && form.capabilities.hasShareLinks === true;
      if (mergesLists(form) || mayEndLinks) readReviewed(form.websites);
    },
    move(move) {
      const { form, review } = get().editor;
      const count = form?.websites.length ?? 0;
      patchReview({ position: moveInList(review.position, move, count, reviewRows(get().viewport)) });
    },
    async save(allowed = {}) {
      const form = current();
      if (form === undefined || form.saving) return;
      if (form.isBulk) return await saveEach(form);
      if (!isChecked(form)) return;
      const [website] = form.websites;
      if (website !== undefined && !hasChanges(form)) {
        get().notices.say('Nothing was changed.');
        return finish(form);
      }
      const sent: WebsiteForm = {
        ...form,
        errors: {},
        failure: undefined,
        theirs: undefined,
        ended: undefined,
        daysLeft: undefined,
        allowed: undefined,
      };
      patch('editor', { form: { ...sent, saving: true } });
      try {
        if (website === undefined) await create(sent);
        else await saveOne(sent, website, allowed);
      } catch (error) {
        fail(sent, error);
      }
    },
    close: () => patch('editor', { form: undefined }),
  };
}
