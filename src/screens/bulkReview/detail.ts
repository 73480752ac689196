import type { Part } from '#components/style.ts';
import { outcomePart } from '#screens/bulkRun/outcomes.ts';
import { websiteTitle } from '#screens/websites/cells.ts';
import { touchedOf } from '#store/bulkForm.ts';
import type { State } from '#store/state.ts';
import { label } from '#terminal/safeText.ts';
import { beforeAndAfter } from './changes.ts';

const nothing: Part = { text: label`` };

/** What would change of the selected website, in full. */
export function reviewDetail({ bulk }: State): Part {
  const website = bulk.websites[bulk.position.selected];
  if (website === undefined) return nothing;
  const change = beforeAndAfter(website, touchedOf(bulk.form));
  if (change === undefined) return { text: label`${websiteTitle(website)}   so already` };
  return { text: label`${websiteTitle(website)}   ${change.before} > ${change.after}` };
}

/** How it went with the selected website, in full. */
export function runDetail({ bulk }: State): Part {
  const { run, position } = bulk;
  const website = run?.websites[position.selected];
  const outcome = run?.outcomes[position.selected];
  if (run === undefined || website === undefined || outcome === undefined) return nothing;
  const { text, tone } = outcomePart(outcome, run.kind);
  return {
    text: label`${websiteTitle(website)}   ${text}`,
    tone: outcome.kind === 'failed' ? tone : 'plain',
  };
}
