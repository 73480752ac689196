import type { WebsiteDraft } from '#model/website/draft.ts';
import {
  type BulkField,
  type BulkForm,
  type EditorField,
  type EditorSession,
  isManyLines,
  isTextField,
  type ListChange,
} from '#store/editing/form.ts';
import { hasHiddenCharacters } from '#terminal/textWindow.ts';
import { label, type SafeText, safeText } from '#text/safeText.ts';

const bulkTitles: Readonly<Record<BulkField, SafeText>> = {
  privacy: label`Privacy`,
  password: label`Password`,
  email: label`Email reports`,
  excludeBots: label`Exclude bots`,
  changeParams: label`Excluded parameters`,
  excludeParams: label`  in their place`,
  changeIps: label`Excluded addresses`,
  excludeIps: label`  in their place`,
};

const shortBulkTitles: Partial<Readonly<Record<BulkField, SafeText>>> = {
  changeParams: label`Exclude params`,
  excludeParams: label`  in place`,
  changeIps: label`Exclude IPs`,
  excludeIps: label`  in place`,
};

/** `isShort`: for few columns. */
export function bulkFieldTitle(form: BulkForm, field: BulkField, isShort: boolean): SafeText {
  const change = listChangeOf(form, field);
  if (change === 'add') return label`  to be added`;
  if (change === 'remove') return isShort ? label`  removed` : label`  to be removed`;
  return (isShort ? shortBulkTitles[field] : undefined) ?? bulkTitles[field];
}

/** The text of a choice's value. */
export function choiceTitle(value: BulkForm[keyof BulkForm]): SafeText {
  if (value === undefined) return label`leave`;
  if (value === 'add') return label`add`;
  if (value === 'remove') return label`remove`;
  if (value === 'replace') return label`replace`;
  if (typeof value === 'boolean') return value ? label`yes` : label`no`;
  if (value === 'public') return label`public`;
  return value === 'private' ? label`private` : label`password`;
}

function listChangeOf(form: BulkForm, field: BulkField): ListChange | undefined {
  if (field === 'excludeParams') return form.changeParams;
  return field === 'excludeIps' ? form.changeIps : undefined;
}

/** Explains a field, below the form, while it has the focus. */
export function bulkFieldHint(form: BulkForm, field: BulkField): SafeText {
  const change = listChangeOf(form, field);
  if (change === 'add') return label`One per line. What a website has already stays as it is`;
  if (change === 'remove') return label`One per line. Websites without it stay as they are`;
  switch (field) {
    case 'password':
      return label`One for all of them. Empty: those that have one keep it`;
    case 'excludeParams':
      return label`One per line: utm_source. Empty: nothing is excluded`;
    case 'excludeIps':
      return label`One address or range per line: 10.0.0.0/8. Empty: nothing is excluded`;
    case 'changeParams':
    case 'changeIps':
      return label`One list for all, or to each its own some are added, or from it removed`;
    default:
      return label`leave: each website keeps its own`;
  }
}

const titles: Readonly<Record<EditorField, SafeText>> = {
  domain: label`Domain`,
  name: label`Name`,
  privacy: label`Privacy`,
  password: label`Password`,
  email: label`Email reports`,
  excludeBots: label`Exclude bots`,
  excludeParams: label`Excluded parameters`,
  excludeIps: label`Excluded addresses`,
};

const shortTitles: Partial<Readonly<Record<EditorField, SafeText>>> = {
  excludeParams: label`Exclude params`,
  excludeIps: label`Exclude IPs`,
};

/** `isShort`: for few columns. */
export function fieldTitle(field: EditorField, isShort = false): SafeText {
  return (isShort ? shortTitles[field] : undefined) ?? titles[field];
}

/** A field's value in a few words; a password is never shown. */
export function fieldValue(draft: WebsiteDraft, field: EditorField): SafeText {
  switch (field) {
    case 'email':
    case 'excludeBots':
      return draft[field] ? label`yes` : label`no`;
    case 'password':
      return draft.password === '' ? label`not typed` : label`typed`;
    case 'excludeParams':
    case 'excludeIps':
      return draft[field] === '' ? label`nothing` : safeText(draft[field].split('\n').join(', '));
    default:
      return safeText(draft[field]);
  }
}

/** Explains a field, below the form, while it has the focus. */
export function fieldHint(field: EditorField, hasPassword: boolean): SafeText {
  switch (field) {
    case 'domain':
      return label`A host name such as example.com`;
    case 'name':
      return label`What it is called; a new website without one is called by its domain`;
    case 'privacy':
      return label`Who may see the statistics`;
    case 'password':
      return hasPassword ? label`Empty keeps the one it has` : label`Whoever knows it may see the statistics`;
    case 'email':
      return label`Periodic reports to the account`;
    case 'excludeBots':
      return label`Leave known bots out of the statistics`;
    case 'excludeParams':
      return label`Parameters of addresses that do not count, one per line: utm_source`;
    case 'excludeIps':
      return label`Visitors not counted, one address or range per line: 10.0.0.0/8`;
  }
}

/**
 * Whether a stored value holds characters that cannot be seen: editing around them would be guesswork, so what is typed
 * replaces it whole.
 */
export function isLocked(form: EditorSession, field: EditorField): boolean {
  if (!isTextField(field) || form.draft[field] !== form.original[field]) return false;
  return hasHiddenCharacters(form.original[field], { multiline: isManyLines(field) });
}
