import { type Covered, type MissingDays, missingDaysOf } from '#model/comparison/change.ts';
import { dayCount } from '#model/period/day.ts';
import { samePeriod } from '#model/period/period.ts';
import {
  measureOfSessions,
  sessionChange,
  type SessionDay,
  type SessionMeasure,
  sessionMeasureNumber,
  sessionMeasures,
  type Sessions,
  type SessionSums,
  sumSessions,
} from '#model/statistics/sessions.ts';
import type { Day, Period } from '#model/statistics/statistics.ts';
import type { ApiError } from '#model/failure.ts';
import { memoizeByObject } from '#text/memo.ts';
import {
  request,
  type WebsiteRequest,
  type DataRequestOf,
  type QueryContext,
  type QuestionDays,
} from '#queries/answers/request.ts';
import type { Query } from '#queries/answers/query.ts';
import { dataRequests, seriesRequests, seriesOf } from './series.ts';

/** The sessions of the period and of what it is compared with, where the service tells them: its whole days are among its days. */
export function sessionsRequests(
  website: string,
  { period, compared }: Pick<QuestionDays, 'period' | 'compared'>,
  { capabilities }: Pick<QueryContext, 'capabilities'>,
): WebsiteRequest<DataRequestOf<'sessions'>>[] {
  const { sessions } = capabilities;
  if (sessions === undefined) return [];
  const now = compared === undefined || sessions === 'by day' ? [] : [compared.now];
  const wanted = [period, ...now, ...(compared === undefined ? [] : [compared.before])];
  return wanted
    .filter((days, index) => wanted.findIndex(other => samePeriod(other, days)) === index)
    .map(days => ({ website, request: request.sessions(days) }));
}

export interface ShownSessions {
  /** Of the whole period, today so far included; undefined where it has no data. */
  readonly total: SessionSums | undefined;
  /** Of its whole days, and of those compared with: undefined where nothing is compared. */
  readonly now: SessionSums | undefined;
  readonly before: SessionSums | undefined;
  /** By day; undefined where the service tells only sums. */
  readonly days: readonly SessionDay[] | undefined;
  /** Of the whole days, and of those compared with. */
  readonly daysNow: readonly SessionDay[] | undefined;
  readonly daysBefore: readonly SessionDay[] | undefined;
  /** The first day of which they are known, where the period begins before it. */
  readonly from: Day | undefined;
  readonly missingDays: MissingDays | undefined;
  /** What all are multiplied by where an index is shown in place of counts. */
  readonly scale?: number | undefined;
  readonly loading: boolean;
  readonly error: ApiError | undefined;
}

const shown = memoizeByObject<ShownSessions>();

/** Undefined where the service does not tell them, and until those of the period are read. */
export function shownSessions(
  website: string,
  days: QuestionDays,
  context: QueryContext,
): ShownSessions | undefined {
  const requests = sessionsRequests(website, days, context);
  const answerOf = (period: Period | undefined) => {
    const found = requests.find(each => period !== undefined && samePeriod(each.request.period, period));
    return found && context.answers.get(website, found.request);
  };
  const { period, compared } = days;
  const [whole, now, before] = [period, compared?.now, compared?.before].map(answerOf);
  const { data, loading = false, error } = whole ?? {};
  if (data === undefined) return undefined;
  const { summary } = seriesOf(website, 'visitors', days, context);
  const [covered] = summary?.covered ?? [];
  const hasData = summary === undefined || summary.total !== undefined;
  const read = [data, now?.data, before?.data];
  const keys = [
    period.from,
    period.to,
    compared?.now.to,
    ...read,
    covered,
    hasData,
    loading,
    error,
    context.scale,
  ];
  return shown(data, keys, () => ({
    total: hasData ? data.sums : undefined,
    now: compared && sumsIn(data, compared.now, now?.data),
    before: before?.data?.sums,
    days: data.days,
    daysNow: compared && daysIn(data, compared.now),
    daysBefore: before?.data?.days,
    from: data.from,
    missingDays: missingDaysOf(
      covered && compared ? [reached(covered, compared, [data.from, before?.data?.from])] : [],
    ),
    scale: context.scale,
    loading,
    error,
  }));
}

/** Of some days of a period; undefined where they are not told. */
function sumsIn(read: Sessions, period: Period, own: Sessions | undefined): SessionSums | undefined {
  const days = daysIn(read, period);
  return own?.sums ?? (days && sumSessions(days));
}

function daysIn({ days }: Sessions, { from, to }: Period): readonly SessionDay[] | undefined {
  return days?.filter(({ day }) => day >= from && day <= to);
}

/** Of days before the first one with detail nothing is known. */
function reached(
  covered: Covered,
  compared: { readonly now: Period; readonly before: Period },
  [now, before]: readonly (Day | undefined)[],
): Covered {
  return {
    ...covered,
    now: { ...covered.now, days: daysFrom(covered.now.days, compared.now, now) },
    before: { ...covered.before, days: daysFrom(covered.before.days, compared.before, before) },
  };
}

function daysFrom(count: number, { from, to }: Period, first: Day | undefined): number {
  if (first === undefined || first <= from) return count;
  return first > to ? 0 : Math.min(count, dayCount({ from: first, to }));
}

export const sessions: Query<
  { readonly website: string; readonly days: QuestionDays },
  ShownSessions | undefined
> = {
  requests: ({ website, days }, context) => [
    ...seriesRequests(website, ['visitors'], days),
    ...dataRequests(website, ['visitors'], days, context),
    ...sessionsRequests(website, days, context),
  ],
  result: ({ website, days }, context) => shownSessions(website, days, context),
};

export function shownSessionMeasure(name: SessionMeasure, sessions: ShownSessions | undefined) {
  const [total, now, before] = [sessions?.total, sessions?.now, sessions?.before].map(sums =>
    measureOfSessions(name, sums),
  );
  const { daysNow: days, daysBefore, scale } = sessions ?? {};
  const sides = { now: sessions?.now, before: sessions?.before, days, daysBefore, scale };
  const change = sessionChange(name, sides, sessions?.missingDays);
  return { value: total, now, before, change };
}

/** For programs: `{sessions: 120, bounce_rate: 0.35, bounce_rate_before: 0.31 ...}`. */
export function sessionFacts(
  sessions: ShownSessions | undefined,
): Readonly<Record<string, number | string | undefined>> {
  if (sessions === undefined) return {};
  const measured = sessionMeasures.flatMap(name => {
    const { value, before } = shownSessionMeasure(name, sessions);
    return [
      [name, sessionMeasureNumber(name, value)],
      [`${name}_before`, sessionMeasureNumber(name, before)],
    ];
  });
  return {
    sessions: sessions.total?.sessions,
    ...Object.fromEntries(measured),
    sessions_counted_from: sessions.from,
  };
}
