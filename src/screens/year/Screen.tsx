import { calendar, calendarColumns, calendarRows, weeksLeftOut } from '#charts/calendar.ts';
import type { ChartRow } from '#charts/canvas.ts';
import { Chart, Column, Line, Lines, SideBySide } from '#components/Line.tsx';
import { bucket, bucketName, type BucketUnit } from '#model/period/bucket.ts';
import { dayCount, daysFrom } from '#model/period/day.ts';
import { countsOf } from '#model/service/capabilities.ts';
import { WebsiteMessage } from '#screens/WebsiteMessage.tsx';
import { frameColumns } from '#components/box/frame.ts';
import { Panel } from '#components/Panel.tsx';
import { barRows, chartMargins, dim, dotsOf, type Part, partsWidth } from '#components/parts.ts';
import { describePeriod, formatDay, weekdayNames } from '#model/period/format.ts';
import { yearWeeks } from '#model/statistics/year.ts';
import {
  bestParts,
  factsOfYear,
  partsOfYear,
  partsWithin,
  unreadYear,
  type Year,
  yearTotal,
} from '#queries/year.ts';
import { filterParts, LastSeen } from '#screens/PeriodLine.tsx';
import { type Size, sideBySide } from '#screens/layout.ts';
import { useAppState } from '#screens/storeView.ts';
import { bodyRows, hasSpacing } from '#store/display.ts';
import type { RouteOf } from '#store/navigation/route.ts';
import { shownNotes } from '#store/kept/notes.ts';
import { shownYear } from '#store/queries/series.ts';
import type { State } from '#store/state.ts';
import { isAscii } from '#text/characters.ts';
import { fitEnd } from '#text/fit.ts';
import { label, safeText } from '#text/safeText.ts';
import { groupThousands } from '#text/words.ts';
import { averageText, calendarInput, factParts, isReadingYear, readingYear, yearMessage } from './index.ts';

/** From so many columns on the weekdays have a panel of their own. */
const roomForWeekdays = 100;
const framedRows = 16;

export function YearScreen({ websiteId, cursor }: RouteOf<'year'>) {
  const state = useAppState(whole => whole);
  const { viewport } = state;
  const width = viewport.columns;
  const known = shownYear(state, websiteId);
  // Where the days will stand: nothing moves when they are read.
  const isReading = isReadingYear(known);
  const message = isReading ? undefined : yearMessage(state, websiteId);
  if (message !== undefined)
    return <WebsiteMessage {...{ message, websiteId, width }} height={bodyRows(viewport)} />;
  const year = isReading ? unreadYear(known) : known;
  const height = bodyRows(viewport) - (hasSpacing(viewport) ? 3 : 0);
  const hasWeekdays = width >= roomForWeekdays && height >= framedRows * 2;
  const max = height >= framedRows * 2 ? height - framedRows : height;
  const input = calendarInput(year, {
    notes: shownNotes(state, websiteId),
    cursor,
    width,
    height: max,
    hasWeekdays,
  });
  const lines = hasSpacing(viewport)
    ? [
        periodLine(state, year, width, yearWeeks - weeksLeftOut(input)),
        isReading
          ? [dim(label` ${readingYear}`)]
          : [{ text: label` ` }, ...(yearTotal(year, state.capabilities, width - 1)[0] ?? [])],
        factParts(year, width).shown,
      ]
    : [];
  // The line of the steps does not touch the border below it.
  const gap = height - calendarRows(input) > framedRows ? 1 : 0;
  const below = height - calendarRows(input) - gap;
  const parts = hasWeekdays ? Math.ceil(width * 0.58) : width;
  // What the widest weeks leave free.
  const rightColumns = width - calendarColumns(input) - chartMargins - 1;
  const best = hasWeekdays && rightColumns >= minBest ? rightColumns : 0;
  const { title, rows } = partsOfYear(year);
  const bestUnit = best === 0 ? 'day' : title === 'Weeks' ? 'month' : 'week';
  // Below the parts, where they leave the lines and the best have the whole height.
  const isBelowParts =
    hasWeekdays &&
    below - weekdaysPanel >= rows.length + 2 &&
    bestParts(year, bestUnit).length > below - weekdaysPanel;
  const weekdays = (
    <WeekdaysPanel year={year} width={isBelowParts ? parts : width - parts} height={weekdaysPanel} />
  );
  // Where nothing stands beside them the best days have what they leave.
  const forDays = below - Math.max(framedRows, rows.length + 2);
  const isDaysBelow = !hasWeekdays && rows.length > 0 && forDays >= minPanel;
  const forParts = below - (isBelowParts ? weekdaysPanel : 0) - (isDaysBelow ? forDays : 0);
  const forBest = below - (isBelowParts ? 0 : weekdaysPanel);
  return (
    <>
      <Lines lines={lines} width={width} />
      <LastSeen>
        <SideBySide>
          <Chart rows={calendar({ ...input, width: input.width - best })} width={width - best} />
          {best > 0 && <BestPanel unit="day" year={year} width={best} height={calendarRows(input)} />}
        </SideBySide>
        {gap > 0 && <Line parts={[]} width={width} />}
        {below >= minPanel && (
          <SideBySide>
            <Column width={parts} height={below}>
              <PartsPanel year={year} width={parts} height={forParts} />
              {isBelowParts && weekdays}
              {isDaysBelow && <BestPanel unit="day" year={year} width={parts} height={forDays} />}
            </Column>
            {hasWeekdays && (
              <Column width={width - parts} height={below}>
                {!isBelowParts && weekdays}
                <BestPanel unit={bestUnit} year={year} width={width - parts} height={forBest} />
              </Column>
            )}
          </SideBySide>
        )}
      </LastSeen>
    </>
  );
}

function periodLine(state: State, { days }: Year, width: number, weeks: number): readonly Part[] {
  const { period } = days;
  const name =
    weeks < yearWeeks
      ? `${yearWeeks} weeks to ${formatDay(period.to)}, ${weeks} drawn`
      : describePeriod(period);
  const title: Part = { text: label` ${safeText(name)}`, tone: 'accent' };
  const filter = filterParts(state, width - partsWidth([title]));
  const counts = safeText(countsOf('visitors', state.capabilities));
  const steps: Part = dim(label`   ${counts} a day, in six steps of as many days each`);
  const parts = [title, ...filter, steps];
  return partsWidth(parts) <= width ? parts : [title, ...filter];
}

const minPanel = 5;
/** Seven rows in a frame. */
const weekdaysPanel = 9;
const minBest = 28;
const partColumns = 32;
const fewLeftOut = 2;

interface PanelSpace extends Size {
  readonly year: Year;
}

/** The whole days of each month, or of the weeks of a young website, in as many columns as the rows need; all bars on one scale. */
function PartsPanel({ year, width, height }: PanelSpace) {
  const { title, rows } = partsOfYear(year);
  const isUnread = rows.length === 0;
  const hasBefore = rows.some(({ before }) => before !== undefined);
  const isFramed = height >= framedRows;
  const room = width - (isFramed ? frameColumns : chartMargins);
  const lines = isUnread
    ? unreadLines(year, room)
    : partLines({ title, rows }, room, height - (isFramed ? 2 : 1));
  const hasLines = lines.some(line => line.some(({ tone }) => tone === 'chartBefore'));
  const sign = hasLines ? (isAscii() ? label`|  ` : label`│  `) : label``;
  return (
    <Panel
      title={title}
      family="content"
      focused={false}
      isFramed={isFramed}
      note={hasBefore ? dim(label`${sign}a year before `) : undefined}
      rows={[]}
      draw={() => lines}
      width={width}
      height={height}
    />
  );
}

const monthName = 10;

function unreadLines({ days: { period } }: Year, room: number): readonly ChartRow[] {
  const days = daysFrom(period.from, dayCount(period)).map(day => ({ day, count: undefined }));
  return bucket(days, 'month').map(({ from }) => [
    dim(fitEnd(safeText(bucketName(from, 'month')), monthName)),
    dotsOf(room - monthName),
  ]);
}

function partLines(
  { title, rows: parts }: ReturnType<typeof partsOfYear>,
  room: number,
  height: number,
): readonly ChartRow[] {
  // A second column for a few would be empty.
  const wanted = parts.length <= height + fewLeftOut ? 1 : Math.ceil(parts.length / height);
  const columns = Math.max(1, Math.min(wanted, Math.floor(room / partColumns)));
  const capacity = height * columns;
  // The line that says so takes a place itself.
  const leftOut = parts.length > capacity ? parts.length - capacity + 1 : 0;
  const shown = parts.slice(leftOut);
  const gap = 3;
  const width = Math.floor((room - gap * (columns - 1)) / columns);
  const more = safeText(`${leftOut} more ${title.toLowerCase()} before`);
  const drawn = barRows(partsWithin(shown, width), { width, family: 'content', min: [1] }).map(
    ([line = []]) => line,
  );
  const rows: readonly ChartRow[] = leftOut === 0 ? drawn : [[dim(fitEnd(more, width))], ...drawn];
  const each = Math.ceil(rows.length / columns);
  const sides = Array.from({ length: columns }, (_, at) => rows.slice(at * each, (at + 1) * each));
  return sideBySide(
    sides,
    sides.map(() => width),
    gap,
  );
}

const bestTitles = { day: label`Best days`, week: label`Best weeks`, month: label`Best months` };

/** The whole days, weeks or months that had the most visitors, as many as there are lines. */
function BestPanel({ year, unit, width, height }: PanelSpace & { readonly unit: BucketUnit }) {
  return (
    <Panel
      title={bestTitles[unit]}
      family="content"
      focused={false}
      isFramed
      rows={bestParts(year, unit)
        .slice(0, height)
        .map(({ from, count = 0 }) => ({
          value: safeText(`${bucketName(from, unit)}${unit === 'month' ? '' : ` ${from.slice(0, 4)}`}`),
          count,
          countText: safeText(groupThousands(count)),
        }))}
      width={width}
      height={height}
    />
  );
}

function WeekdaysPanel({ year, width, height }: PanelSpace) {
  const averages = factsOfYear(year)?.weekdays ?? [];
  return (
    <Panel
      title={label`Weekdays, on average`}
      family="content"
      focused={false}
      isFramed
      rows={averages.map((average, index) => ({
        value: safeText(weekdayNames[index]),
        count: average ?? 0,
        countText: safeText(averageText(average)),
      }))}
      width={width}
      height={height}
    />
  );
}
