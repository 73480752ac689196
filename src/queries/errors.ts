import { daysWithData } from '#model/comparison/dataDays.ts';
import { addDays } from '#model/period/day.ts';
import { usualDays } from '#model/comparison/usualDay.ts';
import { type Capabilities, hasStatistic } from '#model/service/capabilities.ts';
import type { Day, Period, StatisticRow } from '#model/statistics/statistics.ts';
import { moreErrors, type MoreErrors } from '#model/website/errors.ts';
import { groupThousands } from '#text/words.ts';
import type { Asked, Known } from './ask.ts';
import { dataDaysAsk, dataDaysOf } from './dataDays.ts';
import type { Query } from './query.ts';
import { errorsAsks } from './series.ts';

interface ErrorsAsked {
  readonly website: string;
  readonly day: Day;
}

export interface ErrorsRead {
  readonly count: number | undefined;
  /** Where there are more than is usual. */
  readonly more: MoreErrors | undefined;
  /** The paths that were not found most often on that day, where there are more errors than is usual. */
  readonly paths: readonly StatisticRow[];
}

const pathsNamed = 3;

/** The errors of a day beside the usual: two requests, and one for the paths where there are more. */
export const websiteErrors: Query<ErrorsAsked, ErrorsRead> = {
  asks(asked, known) {
    const { website, day } = asked;
    const span = spanOf(day);
    const series = errorsAsks(website, { span }, known.capabilities);
    if (series.length === 0) return [];
    const visitors = { website, ask: { kind: 'series', name: 'visitors', period: span } as const };
    const { more } = websiteErrors.result(asked, known);
    const dataAsk = dataAskOf(asked, known);
    return [
      visitors,
      ...series,
      ...(dataAsk === undefined ? [] : [{ website, ask: dataAsk }]),
      ...pathsAsks(website, more, known.capabilities),
    ];
  },
  result(asked, known) {
    const { website, day } = asked;
    const { answers, capabilities, scale } = known;
    const period = spanOf(day);
    const points = (name: 'visitors' | 'errors') =>
      answers.get(website, { kind: 'series', name, period }).data;
    const [visitors = [], errors] = [points('visitors'), points('errors')];
    const data = dataDaysOf(website, visitors, dataAskOf(asked, known), known);
    const more = moreErrors(data === undefined ? [] : daysWithData(visitors, data), errors, day, scale);
    const [paths] = pathsAsks(website, more, capabilities);
    return {
      count: errors?.find(point => point.day === day)?.count,
      more,
      paths: (paths && answers.get(website, paths.ask).data?.rows) ?? [],
    };
  },
};

function dataAskOf({ website, day }: ErrorsAsked, known: Known) {
  const read = known.answers.get(website, { kind: 'series', name: 'visitors', period: spanOf(day) }).data;
  const days = { period: { from: day, to: day }, before: undefined, today: known.today };
  return read && dataDaysAsk(read, days, known);
}

function spanOf(day: Day): Period {
  return { from: addDays(day, -usualDays), to: day };
}

/** The paths that were not found on a day with more errors. */
export function pathsAsks(website: string, more: MoreErrors | undefined, capabilities: Capabilities) {
  if (more === undefined || !hasStatistic(capabilities, 'not_found')) return [];
  const query = { name: 'not_found', period: { from: more.day, to: more.day }, perPage: 10 } as const;
  return [{ website, ask: { kind: 'rows', query } as const }] satisfies Asked[];
}

/** "/old 90, /x 20": foreign text; empty for none. */
export function pathsText(paths: readonly StatisticRow[]): string {
  return paths
    .slice(0, pathsNamed)
    .map(({ value, count }) => `${value} ${groupThousands(count)}`)
    .join(', ');
}
