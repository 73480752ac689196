import type { NoticesSlice } from '#store/notices.ts';
import { cycle, type MenuSlice, type NavigationSlice, topRoute } from '#store/navigation/navigation.ts';
import type { SliceContext } from '#store/slice.ts';
import type { WebsitesSlice } from '#store/websites/websites.ts';
import { emptyText, textAtEnd, type TextValue } from '#text/textField.ts';
import { counted } from '#text/words.ts';
import type {
  NeededCredential,
  DescribedService,
  Problem,
  ProfileEntry,
  ProfileInfo,
  TypedKey,
} from './services.ts';

export type ConnectField = 'url' | 'user' | 'key' | 'name';
export type ConnectStop = ConnectField | 'save';

export interface ConnectForm {
  readonly fields: readonly ConnectField[];
  readonly focused: ConnectStop;
  readonly values: Readonly<Record<ConnectField, TextValue>>;
  readonly testing: boolean;
  readonly found?: DescribedService | undefined;
  /** The service refused the key in use, which is why the form is here. */
  readonly isRefused?: boolean | undefined;
  /** How far it has come; undefined for a new key, which is one step. */
  readonly progress?: ConnectProgress | undefined;
  /** Why it was not saved, a sentence, and what the service itself said of it. */
  readonly problem?: string | undefined;
  readonly serviceMessage?: string | undefined;
  /** The field that is wrong, where one can be told. */
  readonly wrong?: ConnectField | undefined;
  /** It was tested: once what is wrong is mended, Enter tests it again. */
  readonly isTried?: true | undefined;
}

function newKeyForm(found: DescribedService | undefined, isRefused: boolean): ConnectForm {
  return { ...formOf(found?.credential === 'password' ? ['user', 'key'] : ['key']), found, isRefused };
}

function formOf(fields: readonly [ConnectField, ...ConnectField[]]): ConnectForm {
  const values = { url: emptyText, user: emptyText, key: emptyText, name: emptyText };
  return { fields, focused: fields[0], values, testing: false };
}

const fieldsFor: Readonly<Record<DescribedService['credential'], readonly ConnectField[]>> = {
  key: ['url', 'key', 'name'],
  password: ['url', 'user', 'key', 'name'],
  nothing: ['url', 'name'],
};

/** The form with what the service that was found needs. The cursor stays with what was typed. */
function withFound(form: ConnectForm, found: DescribedService): ConnectForm {
  const { focused, testing } = form;
  const fields = fieldsFor[found.credential];
  // Whoever has gone on to the key before the answer came meets the user first.
  const isBehind = focused === 'key' && fields.includes('user') && !hasText(form, 'key');
  const isGone = focused !== 'save' && !fields.includes(focused);
  const progress = { at: 'key', isWaiting: !testing } as const;
  // Whoever pastes a key where a name was asked for must not see it in the open.
  const next = fields.includes('key') ? 'key' : 'name';
  return { ...form, fields, found, progress, focused: isGone ? next : isBehind ? 'user' : focused };
}

function hasText({ values }: ConnectForm, field: ConnectField): boolean {
  return values[field].value.trim() !== '';
}

function isTypingOn(form: ConnectForm): boolean {
  const { focused } = form;
  return focused !== 'url' && focused !== 'save' && hasText(form, focused);
}

/** Whether Enter tests it, and does not go on to the next field: on the last stops, and where nothing else is missing. */
export function isSubmittedByEnter(form: ConnectForm): boolean {
  const { focused, fields, isTried } = form;
  return focused === 'save' || focused === fields.at(-1) || (isTried === true && missing(form) === undefined);
}

/** What is still to be typed, and where. */
export function missing(
  form: ConnectForm,
): { readonly field: ConnectField; readonly problem: string } | undefined {
  if (!form.fields.includes('key') || hasText(form, 'key')) return undefined;
  if (!form.fields.includes('user')) return { field: 'key', problem: 'Paste the API key.' };
  return hasText(form, 'user')
    ? { field: 'key', problem: 'Type the password.' }
    : {
        field: 'user',
        problem: 'Type your name there and your password, or leave the name empty and paste an API key.',
      };
}

/** A password is taken as it was typed, with its blanks. */
function typedKey({ fields, values }: ConnectForm): TypedKey {
  const user = fields.includes('user') ? values.user.value.trim() : '';
  return { user, key: user === '' ? values.key.value.trim() : values.key.value };
}

export const connectSteps = ['url', 'key', 'websites'] as const;
export type ConnectStep = (typeof connectSteps)[number];

/** How far connecting has come: the steps before are done. Undefined `at`: not begun. */
export interface ConnectProgress {
  readonly at?: ConnectStep | undefined;
  /** The step did not work. */
  readonly isFailed?: boolean;
  /** It is the user's turn: the step is not begun. */
  readonly isWaiting?: boolean;
}

export function stepState(step: ConnectStep, { at, isFailed, isWaiting }: ConnectProgress) {
  const distance = at === undefined ? 1 : connectSteps.indexOf(step) - connectSteps.indexOf(at);
  if (distance === 0 && isWaiting !== true) return isFailed === true ? 'failed' : 'running';
  return distance < 0 ? 'done' : 'open';
}

export interface ProfilesSlice {
  readonly entries: readonly ProfileEntry[];
  /** Why the list could not be read, or the chosen profile cannot be used: one line. */
  readonly problem?: string | undefined;
  readonly form?: ConnectForm | undefined;
  /** While the websites of a service that was just connected are read for the first time. */
  readonly progress?: ConnectProgress | undefined;
  /** This service was just connected: the last step is to read its websites, which `listed` waits for. */
  connected(listed: Promise<void>): void;
  open(): void;
  use(name: string): void;
  connect(): void;
  /** What the service in use wants of somebody who signs in again. */
  credential(): NeededCredential;
  newKey(): void;
  /** The service refused the key: the list says so. Where a form was to be sent its place is above that form. */
  keyRefused(): void;
  focus(step: -1 | 1): void;
  type(text: TextValue): void;
  /** To the next field; from the last one it submits. */
  enter(): void;
  submit(): Promise<void>;
}

interface Needs {
  readonly navigation: NavigationSlice;
  readonly menu: MenuSlice;
  readonly notices: NoticesSlice;
  readonly profile: ProfileInfo;
  readonly websites: Pick<WebsitesSlice, 'list' | 'load'>;
  readonly editor: { readonly form?: { readonly saving: boolean } | undefined };
  readonly introduction: { choose(): void };
  refresh(): void;
}

type ProfilesContext = SliceContext<{ profiles: ProfilesSlice }, Needs>;

export function createProfiles({ get, patch, services }: ProfilesContext): ProfilesSlice {
  const slice = () => get().profiles;
  let testing: AbortController | undefined;

  const openForm = (form: ConnectForm) => {
    testing?.abort();
    patch('profiles', { form });
    get().navigation.push({ screen: 'connect' });
  };
  const change = (part: Partial<ConnectForm>) => {
    const { form } = slice();
    if (form !== undefined) patch('profiles', { form: { ...form, ...part } });
  };
  /** The cursor goes into the field that was wrong. */
  const refuse = (
    { problem, serviceMessage }: Problem,
    wrong: ConnectField | undefined,
    focused: ConnectStop,
  ) =>
    change({
      testing: false,
      problem,
      serviceMessage,
      wrong,
      focused: wrong ?? focused,
      progress: failedAt(wrong),
    });
  const failedAt = (wrong: ConnectField | undefined): ConnectProgress | undefined => {
    if (slice().form?.progress === undefined) return undefined;
    if (wrong === 'url') return { at: 'url', isFailed: true };
    return wrong === 'key' || wrong === 'user' ? { at: 'key', isFailed: true } : {};
  };
  const isOpen = () => topRoute(get().navigation.stack).screen === 'connect';

  /** Has the form ask for what the service at an address needs. Resolves to false where none is found there. */
  const find = async (url: string): Promise<boolean> => {
    const answer = await services.profiles?.find(url);
    const { form } = slice();
    // It was left, or another address was typed meanwhile.
    if (form === undefined || !isOpen() || form.values.url.value.trim() !== url) return false;
    if (answer?.found !== undefined) {
      patch('profiles', { form: withFound(form, answer.found) });
      return true;
    }
    // Whoever types into another field is not taken out of it: the service is asked again in the end.
    if (form.testing || !isTypingOn(form)) refuse(answer ?? {}, 'url', form.focused);
    else change({ progress: {} });
    return false;
  };
  /** Asked as soon as the address is left, so that the other fields are the right ones. */
  const findOnLeaving = ({ focused, found, values }: ConnectForm) => {
    const url = values.url.value.trim();
    if (focused !== 'url' || url === '' || found !== undefined) return;
    change({ ...nothingWrong, progress: { at: 'url' } });
    void find(url);
  };

  const add = async (form: ConnectForm, signal: AbortSignal) => {
    const url = form.values.url.value.trim();
    const typed = form.values.name.value.trim();
    const name = typed === '' ? (services.profiles?.suggestName(url) ?? '') : typed;
    const added = await services.profiles?.add({ name, url, ...typedKey(form) }, signal);
    if (signal.aborted) return;
    if (added?.problem !== undefined) return refuse(added, added.field, form.focused);
    change({ progress: { at: 'websites' } });
    const used = services.profiles?.use(name, { isNew: true });
    if (used?.problem !== undefined) change({ testing: false, problem: used.problem, progress: {} });
  };

  const renew = async (form: ConnectForm, signal: AbortSignal) => {
    const result = await services.profiles?.renewKey(typedKey(form), signal);
    if (signal.aborted) return;
    if (result?.problem !== undefined) return refuse(result, 'key', form.focused);
    leaveDialogs();
    get().notices.say(result?.note ?? 'The service takes the new key.', 'good');
    get().refresh();
  };

  /** Back to the view beneath, whichever dialogs are open. */
  const leaveDialogs = () =>
    get().navigation.leave(({ screen }) => screen === 'profiles' || screen === 'connect');

  /** The service in use; where it refused the key, "new key" behind all services, or the one that connects for a link. */
  const firstChoice = () => {
    const { entries } = slice();
    const listed = entries.findIndex(({ name }) => name === get().profile.name);
    // A service from the environment is not listed; it stands behind those that are.
    const own = listed === -1 ? entries.length : listed;
    const { error } = get().websites.list;
    const last = Math.max(own, entries.length - 1);
    return error?.kind === 'auth' || error?.kind === 'forbidden'
      ? last + (error.details.isLink === true ? 1 : 2)
      : own;
  };

  return {
    entries: [],
    open() {
      const list = services.profiles?.list();
      patch('profiles', { entries: list?.entries ?? [], problem: list?.problem, form: undefined });
      get().navigation.push({ screen: 'profiles' });
      get().menu.reset(firstChoice());
    },
    connected(listed) {
      patch('profiles', { progress: { at: 'websites' } });
      void listed.finally(() => {
        patch('profiles', { progress: undefined });
        const { data } = get().websites.list;
        if (data === undefined) return;
        const count = data.total ?? data.rows.length;
        const isMore = data.total === undefined && data.next !== 'no';
        const found =
          count === 0 ? 'it has no websites yet' : `${counted(count, 'websites')}${isMore ? ' or more' : ''}`;
        get().notices.say(`Connected: ${found}.`, 'good');
      });
    },
    use(name) {
      if (name === get().profile.name) {
        get().introduction.choose();
        return leaveDialogs();
      }
      const result = services.profiles?.use(name);
      // This store is left: it shows nothing any more.
      services.introduction?.end('ways');
      if (result?.problem === undefined) return;
      const isNamed = result.problem.includes(name);
      patch('profiles', { problem: isNamed ? result.problem : `${name}: ${result.problem}` });
    },
    connect: () => openForm({ ...formOf(['url', 'key', 'name']), progress: {} }),
    credential: () => services.profiles?.current().credential ?? 'key',
    newKey() {
      openForm(newKeyForm(services.profiles?.current(), get().websites.list.error?.kind === 'auth'));
    },
    keyRefused() {
      const { navigation, profile, websites, editor } = get();
      const isSent = topRoute(navigation.stack).screen === 'editor' && editor.form?.saving === true;
      // With what was typed still in the form beneath; nobody types into one that is being sent.
      if (isSent && profile.isKiosk !== true) openForm(newKeyForm(services.profiles?.current(), true));
      else if (!websites.list.loading && websites.list.error === undefined) void websites.load();
    },
    focus(step) {
      const { form } = slice();
      if (form === undefined || form.testing) return;
      change({ focused: cycle<ConnectStop>([...form.fields, 'save'], form.focused, step) });
      findOnLeaving(form);
    },
    type(text) {
      const { form } = slice();
      if (form === undefined || form.testing || form.focused === 'save') return;
      const values = { ...form.values, [form.focused]: withoutRefusedKey(form, text) };
      if (text.value === form.values[form.focused].value) return change({ values });
      change({ values, ...nothingWrong });
      if (form.focused === 'url') change({ found: undefined, progress: {} });
      else if (form.progress?.isFailed === true)
        change({ progress: form.found && { at: 'key', isWaiting: true } });
    },
    enter() {
      const { form } = slice();
      if (form === undefined || form.testing) return;
      if (isSubmittedByEnter(form)) void slice().submit();
      else slice().focus(1);
    },
    async submit() {
      const { form } = slice();
      if (form === undefined || form.testing) return;
      const url = form.values.url.value.trim();
      const isNew = form.fields.includes('url');
      if (isNew && url === '') return refuse({ problem: emptyUrl }, 'url', 'url');
      testing = new AbortController();
      const { signal } = testing;
      if (isNew && form.found === undefined) {
        change({ ...asking, progress: { at: 'url' } });
        if (!(await find(url)) || signal.aborted) return;
      }
      const known = slice().form ?? form;
      const empty = missing(known);
      if (empty !== undefined) return refuse(empty, empty.field, empty.field);
      change({ ...asking, progress: known.progress && { at: 'key' } });
      await (isNew ? add(known, signal) : renew(known, signal));
      if (!isOpen()) testing = undefined;
    },
  };
}

/** What is typed or pasted into a key that was refused takes its place: it is not seen, so nobody would know that it is behind it. */
function withoutRefusedKey({ focused, wrong, values }: ConnectForm, text: TextValue): TextValue {
  const { value, caret } = values.key;
  if (focused !== 'key' || wrong !== 'key' || text.value.length <= value.length) return text;
  return textAtEnd(text.value.slice(caret, text.caret));
}

const nothingWrong = { problem: undefined, serviceMessage: undefined, wrong: undefined };
const asking = { ...nothingWrong, testing: true, isTried: true } as const;
const emptyUrl = 'Type the address of the service, such as https://stats.example.com.';
