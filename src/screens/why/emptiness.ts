import { describePeriod } from '#model/period/period.ts';
import { weekdayName } from '#model/period/day.ts';
import { failureMessage, goBack, messageOf, type ScreenMessage } from '#screens/emptyMessages.ts';
import type { State } from '#store/core/state.ts';
import type { WhyRead, WhySubject } from '#store/statistics/whyRead.ts';
import { label, safeText } from '#terminal/safeText.ts';

/** The message in place of the groups, where nothing can be explained; undefined while something is or will be. */
export function emptiness(state: State, { day }: WhySubject, read: WhyRead): ScreenMessage | undefined {
  const { facts, periods, loading, error } = read;
  if (facts !== undefined || loading) return undefined;
  if (error !== undefined) return failureMessage(label`The visitors could not be read`, error, state.profile);
  if (periods === undefined && day === undefined)
    return messageOf({
      title: label`Nothing to compare`,
      ...(state.comparison.baseline === undefined
        ? {
            lines: [label`You chose to compare with nothing.`],
            asks: [{ key: 'c', does: label`compare`, to: label`to choose what the period is compared with` }],
          }
        : {
            lines: [label`Today is not over, so it is compared with nothing.`],
            asks: [{ key: 't', does: label`period`, to: label`for a period with whole days` }],
          }),
    });
  if (periods === undefined && day !== undefined && read.answered > 0)
    return messageOf({
      title: label`Nothing to compare`,
      lines: [
        label`There is no ${safeText(weekdayName(day))} before ${safeText(describePeriod({ from: day, to: day }))} that is known: the website is younger.`,
      ],
      asks: [goBack],
    });
  return messageOf({
    title: label`Not read`,
    tone: 'dim',
    asks: [{ key: 'r', does: label`read`, to: label`to read it` }],
  });
}
