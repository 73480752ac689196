import { calendar, calendarColumns, calendarRows, weeksLeftOut } from '#charts/calendar.ts';
import type { ChartRow } from '#charts/canvas.ts';
import { rowRuns } from '#charts/row.ts';
import { Chart, Line, SideBySide } from '#components/Line.tsx';
import { bucket, bucketName } from '#model/period/bucket.ts';
import { dayCount, daysFrom } from '#model/period/day.ts';
import { countsOf } from '#model/service/capabilities.ts';
import { WebsiteMessage } from '#screens/WebsiteMessage.tsx';
import { Panel } from '#components/Panel.tsx';
import { chartMargins, dotsOf, type Part, partsWidth } from '#components/parts.ts';
import { describePeriod, formatDay, formatWeekday, weekdayNames } from '#model/period/format.ts';
import { yearWeeks } from '#model/statistics/year.ts';
import { factsOfYear, partsOfYear, partsWithin, unreadYear, type Year, yearTotal } from '#queries/year.ts';
import { filterParts, LastSeen } from '#screens/PeriodLine.tsx';
import { useAppState } from '#screens/storeView.ts';
import { bodyRows, hasSpacing } from '#store/display.ts';
import type { RouteOf } from '#store/navigation/route.ts';
import { shownNotes } from '#store/kept/notes.ts';
import { shownYear } from '#store/queries/series.ts';
import type { State } from '#store/state.ts';
import { hasTints } from '#terminal/theme/themes.ts';
import { isAscii } from '#text/characters.ts';
import { fitEnd, spaces } from '#text/fit.ts';
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
  const most = height >= framedRows * 2 ? height - framedRows : height;
  const input = calendarInput(year, {
    notes: shownNotes(state, websiteId),
    cursor,
    width,
    height: most,
    hasWeekdays,
  });
  const lines = hasSpacing(viewport)
    ? [
        periodLine(state, year, width, yearWeeks - weeksLeftOut(input)),
        isReading
          ? [{ text: label` ${readingYear}`, tone: 'dim' as const }]
          : [{ text: label` ` }, ...(yearTotal(year, state.capabilities, width - 1)[0] ?? [])],
        factParts(year, width).shown,
      ]
    : [];
  const below = height - calendarRows(input);
  // What the widest weeks leave free.
  const beside = width - calendarColumns(input) - chartMargins - 1;
  const best = hasWeekdays && beside >= minBest ? beside : 0;
  return (
    <>
      {lines.map((parts, index) => (
        <Line key={index} parts={parts} width={width} />
      ))}
      <LastSeen>
        <SideBySide>
          <Chart rows={calendar({ ...input, width: input.width - best })} width={width - best} />
          {best > 0 && <BestDaysPanel year={year} width={best} height={calendarRows(input)} />}
        </SideBySide>
        {below >= minPanel && (
          <SideBySide>
            <PartsPanel year={year} width={hasWeekdays ? Math.ceil(width * 0.58) : width} height={below} />
            {hasWeekdays && (
              <WeekdaysPanel year={year} width={width - Math.ceil(width * 0.58)} height={below} />
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
  const steps: Part = { text: label`   ${counts} a day, in six steps of as many days each`, tone: 'dim' };
  const parts = [title, ...filter, steps];
  return partsWidth(parts) <= width ? parts : [title, ...filter];
}

const minPanel = 5;
const minBest = 28;
const partColumns = 32;

interface PanelSpace {
  readonly year: Year;
  readonly width: number;
  readonly height: number;
}

/** The whole days of each month, or of the weeks of a young website, in as many columns as the rows need; all bars on one scale. */
function PartsPanel({ year, width, height }: PanelSpace) {
  const { title, rows } = partsOfYear(year);
  const isUnread = rows.length === 0;
  const hasBefore = rows.some(({ before }) => before !== undefined);
  return (
    <Panel
      title={title}
      family="content"
      focused={false}
      isFramed={height >= framedRows}
      note={
        hasBefore
          ? { text: isAscii() ? label`|  a year before ` : label`│  a year before `, tone: 'dim' }
          : undefined
      }
      rows={[]}
      draw={(room, lines) => (isUnread ? unreadLines(year, room) : partLines({ title, rows }, room, lines))}
      width={width}
      height={height}
    />
  );
}

const monthName = 10;

function unreadLines({ days: { period } }: Year, room: number): readonly ChartRow[] {
  const days = daysFrom(period.from, dayCount(period)).map(day => ({ day, count: undefined }));
  return bucket(days, 'month').map(({ from }) => [
    { text: fitEnd(safeText(bucketName(from, 'month')), monthName), tone: 'dim' },
    dotsOf(room - monthName),
  ]);
}

function partLines(
  { title, rows: parts }: ReturnType<typeof partsOfYear>,
  room: number,
  height: number,
): readonly ChartRow[] {
  const columns = Math.max(1, Math.min(Math.ceil(parts.length / height), Math.floor(room / partColumns)));
  const places = height * columns;
  // The line that says so takes a place itself.
  const leftOut = parts.length > places ? parts.length - places + 1 : 0;
  const shown = parts.slice(leftOut);
  const gap = 3;
  const width = Math.floor((room - gap * (columns - 1)) / columns);
  const more = safeText(`${leftOut} more ${title.toLowerCase()} before`);
  const drawn = rowRuns(partsWithin(shown, width), {
    width,
    ascii: isAscii(),
    family: 'content',
    isBehind: hasTints(),
    bar: free => Math.max(0, free - 19),
    least: [1],
  }).map(([line = []]) => line);
  const rows: readonly ChartRow[] =
    leftOut === 0 ? drawn : [[{ text: fitEnd(more, width), tone: 'dim' }], ...drawn];
  const each = Math.ceil(rows.length / columns);
  return Array.from({ length: each }, (_, line) =>
    Array.from(
      { length: columns },
      (_, column) => rows[column * each + line] ?? [{ text: fitEnd(label``, width) }],
    ).flatMap((runs, column) => (column === 0 ? runs : [{ text: spaces(gap) }, ...runs])),
  );
}

/** The whole days that had the most visitors, as many as there are lines. */
function BestDaysPanel({ year, width, height }: PanelSpace) {
  const days = (year.summary?.points ?? []).flatMap(({ day, count = 0 }) =>
    count > 0 && day < year.days.today ? [{ day, count }] : [],
  );
  return (
    <Panel
      title={label`Best days`}
      family="content"
      focused={false}
      isFramed
      rows={days
        .toSorted((one, other) => other.count - one.count)
        .slice(0, height)
        .map(({ day, count }) => ({
          value: safeText(`${formatWeekday(day)} ${day.slice(0, 4)}`),
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
      isFramed={height >= framedRows}
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
