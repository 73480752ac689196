import type { WebsiteDraft } from '#model/website/draft.ts';
import type { Privacy } from '#model/website/website.ts';
import type { EditorSession } from './editorSession.ts';
import { neighbour } from '#store/core/neighbour.ts';

export type EditorField = keyof WebsiteDraft;
export type TextEditorField = 'domain' | 'password' | 'excludeParams' | 'excludeIps';
export type ChoiceEditorField = Exclude<EditorField, TextEditorField>;
export type FieldErrors = Partial<Record<EditorField, string | undefined>>;

/** All fields in the order of the form. */
export const editorFields: readonly EditorField[] = [
  'domain',
  'privacy',
  'password',
  'email',
  'excludeBots',
  'excludeParams',
  'excludeIps',
];

const textFields: ReadonlySet<EditorField> = new Set<EditorField>([
  'domain',
  'password',
  'excludeParams',
  'excludeIps',
]);

export function isTextField(field: EditorField): field is TextEditorField {
  return textFields.has(field);
}

export function isManyLines(field: EditorField): boolean {
  return field === 'excludeParams' || field === 'excludeIps';
}

/** The fields of a form in their order: a domain only when adding, a password only where privacy asks for one. */
export function fieldsOf({ websiteId, draft }: Pick<EditorSession, 'websiteId' | 'draft'>): EditorField[] {
  return editorFields.filter(
    field =>
      (field !== 'domain' || websiteId === undefined) &&
      (field !== 'password' || draft.privacy === 'password'),
  );
}

const privacies: readonly Privacy[] = ['public', 'private', 'password'];

export function nextChoice(draft: WebsiteDraft, field: ChoiceEditorField, step: -1 | 1): WebsiteDraft {
  if (field !== 'privacy') return { ...draft, [field]: !draft[field] };
  return { ...draft, privacy: neighbour(privacies, draft.privacy, step) };
}
