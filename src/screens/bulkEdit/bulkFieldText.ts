import type { BulkField, BulkForm } from '#store/editing/bulkForm.ts';
import { label, type SafeText } from '#terminal/safeText.ts';

const titles: Readonly<Record<BulkField, SafeText>> = {
  privacy: label`Privacy`,
  password: label`Password`,
  email: label`Email reports`,
  excludeBots: label`Exclude bots`,
  replaceParams: label`Excluded parameters`,
  excludeParams: label`  in their place`,
  replaceIps: label`Excluded addresses`,
  excludeIps: label`  in their place`,
};

const shortTitles: Partial<Readonly<Record<BulkField, SafeText>>> = {
  replaceParams: label`Exclude params`,
  excludeParams: label`  in place`,
  replaceIps: label`Exclude IPs`,
  excludeIps: label`  in place`,
};

/** `isShort`: for few columns. */
export function bulkFieldTitle(field: BulkField, isShort: boolean): SafeText {
  return (isShort ? shortTitles[field] : undefined) ?? titles[field];
}

/** The text of a choice's value. */
export function choiceTitle(value: BulkForm[keyof BulkForm], field: BulkField): SafeText {
  if (value === undefined) return label`leave`;
  if (field === 'replaceParams' || field === 'replaceIps') return label`replace`;
  if (typeof value === 'boolean') return value ? label`yes` : label`no`;
  if (value === 'public') return label`public`;
  return value === 'private' ? label`private` : label`password`;
}

/** Explains a field, below the form, while it has the focus. */
export function bulkFieldHint(field: BulkField): SafeText {
  switch (field) {
    case 'password':
      return label`One for all of them. Empty: those that have one keep it`;
    case 'excludeParams':
      return label`One per line: utm_source. Empty: nothing is excluded`;
    case 'excludeIps':
      return label`One address or range per line: 10.0.0.0/8. Empty: nothing is excluded`;
    case 'replaceParams':
    case 'replaceIps':
      return label`One list for all of them, or each keeps its own`;
    default:
      return label`leave: each website keeps its own`;
  }
}
