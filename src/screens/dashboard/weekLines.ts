import { heatMap } from '#charts/heatMap.ts';
import { chartParts } from '#components/chartLines.ts';
import type { PanelProps } from '#components/Panel.tsx';
import { weekHours } from '#model/period/weekHours.ts';
import { hourValues } from '#model/statistics/statistics.ts';
import { weekdays } from '#screens/heatMap/weekdays.ts';
import { weekFormat } from '#screens/heatMap/weekFormat.ts';
import { readsWeekItself } from '#store/statistics/dashboardExtras.ts';
import { heatMapRead } from '#store/statistics/heatMap.ts';
import type { State } from '#store/core/state.ts';
import { isAscii } from '#terminal/charset.ts';
import { label } from '#terminal/safeText.ts';

/** Weekdays by hours as far as they are read, or which key reads them. */
export function weekContent(state: State, websiteId: string): Pick<PanelProps, 'rows' | 'draw' | 'message'> {
  const { days, read, loading } = heatMapRead(state, websiteId, 'visitors_hours');
  if (read === 0)
    return {
      rows: [],
      message: {
        text:
          loading || readsWeekItself(state)
            ? label`Reading ...`
            : label`H reads the last ${days.length} days: one request each.`,
        tone: 'dim',
      },
    };
  const week = weekHours(days);
  const rows = week.map((counts, weekday) => ({
    label: (weekdays[weekday] ?? '').slice(0, 3),
    counts,
  }));
  return {
    rows: [],
    draw: (width, height) =>
      heatMap({ rows, headings: hourValues, width, height, ascii: isAscii(), ...weekFormat(week) }).map(row =>
        chartParts(row),
      ),
  };
}
