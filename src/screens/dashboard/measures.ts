import { total } from '#text/fit.ts';
import type { Family } from '#charts/canvas.ts';
import { hourStrip } from '#charts/chart.ts';
import { sparkline } from '#charts/columns.ts';
import { busiestHour } from '#model/statistics/series.ts';
import type { Measure, TileMeasure } from '#components/Measures.tsx';
import { changePart } from '#components/parts.ts';
import { type Change, change, type IsChance, judged } from '#model/comparison/change.ts';
import type { HoursSoFar } from '#model/comparison/periods.ts';
import { formatDay, formatDayShort, hourText } from '#model/period/format.ts';
import {
  measureOfSessions,
  type SessionMeasure,
  sessionMeasureInfo,
  sessionMeasureText,
  type SessionSums,
} from '#model/statistics/sessions.ts';
import {
  ratioOf,
  shortSum,
  sumOf,
  type Summary,
  summaryChange,
  viewsPerVisitor,
} from '#model/statistics/summary.ts';
import { type ShownSessions, shownSessionMeasure } from '#queries/days/sessions.ts';
import type { TodayByHour } from '#store/queries/series.ts';
import { isAscii } from '#text/characters.ts';
import { label, safeText, type SafeText } from '#text/safeText.ts';
import { compactNumber, counted, groupThousands, ordinal, ratioText } from '#text/words.ts';

const none = label`-`;
const sumOfDays = safeText(sumOf('days'));

interface MeasuredNumbers {
  readonly visitors: Summary | undefined;
  readonly pageviews: Summary | undefined;
  readonly todayChanged: { readonly visitors: boolean; readonly pageviews: boolean };
  /** Visitors and page views are one number, of visits. */
  readonly areVisits?: boolean | undefined;
  /** What is told of sessions, as far as it is read; 'none' where the service does not tell it. */
  readonly sessions: ShownSessions | 'none' | undefined;
  /** Undefined where the period is over. */
  readonly today: TodayByHour | 'unread' | undefined;
  /** Of a single day: its hours as far as they are read, and the one that is not over. */
  readonly day?: DayByHour | undefined;
}

interface DayByHour {
  /** Those that the filter leaves, by default all, and where it leaves one the visitors or page views of the days that have it. */
  readonly hours?: readonly number[] | undefined;
  readonly daysOfHour?:
    Readonly<Record<'visitors' | 'pageviews', readonly (number | undefined)[] | undefined>> | undefined;
  readonly visitors: readonly number[] | undefined;
  readonly pageviews: readonly number[] | undefined;
  readonly openFrom: number | undefined;
  readonly isChance?: IsChance | undefined;
  /** Its visitors behind those of the days before it; undefined of today, and where they are not known. */
  readonly among?: readonly number[] | undefined;
  /** Of today: its hours that are over, beside those they are compared with. */
  readonly hoursSoFar?:
    { readonly visitors: HoursSoFar | undefined; readonly pageviews: HoursSoFar | undefined } | undefined;
}

/** Each measure over the period with its change. Changes are of whole days only, sums of all. */
export function measuresOf(numbers: MeasuredNumbers): TileMeasure[] {
  const { visitors, pageviews, areVisits = false, todayChanged, sessions, today, day } = numbers;
  const perVisitor: TileMeasure = {
    title: label`Views per visitor`,
    shortTitle: label`Per visitor`,
    ...withSpark(perVisitorValue(visitors, pageviews), ratios(visitors, pageviews), 'places'),
    ...(day && { draw: hourlyRatios(day) }),
    min: 10,
    priority: 2,
  };
  const views: TileMeasure = {
    title: label`Page views`,
    ...withSpark(
      measured(pageviews, todayChanged.pageviews, day?.hoursSoFar?.pageviews, day?.isChance),
      countsOf(pageviews),
      'sources',
    ),
    ...(day && { draw: hoursOf(day, 'pageviews') }),
    min: 13,
    priority: 3,
  };
  const isSumOfDays = day === undefined && visitors?.isExact !== true && !areVisits;
  const measures: TileMeasure[] = [
    // A person who came on two days counts twice where the service knows days only.
    {
      title: areVisits ? label`Visits` : label`Visitors`,
      ...withSpark(
        measured(visitors, todayChanged.visitors, day?.hoursSoFar?.visitors, day?.isChance),
        countsOf(visitors),
        'content',
      ),
      ...(day && { draw: hoursOf(day, 'visitors') }),
      ...(isSumOfDays && { foot: sumOfDays }),
      min: 13,
      priority: 5,
    },
    ...(areVisits ? [] : [views]),
    ...(sessions === 'none'
      ? areVisits
        ? []
        : [perVisitor]
      : sessionTiles(sessions, visitors, day !== undefined)),
    {
      ...(day === undefined
        ? { title: label`Best day`, ...bestDay(visitors) }
        : { title: label`Busiest hour`, ...busiestOfDay(day) }),
      min: 12,
      priority: 1,
    },
    ...(day?.among === undefined ? [] : [placeAmong(day.among)]),
    // Of today all other measures say the same.
    ...(today === undefined || day?.openFrom !== undefined
      ? []
      : [
          {
            title: label`Today so far`,
            shortTitle: label`Today`,
            ...todaySoFar(
              visitors,
              areVisits ? undefined : pageviews,
              today === 'unread' ? undefined : today,
            ),
            min: 15,
            isChanged: todayChanged.visitors || todayChanged.pageviews,
            canLoseNote: true,
            priority: 4,
          },
        ]),
  ];
  // Of nothing there is no rate and no best day: the others have their room.
  const isNothing = [visitors, pageviews].every(
    summary => summary !== undefined && (summary.total ?? 0) === 0,
  );
  return isNothing ? measures.filter(({ value }) => value !== none) : measures;
}

/** Where there is no room for tiles: what a number is has to be in its title. */
export function stripOf(measures: readonly TileMeasure[]): Measure[] {
  return measures.map(measure => ({
    ...measure,
    title: safeText(measure.foot === undefined ? measure.title : `${measure.title}, ${measure.foot}`),
    shortTitle:
      measure.foot === undefined
        ? measure.shortTitle
        : label`${measure.shortTitle ?? measure.title}, ${measure.foot === sumOfDays ? safeText(shortSum) : measure.foot}`,
  }));
}

type Value = Pick<
  TileMeasure,
  'value' | 'shortValue' | 'note' | 'tone' | 'isChanged' | 'below' | 'foot' | 'draw'
>;

function measured(
  summary: Summary | undefined,
  isTodayChanged: boolean,
  ofToday: HoursSoFar | undefined,
  isChance: IsChance | undefined,
): Value {
  if (summary === undefined) return { value: none };
  const { count, countBefore } = summary;
  const found = judged(summaryChange(summary), count, countBefore, isChance);
  // A refresh changes the sum only where the period includes today.
  const isChanged = isTodayChanged && summary.total !== summary.count;
  return {
    value: safeText(groupThousands(summary.total)),
    shortValue: safeText(compactNumber(summary.total ?? 0)),
    ...(ofToday === undefined ? changeNote(found) : soFarNote(ofToday)),
    isChanged,
  };
}

function perVisitorValue(visitors: Summary | undefined, pageviews: Summary | undefined): Value {
  const found = viewsPerVisitor(visitors, pageviews);
  return found === undefined
    ? { value: none }
    : { value: safeText(ratioText(found.value, 1)), ...changeNote(found.change) };
}

const sessionTilesShown = [
  { name: 'pages_per_visit', family: 'places', priority: 2 },
  { name: 'bounce_rate', family: 'technology', priority: 1.6 },
  { name: 'visit_seconds', family: 'content', priority: 1.3 },
] as const satisfies readonly { name: SessionMeasure; family: Family; priority: number }[];

/** Each with its days, where the service tells them; of a single day with what it is compared with. */
function sessionTiles(
  sessions: ShownSessions | undefined,
  visitors: Summary | undefined,
  isDay: boolean,
): TileMeasure[] {
  return sessionTilesShown.map(({ name, family, priority }) => {
    const { title, shortTitle } = sessionMeasureInfo[name];
    const { value, before, change } = shownSessionMeasure(name, sessions);
    const ofDay = new Map(sessions?.days?.map(each => [each.day, measureOfSessions(name, each)]));
    const values = sessions?.days && visitors?.points.map(({ day }) => ofDay.get(day));
    const shown = { value: safeText(sessionMeasureText(name, value)), ...changeNote(change) };
    const from = sessions?.from;
    return {
      title: safeText(title),
      shortTitle: safeText(shortTitle),
      ...(isDay ? shown : withSpark(shown, values, family)),
      below:
        isDay && before !== undefined
          ? safeText(`was ${sessionMeasureText(name, before)}`)
          : name === 'bounce_rate'
            ? safeText(bouncesText(sessions?.total))
            : undefined,
      foot: from === undefined ? undefined : safeText(`from ${formatDayShort(from)}`),
      min: 11,
      priority,
    };
  });
}

/** "351 of 1,049". */
function bouncesText(total: SessionSums | undefined): string {
  return total === undefined ? '' : `${groupThousands(total.bounces)} of ${groupThousands(total.sessions)}`;
}

function countsOf(summary: Summary | undefined): readonly (number | undefined)[] | undefined {
  return summary?.points.map(({ count }) => count);
}

function ratios(visitors: Summary | undefined, pageviews: Summary | undefined) {
  const views = pageviews?.points;
  return views && visitors?.points.map(({ count }, index) => ratioOf(views[index]?.count, count));
}

function bestDay(visitors: Summary | undefined): Value {
  const best = visitors?.best;
  if (visitors === undefined || best === undefined) return { value: none };
  // Without its year a day of many years says nothing.
  const isLong = visitors.points.length > 366;
  return {
    value: safeText(groupThousands(best.count)),
    shortValue: safeText(compactNumber(best.count)),
    note: safeText(isLong ? formatDay(best.day) : formatDayShort(best.day)),
    below: safeText(`mean ${groupThousands(meanOf(visitors.points.map(({ count }) => count)))}`),
  };
}

function meanOf(counts: readonly (number | undefined)[]): number {
  const known = counts.filter(count => count !== undefined);
  return Math.round(total(known) / known.length);
}

function busiestOfDay({ visitors = [], hours: shown, openFrom }: DayByHour): Value {
  const isShown = (_: number, hour: number) => shown?.includes(hour) !== false;
  const best = busiestHour([visitors.map((count, hour) => (isShown(count, hour) ? count : 0))]);
  if (best === undefined) return { value: none };
  const hours = visitors.filter(isShown);
  const mean = total(hours) / hours.length;
  return {
    value: safeText(groupThousands(best.count)),
    note: safeText(hourText(best.hour)),
    // Of a day that is not over it would count hours still to come.
    below: openFrom === undefined ? safeText(`mean ${groupThousands(Math.round(mean))}`) : undefined,
  };
}

/** Which of its days it is by its visitors. */
function placeAmong(days: readonly number[]): TileMeasure {
  const count = days.at(-1) ?? 0;
  return {
    title: label`In ${days.length} days`,
    value: safeText(ordinal(1 + days.filter(each => each > count).length)),
    note: label`of ${days.length}`,
    draw: width => sparkline(days, { width, family: 'content', last: 'accent', ascii: isAscii() })[0],
    min: 12,
    priority: 1.4,
  };
}

function todaySoFar(
  visitors: Summary | undefined,
  pageviews: Summary | undefined,
  byHour: TodayByHour | undefined,
): Value {
  if (visitors?.today === undefined) return { value: none };
  const views = pageviews?.today === undefined ? '' : counted(pageviews.today, 'views');
  return {
    value: safeText(groupThousands(visitors.today)),
    shortValue: safeText(compactNumber(visitors.today)),
    ...(byHour?.hoursSoFar === undefined ? { note: safeText(views) } : soFarNote(byHour.hoursSoFar)),
    below: safeText(views),
    draw: byHour?.hours && hoursSoFar(byHour.hours, byHour.hour, byHour.shown),
  };
}

function hoursOf(day: DayByHour, name: 'visitors' | 'pageviews'): TileMeasure['draw'] {
  const days = day.daysOfHour?.[name];
  if (days !== undefined)
    return width => sparkline(days, { width, family: 'content', last: 'accent', ascii: isAscii() })[0];
  const hours = day[name];
  return hours && hoursSoFar(hours, day.openFrom ?? hours.length, day.hours);
}

function hourlyRatios({ visitors, pageviews, hours, daysOfHour }: DayByHour): TileMeasure['draw'] {
  const [ofVisitors, ofViews] = [daysOfHour?.visitors ?? visitors, daysOfHour?.pageviews ?? pageviews];
  const values =
    ofVisitors &&
    ofViews
      ?.map((count, at) => ratioOf(count, ofVisitors[at]))
      .filter((_, at) => daysOfHour !== undefined || hours?.includes(at) !== false);
  return values && (width => sparkline(values, { width, family: 'places', ascii: isAscii() })[0]);
}

function hoursSoFar(
  counts: readonly number[],
  now: number,
  hours: readonly number[] = [...counts.keys()],
): TileMeasure['draw'] {
  // A bar alone tells nothing.
  if (hours.length === 1) return undefined;
  const bars = hours.map(hour => ({
    count: hour > now ? undefined : counts[hour],
    unfinished: hour === now,
  }));
  return width =>
    hourStrip({
      hours: bars,
      width: width < bars.length ? Math.min(12, width) : width - (width % bars.length),
      rows: 1,
      ascii: isAscii(),
    })[0];
}

function withSpark(
  value: Value,
  values: readonly (number | undefined)[] | undefined,
  family?: Family,
): Value {
  const draw = (width: number) => values && sparkline(values, { width, family, ascii: isAscii() })[0];
  return { ...value, draw };
}

/** "+12%", and below it "by 14:00". */
function soFarNote({ hours, now, before }: HoursSoFar): Pick<TileMeasure, 'note' | 'tone' | 'foot'> {
  const by = changeNote(change(now, before));
  return by.note === '' ? {} : { ...by, foot: safeText(`by ${hourText(hours)}`) };
}

function changeNote(change: Change): { readonly note: SafeText; readonly tone: Measure['tone'] } {
  const { text, tone } = changePart(change);
  return { note: text, tone };
}
