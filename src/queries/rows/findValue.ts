import { hasDataIn, noDataText } from '#model/comparison/dataDays.ts';
import { RefusedError } from '#model/failure.ts';
import { statisticInfo } from '#model/service/capabilities.ts';
import { isSearchable, searchFor } from '#model/service/paging.ts';
import type { Period, StatisticName } from '#model/statistics/statistics.ts';
import { meantValue, readableValue } from '#model/statistics/values.ts';
import { didYouMean } from '#text/match.ts';
import { safeText } from '#text/safeText.ts';
import { capitalised } from '#text/words.ts';
import { ask } from '#queries/answers/ask.ts';
import { answerTo, type Reader } from '#queries/answers/query.ts';

/** Of how many websites the most frequent rows are looked through for a value that a search has not found. */
const mostLookedThrough = 5;

/** As the service has it, of the same text, or of its name or code ("Germany"). Throws a RefusedError that names others. */
export async function findValue(
  reader: Reader,
  websites: readonly string[],
  name: StatisticName,
  typed: string,
  period: Period,
): Promise<string> {
  if (!isSearchable(typed) || typed.toLowerCase() === statisticInfo(name).emptyValue) return '';
  const valuesOf = async (id: string, search?: string) => {
    const { rows } = await answerTo(reader, id, ask.rows({ name, period, search, perPage: 100 }));
    return rows.map(({ value }) => value);
  };
  const like: string[] = [];
  for (const id of websites) {
    const values = await valuesOf(id, searchFor(typed));
    const meant = meantValue(name, typed, values);
    if (meant !== undefined) return meant;
    like.push(...values);
  }
  const known: string[] = [];
  for (const id of websites.slice(0, mostLookedThrough)) {
    const values = await valuesOf(id);
    const meant = meantValue(name, typed, values);
    if (meant !== undefined) return meant;
    known.push(...values);
  }
  if (like.length + known.length === 0 && (await hasNone(reader, websites, period)))
    throw new RefusedError(`${capitalised(noDataText(period, reader.today))}.`);
  throw new RefusedError(noValue(name, typed, like, known));
}

/** Whether no day of the period has data on any website. */
async function hasNone(reader: Reader, websites: readonly string[], period: Period): Promise<boolean> {
  for (const id of websites) {
    const data = await answerTo(reader, id, ask.dataDays(reader.capabilities, reader.today));
    if (hasDataIn(data, period)) return false;
  }
  return true;
}

function noValue(
  name: StatisticName,
  typed: string,
  like: readonly string[],
  known: readonly string[],
): string {
  const words = `There is no ${statisticInfo(name).singular} ${safeText(JSON.stringify(typed), 100)} in this period`;
  const others = [...new Set(like)]
    .slice(0, 3)
    .map(value => safeText(JSON.stringify(readableValue(name, value)), 100));
  if (others.length > 0) return `${words}: the most frequent ones like it are ${others.join(', ')}.`;
  return `${words}.${didYouMean(
    typed,
    known.map(value => safeText(readableValue(name, value), 60)),
  )}`;
}
