import type { Part } from '#components/style.ts';
import { websiteTitle } from '#screens/websites/cells.ts';
import type { State } from '#store/core/state.ts';
import { label, safeText } from '#terminal/safeText.ts';
import { outcomePart } from './outcomes.ts';

/** How it went with the selected website, in full. */
export function runDetail({ bulkRun }: State): Part {
  const { run, position } = bulkRun;
  const website = run?.websites[position.selected];
  const outcome = run?.outcomes[position.selected];
  if (run === undefined || website === undefined || outcome === undefined) return { text: label`` };
  // The reason needs the whole line: it ends with what to do.
  if (outcome.kind === 'failed') return { text: safeText(outcome.message), tone: 'bad' };
  return { text: label`${websiteTitle(website)}   ${outcomePart(outcome, run.kind).text}` };
}
