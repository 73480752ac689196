import { emptyText, type TextValue } from '#model/text/textValue.ts';
import type { StoreContext } from '#store/core/context.ts';
import { isInOverlay, topRoute } from '#store/navigation/navigation.ts';
import { cycle } from '#store/core/cycle.ts';
import type { ProfileEntry } from './profilesService.ts';

export type ConnectField = 'url' | 'key' | 'name';
/** What the focus stops at: the fields, and at last the button that saves. */
export type ConnectStop = ConnectField | 'save';

/** The form that connects a service, or replaces the key of the one in use. */
export interface ConnectForm {
  readonly fields: readonly ConnectField[];
  readonly focused: ConnectStop;
  readonly values: Readonly<Record<ConnectField, TextValue>>;
  readonly testing: boolean;
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
    patch('profiles', { form: { fields, focused, values, testing: false } });
    get().navigation.push({ screen: 'connect' });
  };
  const change = (part: Partial<ConnectForm>) => {
    const { form } = slice();
    if (form !== undefined) patch('profiles', { form: { ...form, ...part } });
  };
  /** The cursor goes into the field that was wrong. */
  const refuse = (problem: string, wrong: ConnectField | undefined, focused: ConnectStop) =>
    change({ testing: false, problem, wrong, focused: wrong ?? focused });
  const isOpen = () => topRoute(get().navigation.stack).screen === 'connect';

  const add = async (form: ConnectForm, signal: AbortSignal) => {
    const url = form.values.url.value.trim();
    const typed = form.values.name.value.trim();
    const name = typed === '' ? (services.profiles?.suggestName(url) ?? '') : typed;
    const added = await services.profiles?.add({ name, url, key: form.values.key.value.trim() }, signal);
    if (signal.aborted) return;
    if (added?.problem !== undefined) return refuse(added.problem, added.field, form.focused);
    const used = services.profiles?.use(name);
    if (used?.problem !== undefined) change({ testing: false, problem: used.problem });
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
    use(name) {
      if (name === get().profile.name) return leaveDialogs();
      const result = services.profiles?.use(name);
      if (result?.problem !== undefined) patch('profiles', { problem: result.problem });
    },
    connect: () => openForm(['url', 'key', 'name']),
    newKey: () => openForm(['key']),
    keyRefused() {
      // Before the first answer there is nothing to keep on screen: the screen itself says what to press.
      const isAtStart = get().websites.list.data === undefined;
      if (asked || isAtStart || isInOverlay(get())) return;
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
      change({
        values,
        ...(text.value === form.values[form.focused].value ? {} : { problem: undefined, wrong: undefined }),
      });
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
      change({ testing: true, problem: undefined, wrong: undefined });
      await (form.fields.includes('url') ? add(form, signal) : renew(form, signal));
      if (!isOpen()) testing = undefined;
    },
  };
}

const emptyUrl = 'Type the address of the service, such as https://stats.example.com.';
