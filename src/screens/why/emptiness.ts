import type { Tone } from '#components/style.ts';
import { describePeriod } from '#model/period/period.ts';
import { weekdayName } from '#model/period/day.ts';
import { failureLines } from '#screens/emptyMessages.ts';
import type { State } from '#store/core/state.ts';
import type { WhyRead, WhySubject } from '#store/statistics/whyRead.ts';
import { label, safeText, type SafeText } from '#terminal/safeText.ts';

interface Emptiness {
  readonly title: SafeText;
  readonly tone?: Tone;
  readonly lines: readonly SafeText[];
}

/** The message in place of the groups, where nothing can be explained; undefined while something is or will be. */
export function emptiness(state: State, { day }: WhySubject, read: WhyRead): Emptiness | undefined {
  const { facts, periods, loading, error } = read;
  if (facts !== undefined || loading) return undefined;
  if (error !== undefined)
    return {
      title: label`The visitors could not be read`,
      tone: 'bad',
      lines: failureLines(error, state.profile),
    };
  if (periods === undefined && day === undefined)
    return {
      title: label`Nothing to compare`,
      lines: [
        state.comparison.baseline === undefined
          ? label`You chose to compare with nothing. Press c to choose what the period is compared with.`
          : label`Today is not over, so it is compared with nothing. Press t for a period with whole days.`,
      ],
    };
  if (periods === undefined && day !== undefined && read.answered > 0)
    return {
      title: label`Nothing to compare`,
      lines: [
        label`There is no ${safeText(weekdayName(day))} before ${safeText(describePeriod({ from: day, to: day }))} that is known: the website is younger. Press Esc to go back.`,
      ],
    };
  return { title: label`Not read`, tone: 'dim', lines: [label`Press r to read it.`] };
}
