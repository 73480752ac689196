import { draftOf } from '#model/website/draft.ts';
import { inWords } from '#screens/bulkReview/changes.ts';
import { websiteTitle } from '#screens/websiteTitle.ts';
import { formerFields, undoable } from '#store/editing/undo.ts';
import type { State } from '#store/core/state.ts';
import { label, type SafeText } from '#terminal/safeText.ts';

const most = 5;

/** What an undo would put back, website by website, in at most so many rows. */
export function formerLines(state: State, rows: number): SafeText[] {
  const lines = undoable(state).map(({ website, former }) => {
    const fields = formerFields(former);
    const values =
      fields.length === 0 ? label`nothing but a password was set` : inWords(draftOf(website), fields);
    return label`  ${websiteTitle(website)}: ${values}`;
  });
  const room = Math.min(most, rows);
  if (lines.length <= room) return lines;
  return [...lines.slice(0, room - 1), label`  and ${lines.length - room + 1} more`];
}
