import type { Measure } from '#components/MeasureStrip.tsx';
import type { Tone } from '#components/style.ts';
import { change, formatChange, type Change } from '#model/comparison.ts';
import { formatDayShort } from '#model/day.ts';
import { groupThousands } from '#model/number.ts';
import type { Summary } from '#model/summary.ts';
import { label, safeText } from '#terminal/safeText.ts';

const none = label`-`;

/** The strip: each measure over the period with its change against the period before. */
export function measuresOf(visitors: Summary | undefined, pageviews: Summary | undefined): Measure[] {
  return [
    // A person who came on two days counts twice: the service knows days only.
    counted(label`VISITORS (DAILY)`, visitors),
    counted(label`PAGE VIEWS`, pageviews),
    viewsPerVisitor(visitors, pageviews),
    bestDay(visitors),
    todaySoFar(visitors, pageviews),
  ];
}

function counted(title: Measure['title'], of: Summary | undefined): Measure {
  if (of === undefined) return { title, value: none };
  return {
    title,
    value: safeText(groupThousands(of.count)),
    ...changeNote(change(of.count, of.countBefore)),
  };
}

function viewsPerVisitor(visitors: Summary | undefined, pageviews: Summary | undefined): Measure {
  const title = label`VIEWS PER VISITOR`;
  if (visitors === undefined || pageviews === undefined || visitors.count === 0)
    return { title, value: none };
  const now = pageviews.count / visitors.count;
  const before = visitors.countBefore === 0 ? undefined : pageviews.countBefore / visitors.countBefore;
  return { title, value: safeText(now.toFixed(1)), ...changeNote(change(now, before)) };
}

function bestDay(visitors: Summary | undefined): Measure {
  const title = label`BEST DAY`;
  const best = visitors?.best;
  if (best === undefined || best.count === 0) return { title, value: none };
  return { title, value: safeText(groupThousands(best.count)), note: safeText(formatDayShort(best.day)) };
}

function todaySoFar(visitors: Summary | undefined, pageviews: Summary | undefined): Measure {
  const title = label`TODAY SO FAR`;
  if (visitors?.today === undefined) return { title, value: none };
  const views = pageviews?.today === undefined ? '' : `${groupThousands(pageviews.today)} views`;
  return { title, value: safeText(groupThousands(visitors.today)), note: safeText(views) };
}

/** A change in words, and in a colour that says the same. */
export function changeNote(of: Change): Pick<Measure, 'note' | 'tone'> {
  return { note: safeText(formatChange(of)), tone: changeTone(of) };
}

export function changeTone(of: Change): Tone {
  if (of.kind === 'percent') return of.ratio > 0 ? 'good' : 'bad';
  return of.kind === 'new' ? 'good' : 'dim';
}
