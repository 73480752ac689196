import type { Capabilities } from '#model/service/capabilities.ts';
import type { FieldName, WebsiteDraft } from '#model/website/draft.ts';
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
import { hasHiddenCharacters } from '#terminal/textEdit.ts';
import { joinSafe, label, type SafeText, safeText } from '#text/safeText.ts';
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

/** What is said of a field: `long` and the examples where there is room for more than a line or two. */
interface FieldHelp {
  readonly short: SafeText;
  readonly long: SafeText;
  readonly examples: readonly (readonly [SafeText, SafeText])[];
}

const help = (short: SafeText, long?: SafeText, examples: FieldHelp['examples'] = []): FieldHelp => ({
  short,
  long: long ?? label`${short}.`,
  examples,
});

const addresses = [
  [label`203.0.113.40`, label`one address`],
  [label`192.0.2.0/24`, label`256 addresses`],
  [label`2001:db8::/32`, label`a range of IPv6`],
] as const;
const parameters = [
  [label`utm_source`, label`as in /?utm_source=mail`],
  [label`fbclid`, label`of links in Facebook`],
] as const;

export function fieldHelp(form: WebsiteForm, field: EditorField): FieldHelp {
  if (isLocked(form, field)) return help(label`It has hidden characters: what you type replaces all of it`);
  if (field === 'privacy' && form.websites.length === 1 && form.websites[0]?.hasSecretLink === true)
    return help(label`Now by secret link, which ends once you set another`);
  if (form.unknown.has(field) && !form.touched.has(field))
    return help(label`The current value is unknown. It is sent only if you set it`);
  return form.isBulk ? bulkHelp(form, field) : helpOfOne(form, field);
}

/** Of which the first is an address alone. */
const addressesOf = ({ takesRanges }: Capabilities) =>
  takesRanges === false ? addresses.slice(0, 1) : addresses;

const addressWords = ({ takesRanges }: Capabilities) =>
  takesRanges === false
    ? label`address per line: 203.0.113.40`
    : label`address or range per line: 10.0.0.0/8`;

function bulkHelp(form: WebsiteForm, field: EditorField): FieldHelp {
  const { capabilities } = form;
  const examples =
    field === 'excludeIps' ? addressesOf(capabilities) : field === 'excludeParams' ? parameters : [];
  const change = listChangeOf(form, field);
  if (change === 'add')
    return help(label`One per line. What a website has already stays as it is`, undefined, examples);
  if (change === 'remove')
    return help(label`One per line. Websites without it stay as they are`, undefined, examples);
  switch (field) {
    case 'password':
      return help(label`One for all of them. Empty: those that have one keep it`);
    case 'excludeParams':
      return help(
        label`One per line: utm_source. Empty: nothing is excluded`,
        label`One per line. Empty: nothing is excluded.`,
        examples,
      );
    case 'excludeIps':
      return help(
        label`One ${addressWords(capabilities)}. Empty: nothing is excluded`,
        label`One per line. Empty: nothing is excluded.`,
        examples,
      );
    case 'changeParams':
    case 'changeIps':
      return help(label`Replace every list, or add to or remove from each website's own`);
    default:
      return help(
        label`leave: each website keeps its own`,
        label`${helpOfOne(form, field).long} leave: each keeps its own.`,
      );
  }
}

const whoSees: Readonly<Record<Privacy, SafeText>> = {
  public: label`public: everybody`,
  private: label`private: who signs in`,
  password: label`password: who knows it`,
};

function helpOfOne({ capabilities, original }: WebsiteForm, field: EditorField): FieldHelp {
  switch (field) {
    case 'domain':
      return help(
        label`A host name such as example.com`,
        label`A host name such as example.com, without https:// and without a path.`,
      );
    case 'name':
      return help(label`What it is called; a new website without one is called by its domain`);
    case 'privacy':
      return help(
        label`Who may see the statistics`,
        label`Who may see the statistics. ${joinSafe(
          capabilities.privacies.map(privacy => whoSees[privacy]),
          label`, `,
        )}.`,
      );
    case 'password':
      return help(
        original.privacy === 'password'
          ? label`Empty keeps the one it has`
          : label`Whoever knows it may see the statistics`,
      );
    case 'email':
      return help(
        label`Periodic reports to the account`,
        label`Periodic reports, sent to the address of the account.`,
      );
    case 'excludeBots':
      return help(
        label`Leave known bots out of the statistics`,
        label`Leave known bots and crawlers out of the statistics.`,
      );
    case 'excludeParams':
      return help(
        label`URL parameters to ignore, one per line: utm_source`,
        label`URL parameters to ignore, one per line:`,
        parameters,
      );
    case 'retention':
      return help(label`Days that visits are kept: older are deleted. Empty: for ever`);
    default:
      return help(
        label`Visitors not counted, one ${addressWords(capabilities)}`,
        label`Visitors not counted, one address${capabilities.takesRanges === false ? label`` : label` or range`} per line:`,
        addressesOf(capabilities),
      );
  }
}

/** It holds characters that cannot be seen: what is typed replaces it whole. */
export function isLocked(form: WebsiteForm, field: EditorField): boolean {
  if (!isTextField(field) || form.draft[field] !== form.original[field]) return false;
  return hasHiddenCharacters(form.original[field], { multiline: isListField(field) });
}

/** What the button and the footer say: the same words, in the form of a verb. */
export function saveWords(form: WebsiteForm, isShort: boolean): SafeText {
  const verb = form.isBulk ? label`review` : label`save`;
  const changed = form.isBulk || form.websites.length > 0 ? unsavedFields(form).length : 0;
  return isShort || changed === 0 ? verb : label`${verb} ${safeText(counted(changed, 'changes'))}`;
}

/** What a changed field of one website was, where the service says it. */
export function formerWords(form: WebsiteForm, field: EditorField): SafeText | undefined {
  if (form.websites.length !== 1 || !isChanged(form, field) || form.unknown.has(field)) return undefined;
  if (field === 'changeParams' || field === 'changeIps' || field === 'password') return undefined;
  return label`was ${fieldValue(form.original, field)}`;
}
