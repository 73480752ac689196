import type { ApiError } from '#api/error.ts';
import { isUnsaved, type WebsiteDraft } from '#model/draft.ts';
import { editorFields, isTextField, type EditorField, type FieldErrors } from './editorFields.ts';

/** A form under way. It stays as it is when saving fails, so nothing typed is lost. */
export interface EditorSession {
  /** Without an id it adds a website. */
  readonly websiteId?: string | undefined;
  /** The website as it was read for this form. */
  readonly original: WebsiteDraft;
  readonly draft: WebsiteDraft;
  /** Fields the service left out: what the form shows for them is its default. */
  readonly unknown: ReadonlySet<EditorField>;
  /** Of those the ones the person has set, if only to the default. */
  readonly setUnknown: ReadonlySet<EditorField>;
  readonly focused: EditorField;
  /** Of the focused text field. */
  readonly caret: number;
  readonly errors: FieldErrors;
  readonly failure?: ApiError | undefined;
  readonly saving: boolean;
  /** Fields that someone else changed since the form was opened, with the values they have now. */
  readonly theirs?: Partial<WebsiteDraft> | undefined;
}

/** Whether there is something to be sent, or lost. */
export function hasChanges({ original, draft, setUnknown }: EditorSession): boolean {
  return setUnknown.size > 0 || isUnsaved(original, draft);
}

/** Whether a field will be sent. */
export function isChanged({ original, draft, setUnknown }: EditorSession, field: EditorField): boolean {
  return draft[field] !== original[field] || setUnknown.has(field);
}

/** Behind the end of a text field. */
export function caretIn(draft: WebsiteDraft, field: EditorField): number {
  return isTextField(field) ? draft[field].length : 0;
}

/** The fields about to be sent that no longer have the value they had when the form was opened. */
export function changedElsewhere(
  original: WebsiteDraft,
  now: WebsiteDraft,
  changes: Partial<WebsiteDraft>,
): Partial<WebsiteDraft> {
  const differing = editorFields.filter(
    field => field in changes && field !== 'password' && now[field] !== original[field],
  );
  return Object.fromEntries(differing.map(field => [field, now[field]]));
}
