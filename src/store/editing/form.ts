import type { ApiError } from '#model/failure.ts';
import { canWrite, type Capabilities } from '#model/service/capabilities.ts';
import {
  addEntries,
  checkDraft,
  draftOf,
  type FieldName,
  listEntries,
  removeEntries,
  unknownFields,
  type WebsiteChanges,
  type WebsiteDraft,
} from '#model/website/draft.ts';
import {
  checkTypedDomain,
  type Privacy,
  settingNames,
  type ShareLink,
  type Website,
  websiteDefaults,
  wireNames,
} from '#model/website/website.ts';
import { cycle } from '#store/navigation/navigation.ts';
import type { TextValue } from '#text/textField.ts';

/** What happens to the list of each of several websites with the entries typed. */
const listChanges = ['replace', 'add', 'remove'] as const;
type ListChange = (typeof listChanges)[number];
type ListField = 'excludeParams' | 'excludeIps';
type ListChoice = 'changeParams' | 'changeIps';

export type EditorField = FieldName | ListChoice;
export type EditorStop = EditorField | 'save';
type TextEditorField = 'domain' | 'name' | 'password' | 'retention' | ListField;
type ChoiceEditorField = Exclude<EditorField, TextEditorField>;
export type ChoiceValue = Privacy | boolean | ListChange | undefined;
type FieldErrors = Partial<Record<EditorField, string | undefined>>;

const lists = [
  { field: 'excludeParams', choice: 'changeParams' },
  { field: 'excludeIps', choice: 'changeIps' },
] as const;

const nouns: Readonly<Record<FieldName, string>> = {
  domain: 'domain',
  name: 'name',
  privacy: 'privacy',
  password: 'password',
  email: 'email reports',
  excludeBots: 'bots',
  excludeParams: 'parameters',
  excludeIps: 'addresses',
  retention: 'days kept',
};

/** What is sent of a field, in a word or two. */
export function sentNoun(field: EditorField): string {
  return nouns[settingOf(field)];
}

const editorFields: readonly EditorField[] = [
  'domain',
  'name',
  'privacy',
  'password',
  'email',
  'excludeBots',
  'changeParams',
  'excludeParams',
  'changeIps',
  'excludeIps',
  'retention',
];

/** What a save may do, since somebody was asked. */
export interface Allowed {
  /** Where someone else has changed the same fields. */
  readonly overwrite?: boolean;
  /** No other share links end than these. */
  readonly ended?: readonly ShareLink[] | undefined;
  readonly deletesVisits?: boolean;
}

/** An open form. It keeps its values when saving fails, so that nothing typed is lost. */
export interface WebsiteForm {
  /** The websites it edits, as they are known; without one it adds a website. */
  readonly websites: readonly Website[];
  /** Of several what is not set leaves each as it is, and a review comes before the save. */
  readonly isBulk: boolean;
  /** What the service has: the form has no other fields. */
  readonly capabilities: Capabilities;
  readonly original: WebsiteDraft;
  readonly draft: WebsiteDraft;
  /** The fields the user has set, even to what they were. */
  readonly touched: ReadonlySet<EditorField>;
  /** Fields the service left out of the one website: what the form shows for them is its default. */
  readonly unknown: ReadonlySet<EditorField>;
  /** Of several websites; a list without a change is left as it is. */
  readonly changeParams: ListChange | undefined;
  readonly changeIps: ListChange | undefined;
  readonly focused: EditorStop;
  readonly caret: number;
  readonly errors: FieldErrors;
  /** Of the last save, until something is changed. */
  readonly failure?: ApiError | undefined;
  readonly saving: boolean;
  /** Fields that someone else has changed since the form was opened, with their present values. */
  readonly theirs?: Partial<WebsiteDraft> | undefined;
  /** Of the question that the last save asks. */
  readonly ended?: readonly ShareLink[] | undefined;
  readonly daysLeft?: string | undefined;
  /** What was answered before that. */
  readonly allowed?: Allowed | undefined;
}

export function newForm(capabilities: Capabilities, websites: readonly Website[] = []): WebsiteForm {
  const isBulk = websites.length > 1;
  const one = isBulk ? undefined : websites[0];
  const original = one === undefined ? websiteDefaults : draftOf(one);
  const form: WebsiteForm = {
    websites,
    isBulk,
    capabilities,
    original,
    draft: original,
    touched: new Set(),
    unknown: one === undefined ? new Set() : unknownFields(one),
    changeParams: undefined,
    changeIps: undefined,
    focused: 'save',
    caret: 0,
    errors: {},
    saving: false,
  };
  return withFocus(form, fieldsOf(form)[0] ?? 'save');
}

export function isTextField(field: EditorStop): field is TextEditorField {
  const isLine = ['domain', 'name', 'password', 'retention'].includes(field);
  return isLine || isListField(field);
}

export function isListField(field: EditorStop): field is ListField {
  return field === 'excludeParams' || field === 'excludeIps';
}

function isListChoice(field: EditorStop): field is ListChoice {
  return field === 'changeParams' || field === 'changeIps';
}

/** What is done with the entries of a list; of one website they are the list. */
export function listChangeOf(form: WebsiteForm, field: EditorStop): ListChange | undefined {
  if (!isListField(field) || !form.isBulk) return undefined;
  return field === 'excludeParams' ? form.changeParams : form.changeIps;
}

export function fieldsOf(form: WebsiteForm): EditorField[] {
  return editorFields.filter(field => canWrite(form.capabilities, settingOf(field)) && isAsked(form, field));
}

/** All that it asks when every choice calls for its text. */
export function everyFieldOf(form: WebsiteForm): EditorField[] {
  const draft = { ...form.draft, privacy: 'password' } as const;
  const touched = new Set([...form.touched, 'privacy' as const]);
  return fieldsOf({ ...form, draft, touched, changeParams: 'add', changeIps: 'add' });
}

function isAsked(form: WebsiteForm, field: EditorField): boolean {
  if (field === 'domain') return !form.isBulk && form.websites.length === 0;
  if (field === 'name' || field === 'retention') return !form.isBulk;
  if (field === 'password') return choiceOf(form, 'privacy') === 'password';
  if (isListChoice(field)) return form.isBulk;
  return !form.isBulk || !isListField(field) || listChangeOf(form, field) !== undefined;
}

function settingOf(field: EditorField): FieldName {
  if (field === 'changeParams') return 'excludeParams';
  return field === 'changeIps' ? 'excludeIps' : field;
}

/** The value of a choice; undefined leaves each website as it is. */
export function choiceOf(form: WebsiteForm, field: ChoiceEditorField): ChoiceValue {
  if (isListChoice(field)) return form[field];
  return form.isBulk && !form.touched.has(field) ? undefined : form.draft[field];
}

/** The values of a choice in their order; of several websites the first one is "leave as it is". */
export function choicesOf(form: WebsiteForm, field: ChoiceEditorField): readonly ChoiceValue[] {
  const values = isListChoice(field)
    ? listChanges
    : field === 'privacy'
      ? form.capabilities.privacies
      : [true, false];
  return form.isBulk ? [undefined, ...values] : values;
}

export function withFocus(form: WebsiteForm, focused: EditorStop): WebsiteForm {
  return { ...form, focused, caret: isTextField(focused) ? form.draft[focused].length : 0 };
}

export function withNeighbourFocus(form: WebsiteForm, step: -1 | 1): WebsiteForm {
  return withFocus(form, cycle<EditorStop>([...fieldsOf(form), 'save'], form.focused, step));
}

/** With an unchanged text only the caret has moved. */
export function withTyped(form: WebsiteForm, { value, caret }: TextValue): WebsiteForm {
  const { focused, draft } = form;
  if (!isTextField(focused)) return form;
  if (value === draft[focused]) return { ...form, caret };
  const error = focused === 'domain' ? checkTypedDomain(value) : undefined;
  const errors = { ...form.errors, [focused]: error };
  const touched = new Set([...form.touched, focused]);
  return { ...form, draft: { ...draft, [focused]: value }, touched, caret, errors, failure: undefined };
}

export function withChoice(form: WebsiteForm, step: -1 | 1): WebsiteForm {
  const { focused, draft, original, touched } = form;
  if (focused === 'save' || isTextField(focused)) return form;
  const value = cycle(choicesOf(form, focused), choiceOf(form, focused), step);
  const errors = form.isBulk ? {} : form.errors;
  if (isListChoice(focused)) return { ...form, [focused]: value, errors, failure: undefined };
  const others = [...touched].filter(field => field !== focused);
  return {
    ...form,
    draft: { ...draft, [focused]: value ?? original[focused] },
    touched: new Set(value === undefined ? others : [...others, focused]),
    errors,
    failure: undefined,
  };
}

/** Whether a field will be sent. Of several websites the choice of a text tells it. */
export function isChanged(form: WebsiteForm, field: EditorField): boolean {
  if (form.isBulk) return !isTextField(field) && choiceOf(form, field) !== undefined;
  if (isListChoice(field)) return false;
  return form.draft[field] !== form.original[field] || (form.unknown.has(field) && form.touched.has(field));
}

export function unsavedFields(form: WebsiteForm): readonly EditorField[] {
  return fieldsOf(form).filter(field => isChanged(form, field));
}

export function hasChanges(form: WebsiteForm): boolean {
  return unsavedFields(form).length > 0;
}

export function hasUnsavedEdits({ form }: { readonly form?: WebsiteForm | undefined }): boolean {
  return form !== undefined && hasChanges(form);
}

/** The lists that entries are added to or taken off, which differ from website to website. */
function mergedLists(form: WebsiteForm) {
  return lists.flatMap(list => {
    const change = form[list.choice];
    return change === undefined || change === 'replace' ? [] : [{ ...list, change }];
  });
}

export function mergesLists(form: WebsiteForm): boolean {
  return mergedLists(form).length > 0;
}

/** What the update of this website may send: only the fields the user has set. */
export function touchedBy(form: WebsiteForm, website: Pick<Website, ListField>): WebsiteChanges {
  const values = settingNames.map(name => [name, touchedValue(form, website, name)]);
  const { password } = form.draft;
  const isSent = password !== '' && choiceOf(form, 'privacy') === 'password';
  return {
    ...Object.fromEntries(values.filter(([, value]) => value !== undefined)),
    ...(isSent && { password }),
  };
}

function touchedValue(
  form: WebsiteForm,
  website: Pick<Website, ListField>,
  name: (typeof settingNames)[number],
) {
  const { isBulk, touched, draft } = form;
  if (!isBulk || !isListField(name)) return touched.has(name) ? draft[name] : undefined;
  const change = listChangeOf(form, name);
  const stored = website[name];
  if (change === undefined || change === 'replace') return change && draft[name];
  // A list that the service does not tell would be replaced.
  if (stored === undefined) return undefined;
  return (change === 'add' ? addEntries : removeEntries)(stored, listEntries(draft[name]));
}

/** Why entries cannot be added to this website or taken off: a list that the service does not tell would be replaced. */
export function whyNotMerged(form: WebsiteForm, website: Website): string | undefined {
  const unknown = mergedLists(form).find(({ field }) => website[field] === undefined);
  return (
    unknown &&
    `The service does not tell which ${sentNoun(unknown.field)} are excluded, so none can be added or removed.`
  );
}

export function checkForm(form: WebsiteForm): FieldErrors {
  const { websites, isBulk, draft } = form;
  const mode = websites.length === 0 ? 'add' : 'edit';
  if (!isBulk) return checkDraft(draft, mode, form.original, form.capabilities);
  // A website that already has a password keeps it.
  const allHaveOne = websites.every(({ privacy }) => privacy === 'password');
  const original = { ...websiteDefaults, privacy: allHaveOne ? 'password' : 'private' } as const;
  const merged = mergedLists(form);
  const added = merged.filter(({ change }) => change === 'add').map(({ field }) => [field, draft[field]]);
  const missing = merged
    .filter(({ field }) => listEntries(draft[field]).length === 0)
    .map(({ field, change }) => [field, `Type what to ${change}, one a line.`]);
  const draftOfAll = { ...original, ...touchedBy(form, {}), ...Object.fromEntries(added) };
  return {
    ...checkDraft(draftOfAll, 'edit', original, form.capabilities),
    ...Object.fromEntries(missing),
  };
}

const fieldOfWireName: ReadonlyMap<string, EditorField> = new Map([
  ['domain', 'domain'],
  ['password', 'password'],
  ...settingNames.map(name => [wireNames[name], name] as const),
]);

/** The service's field errors by field of the form; those of fields we do not have stay in the error's message. */
export function wireFieldErrors(error: ApiError): FieldErrors {
  const entries = Object.entries(error.details.fields ?? {}).flatMap(([wireName, messages]) => {
    const field = fieldOfWireName.get(wireName.split('.')[0] ?? wireName);
    return field === undefined ? [] : [[field, messages.join(' ')] as const];
  });
  return Object.fromEntries(entries);
}

/** The folders of a file that a service on this machine names. */
const folders = /(?<=^| )(?:\/[^\s/]+)+\//g;

/** The message for a failed save, for one line: the service may have saved although its response was lost. */
export function saveFailure({ message, details }: ApiError, done: 'added' | 'saved' = 'saved'): string {
  if (details.maybeSaved === true) return `Perhaps ${done}: ${message}`;
  const shortened = details.serviceMessage?.replace(folders, '');
  return shortened === undefined ? `Not ${done}: ${message}` : `Not ${done}. The service says: ${shortened}`;
}
