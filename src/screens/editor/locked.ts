import type { EditorSession } from '#store/editing/editorSession.ts';
import { isManyLines, isTextField, type EditorField } from '#store/editing/editorFields.ts';
import { hasHiddenCharacters } from '#terminal/textWindow.ts';

/**
 * Whether a stored value holds characters that cannot be seen: editing around them would be guesswork, so what is typed
 * replaces it whole.
 */
export function isLocked(form: EditorSession, field: EditorField): boolean {
  if (!isTextField(field) || form.draft[field] !== form.original[field]) return false;
  return hasHiddenCharacters(form.original[field], { multiline: isManyLines(field) });
}
