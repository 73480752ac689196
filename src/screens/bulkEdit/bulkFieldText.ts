import type { BulkField, BulkForm, ListChange } from '#store/editing/bulkForm.ts';
import { label, type SafeText } from '#terminal/safeText.ts';

const titles: Readonly<Record<BulkField, SafeText>> = {
  privacy: label`Privacy`,
  password: label`Password`,
  email: label`Email reports`,
  excludeBots: label`Exclude bots`,
  changeParams: label`Excluded parameters`,
  excludeParams: label`  in their place`,
  changeIps: label`Excluded addresses`,
  excludeIps: label`  in their place`,
};

const shortTitles: Partial<Readonly<Record<BulkField, SafeText>>> = {
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
  return (isShort ? shortTitles[field] : undefined) ?? titles[field];
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
