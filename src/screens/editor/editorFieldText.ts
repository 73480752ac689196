import type { WebsiteDraft } from '#model/website/draft.ts';
import type { EditorField } from '#store/editing/editorFields.ts';
import { label, safeText, type SafeText } from '#terminal/safeText.ts';

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
