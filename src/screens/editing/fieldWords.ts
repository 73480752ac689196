import type { FieldName, WebsiteDraft } from '#model/website/draft.ts';
import {
  type ChoiceValue,
  type EditorField,
  isListField,
  isTextField,
  listChangeOf,
  type WebsiteForm,
} from '#store/editing/form.ts';
import { hasHiddenCharacters } from '#terminal/textWindow.ts';
import { label, type SafeText, safeText } from '#text/safeText.ts';

const titles: Readonly<Record<EditorField, SafeText>> = {
  domain: label`Domain`,
  name: label`Name`,
  privacy: label`Privacy`,
  password: label`Password`,
  email: label`Email reports`,
  excludeBots: label`Exclude bots`,
  changeParams: label`Excluded parameters`,
  excludeParams: label`Excluded parameters`,
  changeIps: label`Excluded addresses`,
  excludeIps: label`Excluded addresses`,
};

const shortTitles: Partial<Readonly<Record<EditorField, SafeText>>> = {
  changeParams: label`Exclude params`,
  excludeParams: label`Exclude params`,
  changeIps: label`Exclude IPs`,
  excludeIps: label`Exclude IPs`,
};

export function fieldTitle(field: EditorField, isShort = false): SafeText {
  return (isShort ? shortTitles[field] : undefined) ?? titles[field];
}

/** The title in a form: of several websites a list stands below the choice of what is done with it. */
export function titleInForm(form: WebsiteForm, field: EditorField, isShort: boolean): SafeText {
  switch (listChangeOf(form, field)) {
    case 'add':
      return label`  to be added`;
    case 'remove':
      return isShort ? label`  removed` : label`  to be removed`;
    case 'replace':
      return isShort ? label`  in place` : label`  in their place`;
    default:
      return fieldTitle(field, isShort);
  }
}

export function choiceTitle(value: ChoiceValue): SafeText {
  if (value === undefined) return label`leave`;
  if (typeof value === 'boolean') return value ? label`yes` : label`no`;
  return safeText(value);
}

/** A field's value in a few words; a password is never shown. */
export function fieldValue(draft: WebsiteDraft, field: FieldName): SafeText {
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

export function fieldHint(form: WebsiteForm, field: EditorField): SafeText {
  return form.isBulk ? bulkHint(form, field) : hintOfOne(field, form.original.privacy === 'password');
}

function bulkHint(form: WebsiteForm, field: EditorField): SafeText {
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
      return label`Replace every list, or add to or remove from each website's own`;
    default:
      return label`leave: each website keeps its own`;
  }
}

function hintOfOne(field: EditorField, hasPassword: boolean): SafeText {
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
      return label`URL parameters to ignore, one per line: utm_source`;
    default:
      return label`Visitors not counted, one address or range per line: 10.0.0.0/8`;
  }
}

/**
 * Whether a stored value holds characters that cannot be seen: editing around them would be guesswork, so what is typed
 * replaces it whole.
 */
export function isLocked(form: WebsiteForm, field: EditorField): boolean {
  if (!isTextField(field) || form.draft[field] !== form.original[field]) return false;
  return hasHiddenCharacters(form.original[field], { multiline: isListField(field) });
}
