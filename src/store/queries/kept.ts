import type { KeptList, KeptNumbers, KeptWebsite } from '#config/kept/kept.ts';
import type { Day } from '#model/statistics/statistics.ts';
import type { Answers } from '#queries/answers/answers.ts';
import { ask } from '#queries/answers/ask.ts';
import type { QuestionDays } from '#queries/answers/question.ts';
import { visitorsAsks } from '#queries/days/series.ts';
import type { Services } from '#store/profile/services.ts';
import type { WebsitesSlice } from '#store/websites/websites.ts';
import { earlierDays, type QueryState } from './question.ts';

type List = WebsitesSlice['list'];

interface KeptState extends QueryState {
  readonly websites: Pick<WebsitesSlice, 'listedBy'>;
  readonly overview: { readonly earlierDay: Day | undefined };
}

/** Of more websites than this the first are kept. */
const mostRows = 2_000;
/** Counts that are kept in all: they take three or four bytes each. */
const mostCounts = 600_000;

/** The list as it is to be kept: its rows without a search, and their numbers. */
export function keptList(
  state: KeptState,
  { data, requested }: List,
  services: Services,
): KeptList | undefined {
  if (data === undefined || requested === undefined) return undefined;
  const { sortBy, sort } = state.websites.listedBy;
  const { total, next } = data;
  const rows = data.rows.slice(0, mostRows);
  const ids = rows.map(({ id }) => id);
  const { day, days } = daysToKeep(state, ids, services);
  const isWhole = rows.length === data.rows.length;
  return {
    at: requested.at,
    day,
    sortBy,
    sort,
    rows,
    total,
    next: isWhole ? next : 'maybe',
    numbers: numbersOf(state, ids, days),
  };
}

/** Those of today, but as long as most of them are not read, those of the day before it that was kept. */
function daysToKeep(state: KeptState, ids: readonly string[], services: Services) {
  const today = services.today();
  const now = { day: today, days: earlierDays(state, today) };
  const { earlierDay } = state.overview;
  if (earlierDay === undefined) return now;
  const before = { day: earlierDay, days: earlierDays(state, earlierDay) };
  const read = ({ days }: { days: QuestionDays }) => {
    const countsOf = state.answers.countsOf(ask.series('visitors', days.span));
    return ids.filter(id => countsOf(id)?.counts !== undefined).length;
  };
  return read(now) >= read(before) ? now : before;
}

function numbersOf(
  { answers, capabilities }: KeptState,
  ids: readonly string[],
  days: QuestionDays,
): KeptNumbers[] {
  const { span, apart } = days;
  const wanted = [
    ...[span, ...(apart === undefined ? [] : [apart])].flatMap(days => [
      { ...ask.series('visitors', days), name: 'visitors' as const },
      { ...ask.series('pageviews', days), name: 'pageviews' as const },
    ]),
    ...visitorsAsks('', days, capabilities).map(asked => asked.ask),
  ];
  let room = mostCounts;
  return wanted.flatMap(asked => {
    const countsOf = answers.countsOf(asked);
    const { from, to } = asked.period;
    const found = ids.flatMap(id => {
      const { counts, at } = countsOf(id) ?? {};
      if (counts === undefined || at === undefined || counts.length > room) return [];
      room -= counts.length;
      return [[id, { at, counts }] as const];
    });
    const name = asked.kind === 'visitors' ? 'exact' : asked.name;
    return found.length === 0 ? [] : [{ from, to, name, of: Object.fromEntries(found) }];
  });
}

/** Of the JSON of one website: the last answers that fit are kept. Many more would take long to read at the next start. */
export const mostCharacters = 600_000;

export function keptWebsite(answers: Pick<Answers, 'toKeep'>, id: string, day: Day): KeptWebsite | undefined {
  let room = mostCharacters;
  const last = answers
    .toKeep(id)
    .sort((a, b) => b.at - a.at)
    // What has a name of megabytes is not written out to learn that it does not fit.
    .filter(answer => answer.key.length < room && (room -= JSON.stringify(answer).length) >= 0);
  return last.length === 0 ? undefined : { id, day, answers: last };
}
