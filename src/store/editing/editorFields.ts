import type { ApiError } from '#api/error.ts';
import { canWrite } from '#model/service/capabilities.ts';
import type { WebsiteDraft } from '#model/website/draft.ts';
import { settingNames, wireNames, type Privacy } from '#model/website/website.ts';
import type { EditorSession } from './editorSession.ts';
import { cycle } from '#store/core/cycle.ts';

export type EditorField = keyof WebsiteDraft;
/** What the focus stops at: the fields, and at last the button that saves. */
export type EditorStop = EditorField | 'save';
type TextEditorField = 'domain' | 'name' | 'password' | 'excludeParams' | 'excludeIps';
type ChoiceEditorField = Exclude<EditorField, TextEditorField>;
export type FieldErrors = Partial<Record<EditorField, string | undefined>>;

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
export function nextChoice(
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
