import { Line } from '#components/Line.tsx';
import { dayParts } from '#model/period/day.ts';
import { describePeriod } from '#model/period/period.ts';
import { PeriodLine } from '#screens/PeriodLine.tsx';
import { useAppState } from '#screens/useAppState.ts';
import type { Day } from '#model/statistics/statistics.ts';
import type { WhyPeriods } from '#model/why/whyPlan.ts';
import { label, safeText, type SafeText } from '#terminal/safeText.ts';
import { shortDay } from './rowText.ts';

/** The days that are compared, and at the right how far the reading is or which groups are on screen. */
export function WhyDays(props: {
  readonly day: Day | undefined;
  readonly periods: WhyPeriods | undefined;
  readonly right: SafeText | undefined;
  readonly width: number;
}) {
  const { day, periods, right, width } = props;
  const zone = useAppState(state => state.timeZone);
  if (day === undefined) return <PeriodLine width={width} right={right} />;
  const against =
    periods === undefined ? label`` : label`   against ${safeText(describePeriod(periods.before))}`;
  return (
    <Line
      width={width}
      parts={[
        {
          text: label` ${safeText(shortDay(day))} ${dayParts(day).year}`,
          tone: 'accent',
        },
        { text: against, tone: 'dim' },
      ]}
      right={[
        {
          text: right === undefined ? label`${safeText(zone)} ` : label`${right}   ${safeText(zone)} `,
          tone: 'dim',
        },
      ]}
    />
  );
}
