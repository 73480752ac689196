import { canWrite, type Capabilities } from '#model/service/capabilities.ts';
import type { FieldName, WebsiteChanges } from '#model/website/draft.ts';
import { checkDraft } from '#model/website/draftCheck.ts';
import { addEntries, listEntries, removeEntries } from '#model/website/listEntries.ts';
import { websiteDefaults, type Privacy, type Website } from '#model/website/website.ts';
import { cycle } from '#store/core/cycle.ts';

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
