import type { Measure } from '#components/measureLayout.ts';
import { change, type Change } from '#model/statistics/comparison.ts';
import { formatDay, formatDayShort } from '#model/period/day.ts';
import { counted, groupThousands, ratioText } from '#model/text/number.ts';
import type { Summary } from '#model/statistics/summary.ts';
import { changePart } from '#screens/changeParts.ts';
import { label, safeText } from '#terminal/safeText.ts';

const none = label`-`;

/** The measures of the strip. Sums include today, changes compare whole days only. */
export function measuresOf(
  visitors: Summary | undefined,
  pageviews: Summary | undefined,
  todayChanged: { readonly visitors: boolean; readonly pageviews: boolean },
): Measure[] {
  return [
    // A visitor on two days counts twice: the service counts by day.
    {
      title: label`SUM OF DAILY VISITORS`,
      shortTitle: label`VISITORS, SUM`,
      ...measured(visitors, todayChanged.visitors),
      least: 13,
      priority: 5,
    },
    { title: label`PAGE VIEWS`, ...measured(pageviews, todayChanged.pageviews), least: 13, priority: 3 },
    {
      title: label`VIEWS PER VISITOR`,
      shortTitle: label`PER VISITOR`,
      ...viewsPerVisitor(visitors, pageviews),
      least: 10,
      priority: 2,
    },
    { title: label`BEST DAY`, ...bestDay(visitors), least: 12, priority: 1 },
    {
      title: label`TODAY SO FAR`,
      shortTitle: label`TODAY`,
      ...todaySoFar(visitors, pageviews),
      least: 15,
      isChanged: todayChanged.visitors || todayChanged.pageviews,
      canLoseNote: true,
      priority: 4,
    },
  ];
}

type Value = Pick<Measure, 'value' | 'note' | 'tone' | 'isChanged'>;

function measured(of: Summary | undefined, isTodayChanged: boolean): Value {
  if (of === undefined) return { value: none };
  // A refresh changes the sum only where the period includes today.
  const isChanged = isTodayChanged && of.total !== of.count;
  return {
    value: safeText(groupThousands(of.total)),
    ...changeNote(change(of.count, of.countBefore)),
    isChanged,
  };
}

function viewsPerVisitor(visitors: Summary | undefined, pageviews: Summary | undefined): Value {
  if (visitors === undefined || pageviews === undefined || visitors.total === 0) return { value: none };
  return {
    value: safeText(ratioText(pageviews.total, visitors.total)),
    ...changeNote(
      change(ratio(pageviews.count, visitors.count), ratio(pageviews.countBefore, visitors.countBefore)),
    ),
  };
}

function ratio(count: number | undefined, among: number | undefined): number | undefined {
  return count === undefined || among === undefined || among === 0 ? undefined : count / among;
}

function bestDay(visitors: Summary | undefined): Value {
  const best = visitors?.best;
  if (best === undefined) return { value: none };
  // In a period of several years a day needs its year.
  const isLong = (visitors?.points.length ?? 0) > 366;
  return {
    value: safeText(groupThousands(best.count)),
    note: safeText(isLong ? formatDay(best.day) : formatDayShort(best.day)),
  };
}

function todaySoFar(visitors: Summary | undefined, pageviews: Summary | undefined): Value {
  if (visitors?.today === undefined) return { value: none };
  const views = pageviews?.today === undefined ? '' : counted(pageviews.today, 'views');
  return { value: safeText(groupThousands(visitors.today)), note: safeText(views) };
}

function changeNote(of: Change): Pick<Measure, 'note' | 'tone'> {
  const { text, tone } = changePart(of);
  return { note: text, tone };
}
