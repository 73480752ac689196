import type { Day, SeriesName, StatisticRow } from '#model/statistics/statistics.ts';
import { type Ask, keyOf } from '#queries/answers/ask.ts';
import type { Answers } from '#queries/answers/answers.ts';
import type { Route } from '#store/navigation/route.ts';
import type { StatisticTable } from '#store/queries/rows.ts';

/** Once the frame of what happens now is drawn: that is done in the next turn of the event loop. */
export function afterDrawing(work: () => void): void {
  setImmediate(() => setImmediate(work));
}

/** Identifies a number on screen by what was asked, see `numbersOf`, and its day, hour or value. */
export function numberKey(asked: string, place: string | number): string {
  return `${asked} ${place}`;
}

/** The numbers of a question about a website. */
export function numbersOf(websiteId: string, asked: Ask): string {
  return `${websiteId} ${keyOf(asked)}`;
}

/** Those of the statistic opened as a table. */
export const ofTable = 'table';

type Numbers = ReadonlyMap<string, ReadonlyMap<string | number, number>>;

export interface NumbersInView {
  readonly answers: Answers;
  readonly statistic: Pick<StatisticTable, 'list'>;
  readonly navigation: { readonly view: Route };
}

/** The numbers of the website in view that change, by what was asked, and by their day, hour or value. */
export function numbersInView({ answers, statistic, navigation: { view } }: NumbersInView): Numbers {
  const numbers = new Map<string, ReadonlyMap<string | number, number>>();
  if (statistic.list.data !== undefined) numbers.set(ofTable, countsOfRows(statistic.list.data));
  if (!('websiteId' in view) || view.websiteId === undefined) return numbers;
  for (const { website, key, kind, answer } of answers.known(view.websiteId)) {
    if (answer.data === undefined) continue;
    const asked = `${website} ${key}`;
    if (kind === 'series') numbers.set(asked, new Map(answer.data.map(({ day, count }) => [day, count])));
    if (kind === 'rows') numbers.set(asked, countsOfRows(answer.data));
    if (kind === 'hours') numbers.set(asked, new Map(answer.data.map((count, hour) => [hour, count])));
  }
  return numbers;
}

function countsOfRows({ rows }: { readonly rows: readonly StatisticRow[] }): ReadonlyMap<string, number> {
  return new Map(rows.map(({ value, count }) => [value, count]));
}

/** The numbers that have changed. A number that was not there before is new, not changed. */
export function changedNumbers(before: Numbers, now: Numbers): ReadonlySet<string> {
  const changed = new Set<string>();
  for (const [of, counts] of now)
    for (const [place, count] of counts)
      if ((before.get(of)?.get(place) ?? count) !== count) changed.add(numberKey(of, place));
  return changed;
}

export function isTodayChanged(
  { autoRefresh, today }: { readonly autoRefresh: { readonly changed: ReadonlySet<string> }; today(): Day },
  websiteId: string,
  name: SeriesName,
): boolean {
  if (autoRefresh.changed.size === 0) return false;
  const day = ` ${today()}`;
  return [...autoRefresh.changed].some(
    key => key.startsWith(`${websiteId} series ${name} `) && key.endsWith(day),
  );
}
