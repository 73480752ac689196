import type { Numbers } from './columns.ts';
import type { DaySums, Visits } from './filtered.ts';
import { replacedIn } from './VisitPart.ts';

interface SessionCounts {
  readonly days: readonly DaySums[];
  /** By the numbers of their texts. */
  readonly exitPages: Numbers;
}

/** Sums the sessions of a period, from the columns of sessions alone. Yields after each day. Days without detail are left out. */
export function* countSessions(
  visits: Visits,
  period: { readonly from: number; readonly to: number },
): Generator<void, SessionCounts, void> {
  const exitPages = new Int32Array(visits.last('page') + 1);
  const days: DaySums[] = [];
  for (const day of visits.days(period)) {
    const parts = visits.sessions(day);
    const sum = { day, sessions: 0, bounces: 0, seconds: 0, pageviews: 0 };
    for (const [index, part] of parts.entries()) {
      const replaced = replacedIn(part, parts.slice(index + 1));
      const [seconds, views, exits] = [
        part.sessions.of('seconds'),
        part.sessions.of('views'),
        part.sessions.of('exit_page'),
      ];
      for (let session = 0; session < part.length; session++) {
        if (replaced[session] === 1) continue;
        const count = views[session] ?? 0;
        const exit = exits[session] ?? 0;
        sum.sessions++;
        if (count === 1) sum.bounces++;
        sum.seconds += seconds[session] ?? 0;
        sum.pageviews += count;
        exitPages[exit] = (exitPages[exit] ?? 0) + 1;
      }
    }
    if (sum.sessions > 0) days.push(sum);
    yield;
  }
  return { days, exitPages };
}
