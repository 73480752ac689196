import { maximum } from '#charts/scale.ts';
import { busiestHour } from '#model/statistics/series.ts';
import { formatChange, noDataText } from '#model/comparison/change.ts';
import { comparedDays, hourText } from '#model/period/format.ts';
import { countsOf, countsVisits, daysIn } from '#model/service/capabilities.ts';
import type { Day, HoursName, SeriesName } from '#model/statistics/statistics.ts';
import { summaryChange, sumOf, visitorsNote } from '#model/statistics/summary.ts';
import { request } from '#queries/answers/request.ts';
import { pointUnderCursor } from '#screens/chart/cursor.ts';
import { partRows } from '#screens/history/index.ts';
import type { ComparedDay } from '#store/queries/rows.ts';
import { rowsPeriod, shownPeriod, websiteDays } from '#store/queries/question.ts';
import { shownSeries } from '#store/queries/series.ts';
import type { State } from '#store/state.ts';
import { type SafeText, safeText } from '#text/safeText.ts';
import { counted, groupThousands } from '#text/words.ts';

export function rowOfCursor(state: State, days: readonly ComparedDay[]): number | undefined {
  const span = pointUnderCursor(state)?.span;
  if (span === undefined || span.unit === 'hour') return undefined;
  const isPointed = ({ point: { day } }: ComparedDay) => day === span.from;
  const isWithin = ({ point: { day } }: ComparedDay) => span.from <= day && day <= span.to;
  const row = days.findIndex(days.some(isPointed) ? isPointed : isWithin);
  return row === -1 ? undefined : row;
}

/** Those on screen, by bars on one scale of all. */
export function dayRows(
  days: readonly ComparedDay[],
  view: {
    readonly name: SeriesName;
    readonly today: Day;
    readonly top: number;
    readonly height: number;
    readonly isShort?: boolean;
  },
) {
  const shown = days.slice(view.top, view.top + view.height);
  const parts = shown.map(({ point: { day: from, count } }) => {
    const hasNoData = count === undefined;
    return { from, to: from, count, hasNoData, isRead: true, partial: false };
  });
  const own = new Map(shown.map(each => [each.point.day, each]));
  const max = maximum(days.map(({ point: { count } }) => count));
  const { name, today, isShort } = view;
  return partRows({ name, unit: 'day', parts }, today, ({ from }) => own.get(from), isShort, max);
}

/** The sum of a series, for the line below the screen. */
export function seriesDetail(state: State, websiteId: string, name: SeriesName): SafeText | undefined {
  const { summary } = shownSeries(state, websiteId, name);
  if (summary === undefined) return undefined;
  if (summary.total === undefined) return safeText(noDataText(shownPeriod(state), state.today()));
  const isSum = name === 'visitors' && summary.points.length > 1;
  // Short enough for 80 columns behind the title.
  const isOwn = summary.isExact === true || countsVisits(state.capabilities);
  const { countsIn, visitors } = state.capabilities;
  const isNarrow = state.viewport.columns < 60;
  const counting = isOwn ? visitors.note : visitorsNote;
  const note = isNarrow && countsIn !== undefined ? daysIn(countsIn) : counting;
  const total = counted(summary.total, countsOf(name, state.capabilities));
  const by = formatChange(summaryChange(summary));
  if (isNarrow && summary.points.length > 1 && countsIn === undefined)
    return safeText(`${total}${isSum && !isOwn ? ` (${sumOf('days')})` : ''}${by === '' ? '' : `, ${by}`}`);
  if (isSum) return safeText(`${groupThousands(summary.total)}, ${note}`);
  const { single, compared } = websiteDays(state, websiteId);
  if (single === undefined || compared === undefined || summary.countBefore === undefined)
    return safeText(total);
  const before = groupThousands(summary.countBefore);
  return safeText(`${total}, ${before} on ${comparedDays(compared)}`);
}

export function hoursDetail(state: State, websiteId: string, name: HoursName): SafeText | undefined {
  const hours = state.answers.get(websiteId, request.hours(name, rowsPeriod(state, websiteId))).data ?? [];
  const best = busiestHour([hours]);
  return (
    best &&
    safeText(`busiest at ${hourText(best.hour)}   ${counted(best.count, countsOf(name, state.capabilities))}`)
  );
}
