import { canWrite, type Capabilities } from '#model/service/capabilities.ts';
import type { FieldName, WebsiteChanges } from '#model/website/draft.ts';
import { checkDraft } from '#model/website/draftCheck.ts';
import { websiteDefaults, type Privacy, type Website } from '#model/website/website.ts';
import { cycle } from '#store/core/cycle.ts';

type BulkTextField = 'password' | 'excludeParams' | 'excludeIps';
type BulkChoiceField = 'privacy' | 'email' | 'excludeBots' | 'replaceParams' | 'replaceIps';
export type BulkField = BulkTextField | BulkChoiceField;
/** What the focus stops at: the fields, and at last the button that goes on. */
export type BulkStop = BulkField | 'save';

/** The values to set on several websites. An undefined choice leaves the field of every website as it is. */
export interface BulkForm {
  readonly privacy: Privacy | undefined;
  readonly email: boolean | undefined;
  readonly excludeBots: boolean | undefined;
  readonly replaceParams: true | undefined;
  readonly replaceIps: true | undefined;
  readonly password: string;
  readonly excludeParams: string;
  readonly excludeIps: string;
}

export const untouchedForm: BulkForm = {
  privacy: undefined,
  email: undefined,
  excludeBots: undefined,
  replaceParams: undefined,
  replaceIps: undefined,
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
  return field === 'email' || field === 'excludeBots' ? [undefined, true, false] : [undefined, true];
}

/** The fields of the form in their order, of those the service has; a text field only where its choice is "replace". */
export function bulkFields(form: BulkForm, capabilities: Capabilities): BulkField[] {
  const all = [
    'privacy',
    ...(form.privacy === 'password' ? (['password'] as const) : []),
    'email',
    'excludeBots',
    'replaceParams',
    ...(form.replaceParams === true ? (['excludeParams'] as const) : []),
    'replaceIps',
    ...(form.replaceIps === true ? (['excludeIps'] as const) : []),
  ] as const;
  return all.filter(field => canWrite(capabilities, fieldOfChoice(field)));
}

function fieldOfChoice(field: BulkField): FieldName {
  if (field === 'replaceParams') return 'excludeParams';
  return field === 'replaceIps' ? 'excludeIps' : field;
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

/** Only the fields the user has set: what the update of each website may send. */
export function touchedOf(form: BulkForm): WebsiteChanges {
  const { privacy, email, excludeBots, password } = form;
  return {
    ...(privacy === undefined ? {} : { privacy }),
    ...(privacy === 'password' && password !== '' ? { password } : {}),
    ...(email === undefined ? {} : { email }),
    ...(excludeBots === undefined ? {} : { excludeBots }),
    ...(form.replaceParams === true ? { excludeParams: form.excludeParams } : {}),
    ...(form.replaceIps === true ? { excludeIps: form.excludeIps } : {}),
  };
}

/** The errors of the form for these websites, one line for each field. */
export function checkBulk(form: BulkForm, websites: readonly Website[]): Partial<Record<BulkField, string>> {
  // A website that already has a password keeps it.
  const allHaveOne = websites.every(({ privacy }) => privacy === 'password');
  const original = { ...websiteDefaults, privacy: allHaveOne ? 'password' : 'private' } as const;
  const { password, excludeParams, excludeIps } = checkDraft(
    { ...original, ...touchedOf(form) },
    'edit',
    original,
  );
  return Object.fromEntries(
    Object.entries({ password, excludeParams, excludeIps }).filter(([, error]) => error !== undefined),
  );
}
