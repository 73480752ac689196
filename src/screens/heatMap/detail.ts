import type { Part } from '#components/style.ts';
import { compactNumber } from '#model/text/number.ts';
import { statisticInfo } from '#model/statistics/statisticCatalogue.ts';
import type { HoursName } from '#model/statistics/statistics.ts';
import { busiestHour, weekHours } from '#model/period/weekHours.ts';
import { heatMapRead } from '#store/statistics/heatMap.ts';
import type { State } from '#store/core/state.ts';
import { label, safeText } from '#terminal/safeText.ts';
import { weekdays } from './weekdays.ts';

/** The busiest hour of the week; how far the reading is while it goes on. */
export function heatMapDetail(state: State, websiteId: string, name: HoursName): Part {
  const read = heatMapRead(state, websiteId, name);
  if (read.loading)
    return { text: label`Read ${read.read} of ${read.days.length} days. Esc cancels.`, tone: 'dim' };
  const best = busiestHour(weekHours(read.days));
  if (best === undefined) return { text: label`` };
  const time = `${weekdays[best.weekday] ?? ''} ${String(best.hour).padStart(2, '0')}:00`;
  return {
    text: safeText(
      `busiest on ${time}   ${compactNumber(best.count)} ${statisticInfo(name).counts} on average`,
    ),
  };
}
