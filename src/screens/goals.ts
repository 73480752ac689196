import type { Part, Tone } from '#components/parts.ts';
import { byUrgency, goalForms, type GoalStanding } from '#model/website/goal.ts';
import { shownStandings } from '#store/kept/goals.ts';
import type { State } from '#store/state.ts';
import { wrapSafe } from '#text/fit.ts';
import { label, safeText } from '#text/safeText.ts';

const tones: Readonly<Record<GoalStanding['state'], Tone>> = {
  reached: 'good',
  ahead: 'good',
  open: 'plain',
  missed: 'warn',
};

/** How far goals are, the most urgent ones, each with as many words as have room in so many lines. */
export function goalRows(
  standings: readonly GoalStanding[],
  width: number,
  { max, lines }: { readonly max: number; readonly lines: number },
): Part[] {
  return byUrgency(standings)
    .slice(0, max)
    .flatMap(standing => {
      const isMissed = standing.state === 'missed';
      const room = isMissed ? width - 2 : width;
      const wrapped = goalForms(standing).map(form => wrapSafe(safeText(form), room));
      const fitting = wrapped.find(rows => rows.length <= lines) ?? wrapped.at(-1)?.slice(0, lines) ?? [];
      return fitting.map((text, index) => ({
        text: isMissed ? label`${index === 0 ? label`! ` : label`  `}${text}` : text,
        tone: tones[standing.state],
      }));
    });
}

/** The most urgent one in a line. */
export function urgentGoal(state: State, websiteId: string, width: number): Part | undefined {
  return goalRows(shownStandings(state, websiteId), width, { max: 1, lines: 1 })[0];
}
