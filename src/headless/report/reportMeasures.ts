import { change, formatChange } from '#model/statistics/comparison.ts';
import { formatDayShort } from '#model/period/day.ts';
import { groupThousands, ratioText } from '#model/text/number.ts';
import type { Summary } from '#model/statistics/summary.ts';
import type { Report } from './readReport.ts';

export interface Measure {
  readonly title: string;
  readonly value: string;
  /** The change against the earlier period, "+12%"; empty for none. */
  readonly change: string;
}

/** The numbers at the head of a report. */
export function measuresOf({ period, today, visitors, pageviews }: Report): Measure[] {
  return [
    { title: 'Visitors', value: groupThousands(visitors.total), change: changeOf(visitors) },
    { title: 'Page views', value: groupThousands(pageviews.total), change: changeOf(pageviews) },
    { title: 'Views per visitor', value: ratioText(pageviews.total, visitors.total) || '-', change: '' },
    ...(period.from === period.to ? [] : [{ title: 'Best day', value: bestOf(visitors), change: '' }]),
    ...(visitors.today === undefined || period.from === today
      ? []
      : [{ title: 'Today so far', value: groupThousands(visitors.today), change: '' }]),
  ];
}

/** How the visitors of several days are counted; undefined for one day. */
export function visitorsNoteOf({ capabilities, period }: Report): string | undefined {
  return period.from === period.to ? undefined : capabilities.visitors.note;
}

function changeOf({ count, countBefore }: Summary): string {
  return formatChange(change(count, countBefore));
}

function bestOf({ best }: Summary): string {
  return best === undefined ? '-' : `${groupThousands(best.count)} on ${formatDayShort(best.day)}`;
}
