import type { ApiError } from '#api/error.ts';
import type { Capabilities } from '#model/service/capabilities.ts';
import { draftOf, isUnsaved, unknownFields, type WebsiteDraft } from '#model/website/draft.ts';
import { checkTypedDomain } from '#model/website/domain.ts';
import type { TextValue } from '#model/text/textValue.ts';
import { type ShareLink, websiteDefaults, type Website } from '#model/website/website.ts';
import {
  editorFields,
  fieldsOf,
  isTextField,
  nextChoice,
  type EditorField,
  type EditorStop,
  type FieldErrors,
} from './editorFields.ts';
import { cycle } from '#store/core/cycle.ts';

/** An open form. It keeps its values when saving fails, so that nothing typed is lost. */
export interface EditorSession {
  /** Without an id it adds a website. */
  readonly websiteId?: string | undefined;
  /** What the service has: the form has no other fields. */
  readonly capabilities: Capabilities;
  /** The website's values when the form was opened. */
  readonly original: WebsiteDraft;
  readonly draft: WebsiteDraft;
  /** Fields the service left out: what the form shows for them is its default. */
  readonly unknown: ReadonlySet<EditorField>;
  /** Those of them that the user has set, even to the default. */
  readonly setUnknown: ReadonlySet<EditorField>;
  readonly focused: EditorStop;
  /** The caret of the focused text field. */
  readonly caret: number;
  readonly errors: FieldErrors;
  readonly failure?: ApiError | undefined;
  readonly saving: boolean;
  /** Fields that someone else has changed since the form was opened, with their present values. */
  readonly theirs?: Partial<WebsiteDraft> | undefined;
  /** The share links that saving it ends, once that is asked. */
  readonly ended?: readonly ShareLink[] | undefined;
  /** Whether what someone else changed is saved over, as it was answered before that. */
  readonly overwrites?: boolean | undefined;
}

/** A newly opened form, for this website or for a new one. */
export function newSession(capabilities: Capabilities, website?: Website): EditorSession {
  const original = website === undefined ? websiteDefaults : draftOf(website);
  const [first = 'domain'] = fieldsOf({ websiteId: website?.id, draft: original, capabilities });
  const form: EditorSession = {
    websiteId: website?.id,
    capabilities,
    original,
    draft: original,
    unknown: website === undefined ? new Set<EditorField>() : unknownFields(website),
    setUnknown: new Set<EditorField>(),
    focused: first,
    caret: 0,
    errors: {},
    saving: false,
  };
  return withFocus(form, first);
}

/** Moves the focus; in a text field the caret goes to the end. */
export function withFocus(form: EditorSession, focused: EditorStop): EditorSession {
  return { ...form, focused, caret: isTextField(focused) ? form.draft[focused].length : 0 };
}

/** Moves the focus to the next or previous field or the button behind them, wrapping around. */
export function withNeighbourFocus(form: EditorSession, step: -1 | 1): EditorSession {
  return withFocus(form, cycle<EditorStop>([...fieldsOf(form), 'save'], form.focused, step));
}

/** With an unchanged text only the caret has moved. */
export function withTyped(form: EditorSession, { value, caret }: TextValue): EditorSession {
  const { focused, draft } = form;
  if (!isTextField(focused)) return form;
  if (value === draft[focused]) return { ...form, caret };
  const error = focused === 'domain' ? checkTypedDomain(value) : undefined;
  const errors = { ...form.errors, [focused]: error };
  return { ...form, draft: { ...draft, [focused]: value }, setUnknown: withSet(form), caret, errors };
}

/** The next or previous value of the focused choice. */
export function withChoice(form: EditorSession, step: -1 | 1): EditorSession {
  const { focused, draft } = form;
  if (focused === 'save' || isTextField(focused)) return form;
  return {
    ...form,
    draft: nextChoice(draft, focused, step, form.capabilities.privacies),
    setUnknown: withSet(form),
  };
}

/** The fields the user has set, with the focused one added if the service had left it out. */
function withSet({ unknown, setUnknown, focused }: EditorSession): ReadonlySet<EditorField> {
  return focused !== 'save' && unknown.has(focused) ? new Set([...setUnknown, focused]) : setUnknown;
}

/** Whether there is anything to send, and so to lose. */
export function hasChanges({ original, draft, setUnknown }: EditorSession): boolean {
  return setUnknown.size > 0 || isUnsaved(original, draft);
}

/** Whether a form is open that would lose values. */
export function hasUnsavedEdits({ session }: { readonly session?: EditorSession | undefined }): boolean {
  return session !== undefined && hasChanges(session);
}

/** Whether a field will be sent. */
export function isChanged({ original, draft, setUnknown }: EditorSession, field: EditorField): boolean {
  return draft[field] !== original[field] || setUnknown.has(field);
}

/** The fields to be sent whose value on the service is no longer the one the form was opened with. */
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

/** The message for a failed save: the service may have saved although its response was lost. */
export function saveFailure({ message, details }: ApiError): string {
  return `${details.maybeSaved === true ? 'Perhaps saved' : 'Not saved'}: ${message}`;
}
