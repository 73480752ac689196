import { Line } from '#components/Line.tsx';
import type { Part } from '#components/style.ts';
import { comparedPeriods } from '#model/comparedPeriods.ts';
import { dayCount, formatDayShort } from '#model/day.ts';
import { counted } from '#model/number.ts';
import { describeChoice, describePeriod } from '#model/period.ts';
import { useAppState } from '#screens/useAppState.ts';
import { shownPeriod } from '#store/comparison.ts';
import type { State } from '#store/state.ts';
import { label, safeText } from '#terminal/safeText.ts';
import { textWidth } from '#terminal/width.ts';

/** Which days the numbers are of, what they are compared with, and whose days they are. */
export function PeriodLine(props: {
  readonly width: number;
  /** The view has changes even while nothing is compared row by row: those are against the previous period. */
  readonly hasChanges?: boolean;
  /** The view compares nothing, whatever the others do. */
  readonly isAlone?: boolean;
}) {
  const { width, hasChanges = false, isAlone = false } = props;
  const state = useAppState(whole => whole);
  const { choice } = state.period;
  const dates = describePeriod(shownPeriod(state));
  const title = choice.kind === 'preset' ? describeChoice(choice) : dates;
  const compared = isAlone ? '' : comparisonText(state, hasChanges);
  const zone = label`${safeText(state.timeZone)} `;
  // What it is compared with says more than the dates of "Last 30 days"; nothing is cut in the middle.
  const dated = title === dates ? '' : dates;
  const room = width - textWidth(zone) - title.length - 2;
  const ways = [[dated, compared], [compared], [dated]].map(facts => facts.filter(text => text !== ''));
  const facts = ways.find(way => way.reduce((sum, text) => sum + gap + text.length, 0) <= room) ?? [];
  return (
    <Line
      width={width}
      parts={[
        { text: label` ${safeText(title)}`, tone: 'accent' },
        ...facts.map((text): Part => ({ text: label`   ${safeText(text)}`, tone: 'dim' })),
      ]}
      right={[{ text: zone, tone: 'dim' }]}
    />
  );
}

const gap = 3;

/** "against 21 Sep - 20 Oct 2026"; where today is among the days or the lengths differ, that is said. */
function comparisonText(state: State, hasChanges: boolean): string {
  const { baseline = hasChanges ? 'previous' : undefined } = state.comparison;
  if (baseline === undefined) return '';
  const compared = comparedPeriods(shownPeriod(state), baseline, state.today());
  if (compared === undefined) return 'today is not over: compared with nothing';
  const { now, before, rest } = compared;
  const against = `against ${describePeriod(before)}`;
  const [days, daysBefore] = [dayCount(now), dayCount(before)];
  const lengths = days === daysBefore ? '' : `, ${counted(days, 'days')} against ${daysBefore}`;
  return rest === undefined ? `${against}${lengths}` : `up to ${formatDayShort(now.to)} ${against}${lengths}`;
}
