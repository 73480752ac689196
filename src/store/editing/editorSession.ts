import type { ApiError } from '#api/error.ts';
import { draftOf, isUnsaved, unknownFields, type WebsiteDraft } from '#model/website/draft.ts';
import type { TextValue } from '#model/text/textValue.ts';
import { websiteDefaults, type Website } from '#model/website/website.ts';
import {
  editorFields,
  fieldsOf,
  isTextField,
  nextChoice,
  type EditorField,
  type FieldErrors,
} from './editorFields.ts';
import { neighbour } from '#store/core/neighbour.ts';

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

/** A form that was just opened: for this website, or for a new one. */
export function newSession(website?: Website): EditorSession {
  const original = website === undefined ? websiteDefaults : draftOf(website);
  return {
    websiteId: website?.id,
    original,
    draft: original,
    unknown: website === undefined ? new Set<EditorField>() : unknownFields(website),
    setUnknown: new Set<EditorField>(),
    focused: website === undefined ? 'domain' : 'privacy',
    caret: 0,
    errors: {},
    saving: false,
  };
}

export function withFocus(form: EditorSession, focused: EditorField): EditorSession {
  return { ...form, focused, caret: isTextField(focused) ? form.draft[focused].length : 0 };
}

export function withNeighbourFocus(form: EditorSession, step: -1 | 1): EditorSession {
  return withFocus(form, neighbour(fieldsOf(form), form.focused, step));
}

/** Only the caret has moved where the text is what it was. */
export function withTyped(form: EditorSession, { value, caret }: TextValue): EditorSession {
  const { focused, draft } = form;
  if (!isTextField(focused)) return form;
  if (value === draft[focused]) return { ...form, caret };
  const errors = { ...form.errors, [focused]: undefined };
  return { ...form, draft: { ...draft, [focused]: value }, setUnknown: withSet(form), caret, errors };
}

/** The next or previous value of the focused choice. */
export function withChoice(form: EditorSession, step: -1 | 1): EditorSession {
  const { focused, draft } = form;
  if (isTextField(focused)) return form;
  return { ...form, draft: nextChoice(draft, focused, step), setUnknown: withSet(form) };
}

/** The fields set, the focused one now among them where the service had left it out. */
function withSet({ unknown, setUnknown, focused }: EditorSession): ReadonlySet<EditorField> {
  return unknown.has(focused) ? new Set([...setUnknown, focused]) : setUnknown;
}

/** Whether there is something to be sent, or lost. */
export function hasChanges({ original, draft, setUnknown }: EditorSession): boolean {
  return setUnknown.size > 0 || isUnsaved(original, draft);
}

export function hasUnsavedEdits({ session }: { readonly session?: EditorSession | undefined }): boolean {
  return session !== undefined && hasChanges(session);
}

/** Whether a field will be sent. */
export function isChanged({ original, draft, setUnknown }: EditorSession, field: EditorField): boolean {
  return draft[field] !== original[field] || setUnknown.has(field);
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

/** What became of a save that failed: the service may have carried it out although its answer was lost. */
export function saveFailure({ message, details }: ApiError): string {
  return `${details.maybeSaved === true ? 'Perhaps saved' : 'Not saved'}: ${message}`;
}
