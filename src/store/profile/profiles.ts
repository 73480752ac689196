import { textAtEnd, type TextValue } from '#text/textField.ts';
import { counted } from '#text/words.ts';
import {
  type ConnectField,
  type ConnectForm,
  type ConnectProgress,
  type ConnectStop,
  isSubmittedByEnter,
  isTypingOn,
  missing,
  newKeyForm,
  newServiceForm,
  typedKey,
  withFound,
} from './connectForm.ts';
import {
  cycle,
  isInOverlay,
  type MenuSlice,
  type NavigationSlice,
  topRoute,
} from '#store/navigation/navigation.ts';
import type { ScreenName } from '#store/navigation/route.ts';
import type { Asked, Problem, ProfileEntry, ProfileInfo } from './services.ts';
import type { SliceContext } from '#store/slice.ts';
import type { NoticesSlice } from '#store/display.ts';
import type { WebsitesSlice } from '#store/websites/websites.ts';

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
  asks(): Asked;
  newKey(): void;
  /** The service refused the key: opens the form for a new one, once, over what is on screen. */
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
  readonly websites: Pick<WebsitesSlice, 'list'>;
  readonly introduction: { choose(): void };
  refresh(): void;
}

interface ProfilesContext extends SliceContext<{ profiles: ProfilesSlice }, Needs> {
  screenOf(name: ScreenName): { readonly isForm?: true };
}

export function createProfiles({ get, patch, services, screenOf }: ProfilesContext): ProfilesSlice {
  const slice = () => get().profiles;
  let asked = false;
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
  const refuse = ({ problem, said }: Problem, wrong: ConnectField | undefined, focused: ConnectStop) =>
    change({ testing: false, problem, said, wrong, focused: wrong ?? focused, progress: failedAt(wrong) });
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
    asked = false;
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
    return error?.kind === 'auth' ? last + (error.details.isLink === true ? 1 : 2) : own;
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
    connect: () => openForm(newServiceForm()),
    asks: () => services.profiles?.current().asks ?? 'key',
    newKey() {
      const isRefused = asked || get().websites.list.error?.kind === 'auth';
      openForm(newKeyForm(services.profiles?.current(), isRefused));
    },
    keyRefused() {
      const { navigation, profile } = get();
      // A form stays open beneath it, with what was typed.
      const isFree = !isInOverlay(get()) || screenOf(topRoute(navigation.stack).screen).isForm === true;
      if (asked || !isFree || profile.isKiosk === true) return;
      asked = true;
      slice().newKey();
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
      const values = { ...form.values, [form.focused]: anew(form, text) };
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
function anew({ focused, wrong, values }: ConnectForm, text: TextValue): TextValue {
  const { value, caret } = values.key;
  if (focused !== 'key' || wrong !== 'key' || text.value.length <= value.length) return text;
  return textAtEnd(text.value.slice(caret, text.caret));
}

const nothingWrong = { problem: undefined, said: undefined, wrong: undefined };
const asking = { ...nothingWrong, testing: true, isTried: true } as const;
const emptyUrl = 'Type the address of the service, such as https://stats.example.com.';
