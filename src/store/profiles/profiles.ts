import { emptyText, type TextValue } from '#model/text/textValue.ts';
import type { StoreContext } from '#store/core/context.ts';
import { isInOverlay, topRoute } from '#store/navigation/navigation.ts';
import { cycle } from '#store/core/cycle.ts';
import { counted } from '#model/text/number.ts';
import type { ConnectProgress } from './connectSteps.ts';
import type { ProfileEntry } from './profilesService.ts';

export type ConnectField = 'url' | 'key' | 'name';
/** What the focus stops at: the fields, and at last the button that saves. */
type ConnectStop = ConnectField | 'save';

/** The form that connects a service, or replaces the key of the one in use. */
export interface ConnectForm {
  readonly fields: readonly ConnectField[];
  readonly focused: ConnectStop;
  readonly values: Readonly<Record<ConnectField, TextValue>>;
  readonly testing: boolean;
  /** How far it has come; undefined for a new key, which is one step. */
  readonly progress?: ConnectProgress | undefined;
  /** Why it was not saved, one line. */
  readonly problem?: string | undefined;
  /** The field that is wrong, where one can be told. */
  readonly wrong?: ConnectField | undefined;
}

/** The list of profiles, and the form for another one. */
export interface ProfilesSlice {
  readonly entries: readonly ProfileEntry[];
  /** Why the list could not be read, one line. */
  readonly problem?: string | undefined;
  readonly form?: ConnectForm | undefined;
  /** While the websites of a service that was just connected are read for the first time. */
  readonly progress?: ConnectProgress | undefined;
  /** This service was just connected: the last step is to read its websites, which `listed` waits for. */
  connected(listed: Promise<void>): void;
  open(): void;
  use(name: string): void;
  /** Opens the form for another service. */
  connect(): void;
  /** Opens the form for a new key. */
  newKey(): void;
  /** The service refused the key: opens the form for a new one, once, over what is on screen. */
  keyRefused(): void;
  focus(step: -1 | 1): void;
  type(text: TextValue): void;
  /** To the next field; from the last one it submits. */
  enter(): void;
  submit(): Promise<void>;
}

export function createProfiles({ get, patch, services }: StoreContext): ProfilesSlice {
  const slice = () => get().profiles;
  let asked = false;
  let testing: AbortController | undefined;

  const openForm = (fields: readonly ConnectField[]) => {
    testing?.abort();
    const values = { url: emptyText, key: emptyText, name: emptyText };
    const [focused = 'key'] = fields;
    const progress = fields.includes('url') ? {} : undefined;
    patch('profiles', { form: { fields, focused, values, testing: false, progress } });
    get().navigation.push({ screen: 'connect' });
  };
  const change = (part: Partial<ConnectForm>) => {
    const { form } = slice();
    if (form !== undefined) patch('profiles', { form: { ...form, ...part } });
  };
  /** The cursor goes into the field that was wrong. */
  const refuse = (problem: string, wrong: ConnectField | undefined, focused: ConnectStop) =>
    change({ testing: false, problem, wrong, focused: wrong ?? focused, progress: failedAt(wrong) });
  const failedAt = (wrong: ConnectField | undefined) => {
    if (slice().form?.progress === undefined) return undefined;
    return wrong === 'url' || wrong === 'key' ? { at: wrong, isFailed: true } : {};
  };
  const isOpen = () => topRoute(get().navigation.stack).screen === 'connect';

  const add = async (form: ConnectForm, signal: AbortSignal) => {
    const url = form.values.url.value.trim();
    const typed = form.values.name.value.trim();
    const name = typed === '' ? (services.profiles?.suggestName(url) ?? '') : typed;
    const added = await services.profiles?.add({ name, url, key: form.values.key.value.trim() }, signal);
    if (signal.aborted) return;
    if (added?.problem !== undefined) return refuse(added.problem, added.field, form.focused);
    change({ progress: { at: 'websites' } });
    const used = services.profiles?.use(name, { isNew: true });
    if (used?.problem !== undefined) change({ testing: false, problem: used.problem, progress: {} });
  };

  const renew = async (form: ConnectForm, signal: AbortSignal) => {
    const result = await services.profiles?.renewKey(form.values.key.value.trim(), signal);
    if (signal.aborted) return;
    if (result?.problem !== undefined) return refuse(result.problem, 'key', form.focused);
    asked = false;
    leaveDialogs();
    get().notices.say(result?.note ?? 'The service takes the new key.', 'good');
    get().refresh();
  };

  /** Back to the view beneath, whichever dialogs are open. */
  const leaveDialogs = () =>
    get().navigation.leave(({ screen }) => screen === 'profiles' || screen === 'connect');

  /** The entry of the service in use; where it refused the key, the entry "new key" behind all services. */
  const firstChoice = () => {
    const { entries } = slice();
    const listed = entries.findIndex(({ name }) => name === get().profile.name);
    // A service from the environment is not listed; it stands behind those that are.
    const own = listed === -1 ? entries.length : listed;
    const isRefused = get().websites.list.error?.kind === 'auth';
    return isRefused ? Math.max(own, entries.length - 1) + 2 : own;
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
      if (result?.problem !== undefined) patch('profiles', { problem: result.problem });
    },
    connect() {
      openForm(['url', 'key', 'name']);
      get().introduction.choose();
    },
    newKey: () => openForm(['key']),
    keyRefused() {
      // Before the first answer there is nothing to keep on screen: the screen itself says what to press.
      const isAtStart = get().websites.list.data === undefined;
      if (asked || isAtStart || isInOverlay(get()) || get().profile.isKiosk === true) return;
      asked = true;
      openForm(['key']);
    },
    focus(step) {
      const { form } = slice();
      if (form === undefined || form.testing) return;
      change({ focused: cycle<ConnectStop>([...form.fields, 'save'], form.focused, step) });
    },
    type(text) {
      const { form } = slice();
      if (form === undefined || form.testing || form.focused === 'save') return;
      const values = { ...form.values, [form.focused]: text };
      const isSame = text.value === form.values[form.focused].value;
      const progress = form.progress && {};
      change({ values, ...(isSame ? {} : { problem: undefined, wrong: undefined, progress }) });
    },
    enter() {
      const { form } = slice();
      if (form === undefined || form.testing) return;
      if (form.focused === 'save' || form.focused === form.fields.at(-1)) void slice().submit();
      else slice().focus(1);
    },
    async submit() {
      const { form } = slice();
      if (form === undefined || form.testing) return;
      const empty = form.fields.find(field => field !== 'name' && form.values[field].value.trim() === '');
      if (empty !== undefined) return refuse(empty === 'url' ? emptyUrl : 'Paste the API key.', empty, empty);
      testing = new AbortController();
      const { signal } = testing;
      const progress = form.progress && ({ at: 'url' } as const);
      change({ testing: true, problem: undefined, wrong: undefined, progress });
      await (form.fields.includes('url') ? add(form, signal) : renew(form, signal));
      if (!isOpen()) testing = undefined;
    },
  };
}

const emptyUrl = 'Type the address of the service, such as https://stats.example.com.';
