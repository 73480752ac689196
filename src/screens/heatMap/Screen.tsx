import { heatMap } from '#charts/heatMap.ts';
import { Chart, Line } from '#components/Line.tsx';
import { WebsiteMessage } from '#screens/WebsiteMessage.tsx';
import { chartMargins, dim, type Part } from '#components/parts.ts';
import { dayCount } from '#model/period/day.ts';
import { describePeriod } from '#model/period/format.ts';
import { samePeriod } from '#model/period/period.ts';
import { countsOf } from '#model/service/capabilities.ts';
import { weekdaysWithin } from '#model/service/filter.ts';
import { type HoursName } from '#model/statistics/statistics.ts';
import { againWords } from '#screens/messages.ts';
import { LastSeen, PeriodLine } from '#screens/PeriodLine.tsx';
import { useAppState } from '#screens/storeView.ts';
import { gridCell, hoursWithin, mapInput, weekMessage } from './index.ts';
import { bodyRows, hasSpacing } from '#store/display.ts';
import type { RouteOf } from '#store/navigation/route.ts';
import { shownPeriod } from '#store/queries/question.ts';
import type { State } from '#store/state.ts';
import { type HeatMapRead, heatMapRead } from '#store/queries/series.ts';
import { label, safeText } from '#text/safeText.ts';
import { capitalised } from '#text/words.ts';

/** Weekday by hour, the average of the last whole weeks of the period; filled in as its days are read. */
export function HeatMapScreen({ websiteId, name, cursor }: RouteOf<'heatMap'>) {
  const state = useAppState(whole => whole);
  const { viewport } = state;
  const width = viewport.columns;
  const read = heatMapRead(state, websiteId, name);
  const message = weekMessage(state, read, name);
  const spacing = hasSpacing(viewport);
  const within = hoursWithin(state, name);
  const hasWithin = spacing && (message === undefined || within.text !== '');
  const weekdays = weekdaysWithin(state.filter.where);
  const cell = gridCell(cursor);
  const height = bodyRows(viewport) - (spacing ? 2 : 0) - (hasWithin ? 1 : 0);
  return (
    <>
      {spacing && <PeriodLine width={width} isAlone />}
      {spacing && <Line parts={[subject(state, name, read)]} right={progress(state, read)} width={width} />}
      {hasWithin && <Line parts={[within]} width={width} />}
      {message !== undefined ? (
        <WebsiteMessage {...{ message, websiteId, width, height }} />
      ) : (
        <LastSeen>
          <Chart
            width={width}
            rows={heatMap({
              ...mapInput(read, weekdays, { width: width - chartMargins, height }),
              cursor: cell && { ...cell, row: weekdays.indexOf(cell.row) },
            })}
          />
        </LastSeen>
      )}
    </>
  );
}

/** With its weeks, where they are not the days above. */
function subject(state: State, name: HoursName, { period }: HeatMapRead): Part {
  const weeks = dayCount(period) / 7;
  const basis = weeks === 1 ? 'one week' : `average of ${weeks} weeks`;
  const days = samePeriod(period, shownPeriod(state)) ? '' : `, ${describePeriod(period)}`;
  const counts = capitalised(countsOf(name, state.capabilities));
  return dim(safeText(` ${counts} an hour, ${basis}${days}`));
}

function progress(state: State, { days, read, failed, loading }: HeatMapRead): Part[] {
  if (loading && read < days.length)
    return [{ text: label`${read} of ${days.length} days read `, tone: 'warn' }];
  if (failed > 0 && read > 0)
    return [
      {
        text: label`${failed} of ${days.length} days not read${againWords(state)} `,
        tone: 'bad',
      },
    ];
  return [];
}
