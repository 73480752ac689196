import type { Part } from '#components/style.ts';
import { websiteTitle } from '#screens/websites/cells.ts';
import type { State } from '#store/state.ts';
import { label } from '#terminal/safeText.ts';
import { outcomePart } from './outcomes.ts';

/** How it went with the selected website, in full. */
export function runDetail({ bulkRun }: State): Part {
  const { run, position } = bulkRun;
  const website = run?.websites[position.selected];
  const outcome = run?.outcomes[position.selected];
  if (run === undefined || website === undefined || outcome === undefined) return { text: label`` };
  const { text, tone } = outcomePart(outcome, run.kind);
  return {
    text: label`${websiteTitle(website)}   ${text}`,
    tone: outcome.kind === 'failed' ? tone : 'plain',
  };
}
