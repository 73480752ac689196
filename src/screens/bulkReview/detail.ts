import type { Part } from '#components/style.ts';
import { websiteTitle } from '#screens/websites/cells.ts';
import { touchedOf } from '#store/editing/bulkForm.ts';
import type { State } from '#store/core/state.ts';
import { label } from '#terminal/safeText.ts';
import { beforeAndAfter } from './changes.ts';

const nothing: Part = { text: label`` };

/** What would change of the selected website, in full. */
export function reviewDetail({ bulkEdit }: State): Part {
  const website = bulkEdit.websites[bulkEdit.position.selected];
  if (website === undefined) return nothing;
  const change = beforeAndAfter(website, touchedOf(bulkEdit.form));
  if (change === undefined) return { text: label`${websiteTitle(website)}   so already` };
  return { text: label`${websiteTitle(website)}   ${change.before} > ${change.after}` };
}
