import type { ApiError } from '#api/error.ts';
import { canWrite, type Capabilities } from '#model/service/capabilities.ts';
import { checkTypedDomain } from '#model/website/domain.ts';
import {
  addEntries,
  checkDraft,
  draftOf,
  type FieldName,
  isUnsaved,
  listEntries,
  removeEntries,
  unknownFields,
  type WebsiteChanges,
  type WebsiteDraft,
} from '#model/website/draft.ts';
import {
  type Privacy,
  settingNames,
  type ShareLink,
  type Website,
  websiteDefaults,
  wireNames,
} from '#model/website/website.ts';
import { cycle } from '#store/navigation/list.ts';
import type { TextValue } from '#text/textField.ts';

type BulkTextField = 'password' | 'excludeParams' | 'excludeIps';
type BulkChoiceField = 'privacy' | 'email' | 'excludeBots' | 'changeParams' | 'changeIps';
export type BulkField = BulkTextField | BulkChoiceField;
/** What the focus stops at: the fields, and at last the button that goes on. */
export type BulkStop = BulkField | 'save';

/** What happens to the list of every website with the entries typed. */
const listChanges = ['replace', 'add', 'remove'] as const;
export type ListChange = (typeof listChanges)[number];

/** The values to set on several websites. An undefined choice leaves the field of every website as it is. */
export interface BulkForm {
  readonly privacy: Privacy | undefined;
  readonly email: boolean | undefined;
  readonly excludeBots: boolean | undefined;
  readonly changeParams: ListChange | undefined;
  readonly changeIps: ListChange | undefined;
  readonly password: string;
  readonly excludeParams: string;
  readonly excludeIps: string;
}

export const untouchedForm: BulkForm = {
  privacy: undefined,
  email: undefined,
  excludeBots: undefined,
  changeParams: undefined,
  changeIps: undefined,
  password: '',
  excludeParams: '',
  excludeIps: '',
};

/** The values of a choice in their order; the first one is "leave as it is". */
export function bulkChoices(
  field: BulkChoiceField,
  { privacies }: Capabilities,
): readonly BulkForm[BulkChoiceField][] {
  if (field === 'privacy') return [undefined, ...privacies];
  return field === 'email' || field === 'excludeBots'
    ? [undefined, true, false]
    : [undefined, ...listChanges];
}

/** The fields of the form in their order, of those the service has; a text field only where its choice needs one. */
export function bulkFields(form: BulkForm, capabilities: Capabilities): BulkField[] {
  const all = [
    'privacy',
    ...(form.privacy === 'password' ? (['password'] as const) : []),
    'email',
    'excludeBots',
    'changeParams',
    ...(form.changeParams === undefined ? [] : (['excludeParams'] as const)),
    'changeIps',
    ...(form.changeIps === undefined ? [] : (['excludeIps'] as const)),
  ] as const;
  return all.filter(field => canWrite(capabilities, fieldOfChoice(field)));
}

function fieldOfChoice(field: BulkField): FieldName {
  if (field === 'changeParams') return 'excludeParams';
  return field === 'changeIps' ? 'excludeIps' : field;
}

export function isBulkText(field: BulkStop): field is BulkTextField {
  return field === 'password' || field === 'excludeParams' || field === 'excludeIps';
}

/** A field with several lines. */
export function isBulkList(field: BulkStop): boolean {
  return field === 'excludeParams' || field === 'excludeIps';
}

/** The caret position behind the last character of a text field. */
export function caretIn(form: BulkForm, field: BulkStop): number {
  return isBulkText(field) ? form[field].length : 0;
}

/** The form with the next or previous value of a choice. */
export function stepChoice(
  form: BulkForm,
  field: BulkChoiceField,
  step: -1 | 1,
  capabilities: Capabilities,
): BulkForm {
  const values = bulkChoices(field, capabilities);
  return { ...form, [field]: cycle(values, form[field], step) };
}

/** Only the fields the user has set to the same value for all websites. */
function touchedOf(form: BulkForm): WebsiteChanges {
  const { privacy, email, excludeBots, password } = form;
  return {
    ...(privacy === undefined ? {} : { privacy }),
    ...(privacy === 'password' && password !== '' ? { password } : {}),
    ...(email === undefined ? {} : { email }),
    ...(excludeBots === undefined ? {} : { excludeBots }),
    ...(form.changeParams === 'replace' ? { excludeParams: form.excludeParams } : {}),
    ...(form.changeIps === 'replace' ? { excludeIps: form.excludeIps } : {}),
  };
}

const lists = [
  { field: 'excludeParams', choice: 'changeParams', what: 'parameters' },
  { field: 'excludeIps', choice: 'changeIps', what: 'addresses' },
] as const;

/** The lists that entries are added to or taken off, which differ from website to website. */
function mergedLists(form: BulkForm) {
  return lists.flatMap(list => {
    const change = form[list.choice];
    return change === undefined || change === 'replace' ? [] : [{ ...list, change }];
  });
}

/** Whether the form would change anything. */
export function isTouched(form: BulkForm): boolean {
  return Object.keys(touchedOf(form)).length > 0 || mergesLists(form);
}

/** Whether what a website gets depends on what it has. */
export function mergesLists(form: BulkForm): boolean {
  return mergedLists(form).length > 0;
}

/** What the update of this website may send: only the fields the user has set. */
export function touchedBy(form: BulkForm, website: Website): WebsiteChanges {
  const merged = mergedLists(form).flatMap(({ field, change }) => {
    const stored = website[field];
    if (stored === undefined) return [];
    const entries = listEntries(form[field]);
    return [[field, change === 'add' ? addEntries(stored, entries) : removeEntries(stored, entries)]];
  });
  return { ...touchedOf(form), ...Object.fromEntries(merged) };
}

/** Why entries cannot be added to this website or taken off: a list that the service does not tell would be replaced. */
export function whyNotMerged(form: BulkForm, website: Website): string | undefined {
  const unknown = mergedLists(form).find(({ field }) => website[field] === undefined);
  return (
    unknown &&
    `The service does not tell which ${unknown.what} are excluded, so none can be added or removed.`
  );
}

/** The errors of the form for these websites, one line for each field. */
export function checkBulk(form: BulkForm, websites: readonly Website[]): Partial<Record<BulkField, string>> {
  // A website that already has a password keeps it.
  const allHaveOne = websites.every(({ privacy }) => privacy === 'password');
  const original = { ...websiteDefaults, privacy: allHaveOne ? 'password' : 'private' } as const;
  const added = mergedLists(form).filter(({ change }) => change === 'add');
  const { password, excludeParams, excludeIps } = checkDraft(
    {
      ...original,
      ...touchedOf(form),
      ...Object.fromEntries(added.map(({ field }) => [field, form[field]])),
    },
    'edit',
    original,
  );
  const missing = mergedLists(form)
    .filter(({ field }) => listEntries(form[field]).length === 0)
    .map(({ field, change }) => [field, `Type what to ${change}, one a line.`]);
  return Object.fromEntries(
    Object.entries({ password, excludeParams, excludeIps, ...Object.fromEntries(missing) }).filter(
      ([, error]) => error !== undefined,
    ),
  );
}

export type EditorField = keyof WebsiteDraft;
/** What the focus stops at: the fields, and at last the button that saves. */
type EditorStop = EditorField | 'save';
type TextEditorField = 'domain' | 'name' | 'password' | 'excludeParams' | 'excludeIps';
type ChoiceEditorField = Exclude<EditorField, TextEditorField>;
type FieldErrors = Partial<Record<EditorField, string | undefined>>;

/** All fields in the order of the form. */
export const editorFields: readonly EditorField[] = [
  'domain',
  'name',
  'privacy',
  'password',
  'email',
  'excludeBots',
  'excludeParams',
  'excludeIps',
];

const textFields: ReadonlySet<EditorStop> = new Set<EditorStop>([
  'domain',
  'name',
  'password',
  'excludeParams',
  'excludeIps',
]);

export function isTextField(field: EditorStop): field is TextEditorField {
  return textFields.has(field);
}

export function isManyLines(field: EditorStop): boolean {
  return field === 'excludeParams' || field === 'excludeIps';
}

/**
 * The fields of a form in their order, of those the service has: a domain only when adding, a password only where privacy
 * asks for one.
 */
export function fieldsOf({
  websiteId,
  draft,
  capabilities,
}: Pick<EditorSession, 'websiteId' | 'draft' | 'capabilities'>): EditorField[] {
  return editorFields.filter(
    field =>
      canWrite(capabilities, field) &&
      (field !== 'domain' || websiteId === undefined) &&
      (field !== 'password' || draft.privacy === 'password'),
  );
}

/** The draft with the next or previous value of a choice; a switch is toggled in both directions. */
function nextChoice(
  draft: WebsiteDraft,
  field: ChoiceEditorField,
  step: -1 | 1,
  privacies: readonly Privacy[],
): WebsiteDraft {
  if (field !== 'privacy') return { ...draft, [field]: !draft[field] };
  return { ...draft, privacy: cycle(privacies, draft.privacy, step) };
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

/** An open form. It keeps its values when saving fails, so that nothing typed is lost. */
export interface EditorSession {
  /** Without an id it adds a website. */
  readonly websiteId?: string | undefined;
  /** What the service has: the form has no other fields. */
  readonly capabilities: Capabilities;
  /** The website's values when the form was opened. */
  readonly original: WebsiteDraft;
  readonly draft: WebsiteDraft;
  /** Fields the service left out: what the form shows for them is its default. */
  readonly unknown: ReadonlySet<EditorField>;
  /** Those of them that the user has set, even to the default. */
  readonly setUnknown: ReadonlySet<EditorField>;
  readonly focused: EditorStop;
  /** The caret of the focused text field. */
  readonly caret: number;
  readonly errors: FieldErrors;
  readonly failure?: ApiError | undefined;
  readonly saving: boolean;
  /** Fields that someone else has changed since the form was opened, with their present values. */
  readonly theirs?: Partial<WebsiteDraft> | undefined;
  /** The share links that saving it ends, once that is asked. */
  readonly ended?: readonly ShareLink[] | undefined;
  /** Whether what someone else changed is saved over, as it was answered before that. */
  readonly overwrites?: boolean | undefined;
}

/** A newly opened form, for this website or for a new one. */
export function newSession(capabilities: Capabilities, website?: Website): EditorSession {
  const original = website === undefined ? websiteDefaults : draftOf(website);
  const [first = 'domain'] = fieldsOf({ websiteId: website?.id, draft: original, capabilities });
  const form: EditorSession = {
    websiteId: website?.id,
    capabilities,
    original,
    draft: original,
    unknown: website === undefined ? new Set<EditorField>() : unknownFields(website),
    setUnknown: new Set<EditorField>(),
    focused: first,
    caret: 0,
    errors: {},
    saving: false,
  };
  return withFocus(form, first);
}

/** Moves the focus; in a text field the caret goes to the end. */
export function withFocus(form: EditorSession, focused: EditorStop): EditorSession {
  return { ...form, focused, caret: isTextField(focused) ? form.draft[focused].length : 0 };
}

/** Moves the focus to the next or previous field or the button behind them, wrapping around. */
export function withNeighbourFocus(form: EditorSession, step: -1 | 1): EditorSession {
  return withFocus(form, cycle<EditorStop>([...fieldsOf(form), 'save'], form.focused, step));
}

/** With an unchanged text only the caret has moved. */
export function withTyped(form: EditorSession, { value, caret }: TextValue): EditorSession {
  const { focused, draft } = form;
  if (!isTextField(focused)) return form;
  if (value === draft[focused]) return { ...form, caret };
  const error = focused === 'domain' ? checkTypedDomain(value) : undefined;
  const errors = { ...form.errors, [focused]: error };
  return { ...form, draft: { ...draft, [focused]: value }, setUnknown: withSet(form), caret, errors };
}

/** The next or previous value of the focused choice. */
export function withChoice(form: EditorSession, step: -1 | 1): EditorSession {
  const { focused, draft } = form;
  if (focused === 'save' || isTextField(focused)) return form;
  return {
    ...form,
    draft: nextChoice(draft, focused, step, form.capabilities.privacies),
    setUnknown: withSet(form),
  };
}

/** The fields the user has set, with the focused one added if the service had left it out. */
function withSet({ unknown, setUnknown, focused }: EditorSession): ReadonlySet<EditorField> {
  return focused !== 'save' && unknown.has(focused) ? new Set([...setUnknown, focused]) : setUnknown;
}

/** Whether there is anything to send, and so to lose. */
export function hasChanges({ original, draft, setUnknown }: EditorSession): boolean {
  return setUnknown.size > 0 || isUnsaved(original, draft);
}

/** Whether a form is open that would lose values. */
export function hasUnsavedEdits({ session }: { readonly session?: EditorSession | undefined }): boolean {
  return session !== undefined && hasChanges(session);
}

/** Whether a field will be sent. */
export function isChanged({ original, draft, setUnknown }: EditorSession, field: EditorField): boolean {
  return draft[field] !== original[field] || setUnknown.has(field);
}

/** The fields to be sent whose value on the service is no longer the one the form was opened with. */
export function changedElsewhere(
  original: WebsiteDraft,
  now: WebsiteDraft,
  changes: Partial<WebsiteDraft>,
): Partial<WebsiteDraft> {
  const differing = editorFields.filter(
    field => field in changes && field !== 'password' && now[field] !== original[field],
  );
  return Object.fromEntries(differing.map(field => [field, now[field]]));
}

/** The message for a failed save: the service may have saved although its response was lost. */
export function saveFailure({ message, details }: ApiError): string {
  return `${details.maybeSaved === true ? 'Perhaps saved' : 'Not saved'}: ${message}`;
}
