import type { State } from '#store/core/state.ts';
import { fieldTitle, fieldValue } from '#screens/editor/fieldText.ts';
import { editorFields } from '#store/editing/editorFields.ts';
import { joinSafe, label, type SafeText } from '#terminal/safeText.ts';

/** Fields that both sides changed, with both values. */
export function differences({ editor }: State): SafeText[] {
  const form = editor.session;
  const theirs = form?.theirs;
  if (form === undefined || theirs === undefined) return [];
  return editorFields
    .filter(field => field in theirs)
    .map(field => {
      const here = fieldValue({ ...form.draft, ...theirs }, field);
      const mine = fieldValue(form.draft, field);
      return joinSafe([label`  ${fieldTitle(field)}:`, label`now ${here},`, label`yours ${mine}`], label` `);
    });
}
