import { type FieldName, listEntries, type WebsiteDraft } from '#model/website/draft.ts';
import type { Privacy } from '#model/website/website.ts';
import {
  unsavedFields,
  type ChoiceValue,
  type EditorField,
  isChanged,
  isListField,
  isTextField,
  listChangeOf,
  type WebsiteForm,
} from '#store/editing/form.ts';
import { isAscii } from '#text/characters.ts';
import { hasHiddenCharacters } from '#terminal/textEdit.ts';
import { label, type SafeText, safeText } from '#text/safeText.ts';
import { counted } from '#text/words.ts';

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
  retention: label`Days kept`,
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
    case 'retention':
      return draft.retention === '' ? label`for ever` : safeText(draft.retention);
    default:
      return safeText(draft[field]);
  }
}

type Examples = readonly (readonly [SafeText, SafeText])[];

/** What is said of a field; of a list `lead` in its place before examples, where there is room for these. */
interface FieldHelp {
  readonly short: SafeText;
  readonly lead?: SafeText | undefined;
  readonly examples: Examples;
}

const addresses = [
  [label`203.0.113.40`, label`one address`],
  [label`192.0.2.0/24`, label`256 addresses`],
  [label`2001:db8::/32`, label`a range of IPv6`],
] as const;
const parameters = [
  [label`utm_source`, label`as in /?utm_source=mail`],
  [label`fbclid`, label`of links in Facebook`],
] as const;

const leads: Readonly<Partial<Record<EditorField, SafeText>>> = {
  excludeParams: label`Parameters to ignore in URLs:`,
  excludeIps: label`Visitors that are not counted:`,
};

export function fieldHelp(form: WebsiteForm, field: EditorField): FieldHelp {
  const exception = exceptionHelp(form, field);
  if (exception !== undefined) return { short: exception, examples: [] };
  return {
    short: (form.isBulk ? bulkHelp(form, field) : undefined) ?? helpOfOne(form, field),
    lead: form.isBulk ? undefined : leads[field],
    examples: examplesOf(form, field),
  };
}

function examplesOf({ capabilities }: WebsiteForm, field: EditorField): Examples {
  if (field === 'excludeParams') return parameters;
  if (field !== 'excludeIps') return [];
  // The first is an address alone.
  return capabilities.takesRanges === false ? addresses.slice(0, 1) : addresses;
}

function exceptionHelp(form: WebsiteForm, field: EditorField): SafeText | undefined {
  if (isLocked(form, field)) return label`It has hidden characters: typing replaces all`;
  if (field === 'privacy' && form.websites.length === 1 && form.websites[0]?.hasSecretLink === true)
    return label`By secret link now: it ends once you change it`;
  return form.unknown.has(field) && !form.touched.has(field)
    ? label`Not known now: sent only if you set it`
    : undefined;
}

function bulkHelp(form: WebsiteForm, field: EditorField): SafeText | undefined {
  const change = listChangeOf(form, field);
  if (change === 'add') return label`One a line. What is there stays`;
  if (change === 'remove') return label`One a line. Those without it stay as they are`;
  if (isListField(field)) return label`One a line. Empty: nothing is excluded`;
  if (field === 'password') return label`One for all. Empty: those with one keep it`;
  return field === 'changeParams' || field === 'changeIps'
    ? label`Replace each list, add or remove lines`
    : undefined;
}

const whoSees: Readonly<Record<Privacy, SafeText>> = {
  public: label`Everybody may see the statistics`,
  private: label`Who signs in may see the statistics`,
  password: label`Who knows it may see the statistics`,
};

function helpOfOne(form: WebsiteForm, field: EditorField): SafeText {
  const { capabilities, original, draft, isBulk, touched } = form;
  switch (field) {
    case 'domain':
      return label`A host name such as example.com`;
    case 'name':
      return label`What it is called; without one, its domain`;
    case 'privacy':
      return isBulk && !touched.has(field) ? label`Who may see the statistics` : whoSees[draft.privacy];
    case 'password':
      return original.privacy === 'password'
        ? label`Empty keeps the one it has`
        : label`Any, which you tell to others`;
    case 'email':
      return label`Periodic reports to the account`;
    case 'excludeBots':
      return label`Leave known bots out of the statistics`;
    case 'excludeParams':
      return label`Ignored in URLs, one a line: utm_source`;
    case 'retention':
      return label`Older visits are deleted. Empty: kept for ever`;
    default:
      return capabilities.takesRanges === false
        ? label`Not counted, one a line: 203.0.113.40`
        : label`Not counted, one a line: 10.0.0.0/8`;
  }
}

/** It holds characters that cannot be seen: what is typed replaces it whole. */
export function isLocked(form: WebsiteForm, field: EditorField): boolean {
  if (!isTextField(field) || form.draft[field] !== form.original[field]) return false;
  return hasHiddenCharacters(form.original[field], { multiline: isListField(field) });
}

/** What the button and the footer say: the same words, in the form of a verb. */
export function saveWords(form: WebsiteForm, isShort: boolean): SafeText {
  const isNew = form.websites.length === 0;
  const changed = isNew ? 0 : unsavedFields(form).length;
  if (!isNew && changed === 0) return form.isBulk ? label`nothing to review` : label`back`;
  const verb = form.isBulk ? label`review` : isNew ? label`add` : label`save`;
  return isShort || changed === 0 ? verb : label`${verb} ${safeText(counted(changed, 'changes'))}`;
}

/** What a changed field of one website was, where the service says it: below its title, or beside its value. */
export function formerWords(
  form: WebsiteForm,
  field: EditorField,
  isBesideValue = false,
): SafeText | undefined {
  if (form.websites.length !== 1 || !isChanged(form, field) || form.unknown.has(field)) return undefined;
  if (field === 'changeParams' || field === 'changeIps' || field === 'password') return undefined;
  return label`${isBesideValue ? (isAscii() ? label`<-` : label`←`) : label`was`} ${fieldValue(form.original, field)}`;
}

/** What a field of one website was and will be; of a list what is added and taken off. */
export function sentWords(
  form: WebsiteForm,
  field: EditorField,
): { readonly before: SafeText; readonly after: SafeText } {
  const { original, draft } = form;
  if (field === 'changeParams' || field === 'changeIps') return { before: label``, after: label`` };
  const isUnknown = form.unknown.has(field) || (field === 'password' && original.privacy === 'password');
  const before = isUnknown
    ? label`not known`
    : field === 'password'
      ? label`none`
      : fieldValue(original, field);
  if (!isListField(field) || isUnknown) return { before, after: fieldValue(draft, field) };
  const [old, now] = [listEntries(original[field]), listEntries(draft[field])];
  const changes = listChanges(old, now);
  return {
    before: old.length === 0 ? label`nothing` : safeText(counted(old.length, 'lines')),
    after: safeText(changes.join(' ')),
  };
}

/** "+192.0.2.7", "-192.0.2.8". */
export function listChanges(old: readonly string[], now: readonly string[]): string[] {
  return [
    ...now.filter(entry => !old.includes(entry)).map(entry => `+${entry}`),
    ...old.filter(entry => !now.includes(entry)).map(entry => `-${entry}`),
  ];
}
