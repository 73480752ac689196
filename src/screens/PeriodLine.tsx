import { Line } from '#components/Line.tsx';
import { describeChoice, describePeriod, resolvePeriod } from '#model/period.ts';
import { useAppState } from '#screens/useAppState.ts';
import { label, safeText } from '#terminal/safeText.ts';

/** Which days the numbers are of, and whose days they are. */
export function PeriodLine({ width }: { readonly width: number }) {
  const choice = useAppState(state => state.period.choice);
  const today = useAppState(state => state.today());
  const timeZone = useAppState(state => state.timeZone);
  const dates = describePeriod(resolvePeriod(choice, today));
  const title = choice.kind === 'preset' ? describeChoice(choice) : dates;
  return (
    <Line
      width={width}
      parts={[
        { text: label` ${safeText(title)}`, tone: 'accent' },
        {
          text: choice.kind === 'preset' && title !== dates ? label`   ${safeText(dates)}` : label``,
          tone: 'dim',
        },
      ]}
      right={[{ text: label`${safeText(timeZone)} `, tone: 'dim' }]}
    />
  );
}
