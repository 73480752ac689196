import { type NowNumbers, type RecentView, shownMinutes, visitorMinutes } from '#model/now/nowNumbers.ts';

/** So many page views are listed. */
const mostListed = 200;
/** More visitors of five minutes are not told apart: some 5 MB. */
const mostVisitors = 50_000;
/** Clocks of servers differ: what is further ahead is left out. */
const aheadSeconds = 60;

export interface CountedView extends RecentView {
  /** A number that tells the visitor from others: made only where it is needed. */
  readonly visitor: () => number;
}

type Recent = Pick<NowNumbers, 'minute' | 'minutes' | 'visitors' | 'isMany' | 'latest' | 'since'>;

/** The page views of the last minutes, in whatever order they come. Takes the same memory however many they are. */
export class RecentViews {
  readonly #minutes = new Map<number, number>();
  /** When each was last seen. */
  readonly #visitors = new Map<number, number>();
  /** The oldest first. */
  readonly #latest: RecentView[] = [];
  readonly #mostVisitors: number;
  #isMany = false;
  #since: number | undefined;

  constructor(most = mostVisitors) {
    this.#mostVisitors = most;
  }

  /** @param now seconds since 1970 */
  add({ time, visitor, page, referrer }: CountedView, now: number): void {
    const minute = Math.floor(time / 60);
    if (minute <= Math.floor(now / 60) - shownMinutes || time > now + aheadSeconds) return;
    this.#minutes.set(minute, (this.#minutes.get(minute) ?? 0) + 1);
    if (time > now - visitorMinutes * 60) this.#see(visitor(), time);
    const place = this.#latest.findLastIndex(other => other.time <= time) + 1;
    this.#latest.splice(place, 0, { time, page, referrer });
    if (this.#latest.length > mostListed) this.#latest.shift();
  }

  /** Lines before this time, in seconds since 1970, were left out: they were too many. */
  leaveOut(before: number): void {
    this.#since = Math.max(this.#since ?? before, before);
  }

  /** @param now seconds since 1970 */
  numbers(now: number): Recent {
    const minute = Math.floor(now / 60);
    const first = minute - shownMinutes + 1;
    for (const old of this.#minutes.keys()) if (old < first) this.#minutes.delete(old);
    for (const [visitor, time] of this.#visitors)
      if (time <= now - visitorMinutes * 60) this.#visitors.delete(visitor);
    if (this.#visitors.size < this.#mostVisitors) this.#isMany = false;
    if (this.#since !== undefined && this.#since <= first * 60) this.#since = undefined;
    const since = this.#since ?? -Infinity;
    return {
      minute,
      minutes: Array.from({ length: shownMinutes }, (_, place) =>
        (first + place + 1) * 60 <= since ? undefined : (this.#minutes.get(first + place) ?? 0),
      ),
      visitors: this.#visitors.size,
      isMany: this.#isMany,
      latest: this.#latest.filter(({ time }) => time >= first * 60).toReversed(),
      since: this.#since,
    };
  }

  #see(visitor: number, time: number): void {
    const before = this.#visitors.get(visitor);
    if (before === undefined && this.#visitors.size >= this.#mostVisitors) this.#isMany = true;
    else this.#visitors.set(visitor, Math.max(before ?? time, time));
  }
}
