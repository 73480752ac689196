import { emptyText, type TextValue } from '#text/textField.ts';
import type { DescribedService, TypedKey } from './services.ts';

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
  readonly said?: string | undefined;
  /** The field that is wrong, where one can be told. */
  readonly wrong?: ConnectField | undefined;
  /** It was tested: once what is wrong is mended, Enter tests it again. */
  readonly isTried?: true | undefined;
}

/** For another service: before it has answered it is asked for what most want. */
export function newServiceForm(): ConnectForm {
  return { ...formOf(['url', 'key', 'name']), progress: {} };
}

export function newKeyForm(found: DescribedService | undefined, isRefused: boolean): ConnectForm {
  return { ...formOf(found?.asks === 'password' ? ['user', 'key'] : ['key']), found, isRefused };
}

function formOf(fields: readonly [ConnectField, ...ConnectField[]]): ConnectForm {
  const values = { url: emptyText, user: emptyText, key: emptyText, name: emptyText };
  return { fields, focused: fields[0], values, testing: false };
}

const fieldsFor: Readonly<Record<DescribedService['asks'], readonly ConnectField[]>> = {
  key: ['url', 'key', 'name'],
  password: ['url', 'user', 'key', 'name'],
  nothing: ['url', 'name'],
};

/** The form with what the service that was found needs. The cursor stays with what was typed. */
export function withFound(form: ConnectForm, found: DescribedService): ConnectForm {
  const { focused, testing } = form;
  const fields = fieldsFor[found.asks];
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

export function isTypingOn(form: ConnectForm): boolean {
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
export function typedKey({ fields, values }: ConnectForm): TypedKey {
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

type StepState = 'open' | 'running' | 'done' | 'failed';

export function stepState(step: ConnectStep, { at, isFailed, isWaiting }: ConnectProgress): StepState {
  const distance = at === undefined ? 1 : connectSteps.indexOf(step) - connectSteps.indexOf(at);
  if (distance === 0 && isWaiting !== true) return isFailed === true ? 'failed' : 'running';
  return distance < 0 ? 'done' : 'open';
}
