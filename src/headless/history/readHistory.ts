import type { Api } from '#api/api.ts';
import { addDays, dayCount } from '#model/period/day.ts';
import { exactCount } from '#model/statistics/exactCount.ts';
import { historyParts, type HistoryPart } from '#model/statistics/historyParts.ts';
import { namedCode, readableValue } from '#model/statistics/statisticValue.ts';
import type { Day, Period, StatisticName } from '#model/statistics/statistics.ts';

export interface History {
  /** As the service has it: "US:United States". */
  readonly value: string;
  readonly parts: readonly HistoryPart[];
  /** The first day with a count; undefined where there is none. */
  readonly first: Day | undefined;
}

/**
 * The value of a row as the service has it, for what a person types: the same text, or its name or code ("Germany", "DE"). Else
 * the rows of the period with this text in them, most frequent first.
 */
export async function findValue(
  api: Api,
  id: string,
  name: StatisticName,
  typed: string,
  period: Period,
): Promise<{ readonly value: string } | { readonly like: readonly string[] }> {
  const { rows } = await api.readStatistic(id, { name, period, search: typed, perPage: 100 });
  const values = rows.map(({ value }) => value);
  const wanted = typed.toLowerCase();
  const isMeant = (value: string) =>
    [value, readableValue(name, value), namedCode(name, value).code].some(
      text => text?.toLowerCase() === wanted,
    );
  const value = values.find(known => known === typed) ?? values.find(isMeant);
  return value === undefined ? { like: values.slice(0, 3) } : { value };
}

/** The counts of a row over the parts of a period; the first day is searched by halves of the first part that has any. */
export async function readHistory(
  api: Api,
  id: string,
  name: StatisticName,
  value: string,
  period: Period,
): Promise<History> {
  const count = async (days: Period) =>
    await exactCount(query => api.readStatistic(id, query), { name, value }, days);
  const parts = await Promise.all(
    historyParts(period).parts.map(async part => ({ ...part, count: await count(part), isRead: true })),
  );
  const begun = parts.find(part => (part.count ?? 0) > 0);
  return { value, parts, first: begun && (await firstDay(begun, count)) };
}

async function firstDay(
  { from, to }: Period,
  count: (days: Period) => Promise<number | undefined>,
): Promise<Day> {
  if (from >= to) return from;
  const middle = addDays(from, Math.ceil(dayCount({ from, to }) / 2) - 1);
  const isEarlier = ((await count({ from, to: middle })) ?? 0) > 0;
  return await firstDay(isEarlier ? { from, to: middle } : { from: addDays(middle, 1), to }, count);
}
