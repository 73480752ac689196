import { compareOption, severalOptions, whereOption } from '#cli/options.ts';
import { complain } from '#cli/output.ts';
import { type GlobalOptions, type OptionTable, type OptionValues, wholeNumber } from '#cli/subcommand.ts';
import type { Run } from '#cli/withService.ts';
import {
  change,
  formatChange,
  type MissingDays,
  missingDaysOf,
  missingDaysText,
} from '#model/comparison/change.ts';
import { baselines, type ComparedPeriods } from '#model/comparison/periods.ts';
import { UsageError } from '#model/failure.ts';
import { addDays } from '#model/period/day.ts';
import { comparedDays, formatDayShort } from '#model/period/format.ts';
import type { Filter } from '#model/service/filter.ts';
import {
  isSessionMeasure,
  type SessionMeasure,
  sessionMeasureNumber,
  sessionMeasures,
  sessionMeasureText,
} from '#model/statistics/sessions.ts';
import type { Day, Period, SeriesName, SeriesPoint } from '#model/statistics/statistics.ts';
import { type Website, websiteName } from '#model/website/website.ts';
import { endWords, type GoalStanding, goalWords, soFarWords } from '#model/website/goal.ts';
import { websiteErrors } from '#queries/answers/errors.ts';
import { whyNoChange } from '#queries/overview.ts';
import { pathsText } from '#model/website/attention.ts';
import { createReader, type Query, read as readQuery, type Reader } from '#queries/answers/query.ts';
import {
  request,
  daysOf,
  type QueryContext,
  type Question,
  type QuestionDays,
} from '#queries/answers/request.ts';
import { websiteGoals } from '#queries/goals.ts';
import { safeText } from '#text/safeText.ts';
import { groupThousands, parseDuration } from '#text/words.ts';
import { missedDays } from '#model/statistics/series.ts';
import { summarise, type Summary } from '#model/statistics/summary.ts';
import {
  sessionsRequests,
  type ShownSessions,
  shownSessionMeasure,
  shownSessions,
} from '#queries/days/sessions.ts';
import {
  dataRequests,
  seriesRequests,
  seriesOf,
  visitorsRequests,
  websiteDaysOf,
} from '#queries/days/series.ts';

export const watchOptions = {
  ...severalOptions,
  below: { value: '<count>', description: 'fewer than that', parse: wholeNumber(1) },
  above: { value: '<count>', description: 'more than that', parse: wholeNumber(0) },
  drop: {
    value: '<percent>',
    description: 'a fall by at least so many percent',
    parse: wholeNumber(1, 100),
  },
  days: {
    value: '<days>',
    description: 'so many days, up to yesterday',
    parse: wholeNumber(1, 366),
    default: 1,
  },
  compare: {
    ...compareOption,
    choices: baselines,
    description:
      'what a fall is measured against: of one day its usual day, of more the same weekdays before, unless this says otherwise',
  },
  goal: {
    description: 'a goal of its month or week that will be missed, as goal set says',
    conflicts: ['below', 'above', 'drop', 'compare', 'where'],
  },
  ...whereOption,
  measure: {
    value: '<name>',
    description:
      'what is counted; errors (404, and from 500 on) of own logs, more of them than usual; a bounce rate in percent',
    choices: ['visitors', 'pageviews', 'errors', ...sessionMeasures],
    default: 'visitors',
  },
  notifyCommand: {
    value: '<cmd>',
    description: 'run this for each alarm: its JSON on standard input, its words in SITEDECK_MESSAGE',
  },
  notifyUrl: {
    value: '<address>',
    description: 'POST each alarm there, as JSON with a text',
    parse: notifyAddress,
  },
  notifyFormat: {
    value: '<format>',
    description: 'what is sent to the address: json, or text for ntfy',
    choices: ['json', 'text'],
    default: 'json',
  },
  repeat: { description: 'tell an alarm once a day while it lasts' },
  every: {
    value: '<time>',
    description: 'keep running, and look again after so long, such as 5m',
    parse: timeOf,
  },
} as const satisfies OptionTable;

export type WatchOptions = GlobalOptions & OptionValues<typeof watchOptions>;
type Thresholds = Pick<WatchOptions, 'below' | 'above' | 'drop'>;

/** "30s", "5m", "2h" in milliseconds. Throws a UsageError. */
function timeOf(text: string): number {
  const milliseconds = (parseDuration(text) ?? Number.NaN) * 1_000;
  if (milliseconds >= 10_000 && milliseconds <= 86_400_000) return milliseconds;
  throw new UsageError('Give a time from 10s to 24h, such as 30s, 5m or 2h.');
}

/** An http or https address. Throws a UsageError. */
function notifyAddress(text: string): URL {
  const url = URL.canParse(text.trim()) ? new URL(text.trim()) : undefined;
  if (url === undefined || !['http:', 'https:'].includes(url.protocol))
    throw new UsageError('Give an address that begins with https:// or http://.');
  return url;
}

interface WatchedCounts {
  /** Undefined where none of the days has data. */
  readonly now?: number | undefined;
  /** Undefined where there are none: a day without a usual one. */
  readonly before?: number | undefined;
  /** Of a day: "Thu 12 Nov, a usual Thursday". */
  readonly usual?: string | undefined;
  /** Too few of the days compared have data: no fall is measured. */
  readonly missingDays?: MissingDays | undefined;
  /** Where both are zero: the first day without, after days with counts. */
  readonly goneSince?: Day | undefined;
}

export interface Result extends WatchedCounts {
  readonly website: Website;
  readonly compared?: ComparedPeriods | undefined;
  /** Why no fall is measured, in words. */
  readonly whyNone?: string | undefined;
  readonly thresholds: readonly Threshold[];
}

export interface Threshold {
  /** In words that are always the same: "below 10". */
  readonly name: string;
  /** What crosses it; undefined where nothing does. */
  readonly words: string | undefined;
  readonly standing?: GoalStanding | undefined;
}

export function crossed({ thresholds }: Pick<Result, 'thresholds'>): string[] {
  return [...new Set(thresholds.flatMap(({ words }) => words ?? []))];
}

/** So many days up to yesterday. */
export function watchedDays({ days, compare, drop }: WatchOptions, today: Day): QuestionDays {
  const choice = { kind: 'range', from: addDays(today, -days), to: addDays(today, -1) } as const;
  // More days than one are most often a weekend beside others: weekdays have to match.
  const baseline = compare ?? (days === 1 ? 'usual' : 'weekdays');
  return daysOf({ choice, baseline: drop === undefined ? undefined : baseline }, today);
}

export const noData = 'no data';

/** Each threshold of a count, with what crosses it. `drop` is in percent. */
export function thresholdsOf(
  { below, above, drop }: Thresholds,
  counts: WatchedCounts,
  textOf: (count: number) => string = groupThousands,
): Threshold[] {
  const { now } = counts;
  const named = (
    kind: keyof Thresholds,
    count: number | undefined,
    words: (count: number) => string | undefined,
  ) => (count === undefined ? [] : [{ name: `${kind} ${count}`, words: words(count) }]);
  return [
    // A website whose log has ended is as likely to be gone.
    ...named('below', below, min =>
      now === undefined ? noData : now < min ? `below ${textOf(min)}` : undefined,
    ),
    ...named('above', above, max => (now !== undefined && now > max ? `above ${textOf(max)}` : undefined)),
    ...named('drop', drop, percent => (now === undefined ? noData : fallWords(now, percent, counts, textOf))),
  ];
}

function fallWords(
  now: number,
  drop: number,
  { before, usual, missingDays, goneSince: since }: WatchedCounts,
  textOf: (count: number) => string,
): string | undefined {
  if (since !== undefined) return `gone since ${formatDayShort(since)}`;
  const fall = before !== undefined && before > 0 ? ((before - now) / before) * 100 : 0;
  if (before === undefined || missingDays !== undefined || fall < drop) return undefined;
  return `${formatChange(change(now, before))} from ${textOf(before)}${usual === undefined ? '' : ` on ${usual}`}`;
}

/** A bounce rate is watched in percent. */
function watchedRate(measure: SessionMeasure, value: number | undefined): number | undefined {
  if (measure !== 'bounce_rate') return sessionMeasureNumber(measure, value);
  return value === undefined ? undefined : Number((value * 100).toFixed(2));
}

export function rateText(measure: SessionMeasure, watched: number): string {
  return sessionMeasureText(measure, measure === 'bounce_rate' ? watched / 100 : watched);
}

/** More errors than is usual cross it without a threshold, with their paths. */
async function lookForErrors(
  { options }: Run<WatchOptions>,
  reader: Reader,
  today: Day,
  website: Website,
): Promise<Result> {
  const asked = { website: website.id, day: addDays(today, -1) };
  const { count = 0, more, paths } = await readQuery(websiteErrors, asked, reader);
  const counts = { now: count, before: more?.usual };
  const named = pathsText(paths);
  const beyond = more && `usually ${groupThousands(more.usual)}${named === '' ? '' : `; ${named}`}`;
  return {
    website,
    ...counts,
    thresholds: [...thresholdsOf(options, counts), { name: 'than usual', words: beyond }],
  };
}

/** Of a website without a goal nothing is asked. */
async function lookForGoals(run: Run<WatchOptions>, reader: Reader, website: Website): Promise<Result> {
  const goals = run.goalsOf(website);
  const standings = await readQuery(websiteGoals, { website: website.id, goals }, reader);
  return {
    website,
    thresholds: standings.map(each => ({
      name: goalWords(each.goal, each.counts),
      words: each.state === 'missed' ? `${soFarWords(each)}, ${endWords(each)}` : undefined,
      standing: each,
    })),
  };
}

/** A website over the days that are watched. Rejects as its requests do. */
export async function look(
  run: Run<WatchOptions>,
  today: Day,
  website: Website,
  where: Filter,
): Promise<Result> {
  const { api, options } = run;
  const { measure } = options;
  // Each its own reader, so that no series of thousands of websites are held.
  const reader = createReader(api, { today, timeZone: run.profile.timeZone, where });
  if (options.goal === true) return await lookForGoals(run, reader, website);
  if (measure === 'errors') return await lookForErrors(run, reader, today, website);
  const { choice, baseline } = watchedDays(options, today);
  if (isSessionMeasure(measure)) {
    const asked = { website: website.id, choice, baseline };
    const { days, sessions } = await readQuery(watchedSessions, asked, reader);
    const { missingDays } = sessions ?? {};
    const rates = shownSessionMeasure(measure, sessions);
    const [now, before] = [rates.value, rates.before].map(value => watchedRate(measure, value));
    const { compared } = days;
    const usual = compared?.among === undefined ? undefined : comparedDays(compared);
    const counts = { now, before, usual, missingDays: options.drop === undefined ? undefined : missingDays };
    const textOf = (count: number) => rateText(measure, count);
    const shown = { total: now, count: now, countBefore: undefined };
    const whyNone = before === undefined ? whyNoChange(shown, days, reader.capabilities) : undefined;
    return {
      website,
      compared,
      ...counts,
      whyNone: missingDays === undefined ? whyNone : missingDaysText(missingDays),
      thresholds: thresholdsOf(options, counts, textOf),
    };
  }
  const asked = { website: website.id, measure, choice, baseline };
  const { summary, days, goneSince } = await readQuery(watchedNumbers, asked, reader);
  const { compared } = days;
  const { count: now, countBefore: before, covered } = summary;
  const usual = compared?.among === undefined ? undefined : comparedDays(compared);
  const missingDays = options.drop === undefined ? undefined : missingDaysOf(covered);
  if (missingDays?.isUnknown === true)
    complain(`${safeText(websiteName(website), 100)}: ${missingDaysText(missingDays)}.`);
  const counts = { now, before, usual, goneSince, missingDays };
  const whyNone = whyNoChange(summary, days, reader.capabilities);
  return { website, compared, ...counts, whyNone, thresholds: thresholdsOf(options, counts) };
}

interface WatchQuestion extends Question {
  readonly website: string;
  readonly measure: SeriesName;
}

/** A measure of whole days beside what it is compared with; where both are zero a request more says since when. */
const watchedNumbers: Query<
  WatchQuestion,
  Pick<WatchedCounts, 'goneSince'> & { readonly summary: Summary; readonly days: QuestionDays }
> = {
  requests(question, context) {
    const { website, measure } = question;
    const shared = daysOf(question, context.today);
    const names: SeriesName[] = shared.usualOf === undefined ? [measure] : ['visitors', measure];
    const read = [...new Set(names)];
    const { days, summary } = watchedSummary(question, context);
    return [
      ...seriesRequests(website, read, shared),
      ...(measure === 'visitors' ? visitorsRequests(website, days, context.capabilities) : []),
      ...dataRequests(website, read, shared, context),
      ...(isZero(question, days, summary) ? [{ website, request: longBefore(measure, days) }] : []),
    ];
  },
  result(question, context) {
    const { days, summary } = watchedSummary(question, context);
    const points = context.answers.get(question.website, longBefore(question.measure, days)).data;
    return {
      summary: summary ?? summarise([], days.period, context.today),
      days,
      goneSince: isZero(question, days, summary)
        ? goneSince(points ?? [], days.before ?? days.period)
        : undefined,
    };
  },
};

/** The sessions of whole days beside those that they are compared with. */
const watchedSessions: Query<
  Question & { readonly website: string },
  { readonly days: QuestionDays; readonly sessions: ShownSessions | undefined }
> = {
  requests(asked, context) {
    const { website } = asked;
    const shared = daysOf(asked, context.today);
    return [
      ...seriesRequests(website, ['visitors'], shared),
      ...dataRequests(website, ['visitors'], shared, context),
      ...sessionsRequests(website, websiteDaysOf(website, shared, context), context),
    ];
  },
  result(asked, context) {
    const days = websiteDaysOf(asked.website, daysOf(asked, context.today), context);
    return { days, sessions: shownSessions(asked.website, days, context) };
  },
};

function watchedSummary(question: WatchQuestion, context: QueryContext) {
  const days = websiteDaysOf(question.website, daysOf(question, context.today), context);
  return { days, summary: seriesOf(question.website, question.measure, days, context).summary };
}

/** Where something is compared it has to be read. */
function isZero({ baseline }: WatchQuestion, days: QuestionDays, summary: Summary | undefined): boolean {
  const isRead = days.before === undefined ? days.usual === 'none' : summary?.covered !== undefined;
  return baseline !== undefined && isRead && summary?.count === 0 && (summary.countBefore ?? 0) === 0;
}

/** The 100 days up to the last one watched: a request. */
function longBefore(measure: SeriesName, { period: { to } }: QuestionDays) {
  return request.series(measure, { from: addDays(to, -99), to });
}

/** The day after the last one with a count; undefined unless a day without is none on which nobody comes as a rule. */
function goneSince(points: readonly SeriesPoint[], before: Period): Day | undefined {
  const last = points.findLast(({ count }) => count > 0);
  if (last === undefined || last.day >= before.from || missedDays(points).length === 0) return undefined;
  return addDays(last.day, 1);
}
