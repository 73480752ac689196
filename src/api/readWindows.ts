import { dayCount } from '#model/period/day.ts';
import { fewAtOnce } from '#model/service/fewAtOnce.ts';
import { windows } from '#model/statistics/series.ts';
import type { Period } from '#model/statistics/statistics.ts';

/** The most windows that are asked for because longer ones were not answered as asked. */
const mostHalves = 64;

interface AnsweredWindow<T> {
  readonly value: T;
  /** It does not say what was asked, and of fewer days it may. */
  readonly isTooLong: boolean;
}

/**
 * What a service says of a period, asked for in windows of at most so many days; in order. Windows that are too long for it are asked for
 * again in halves. A service may have shorter limits than those that are known, but one that never answers as asked would be sent
 * thousands of requests: rejects with `hopeless` before there are more than 64 halves, and as `read` does.
 */
export async function readWindows<T>(
  period: Period,
  mostDays: number,
  read: (part: Period) => Promise<AnsweredWindow<T>>,
  hopeless: () => Error,
): Promise<T[]> {
  const answered: { readonly part: Period; readonly value: T }[] = [];
  let left = mostHalves;
  let open = windows(period, mostDays);
  while (open.length > 0) {
    const answers = await fewAtOnce(open, async part => ({ part, ...(await read(part)) }));
    answered.push(...answers.filter(({ isTooLong }) => !isTooLong));
    open = answers.filter(({ isTooLong }) => isTooLong).flatMap(({ part }) => halvesOf(part));
    left -= open.length;
    if (left < 0) throw hopeless();
  }
  return answered.toSorted((a, b) => (a.part.from < b.part.from ? -1 : 1)).map(({ value }) => value);
}

function halvesOf(part: Period): Period[] {
  return windows(part, Math.ceil(dayCount(part) / 2));
}
