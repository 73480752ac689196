import type { After } from '#api/limiter.ts';
import type { StoreContext } from '#store/core/context.ts';
import type { State } from '#store/core/state.ts';
import { isInOverlay } from '#store/navigation/navigation.ts';

type List = State['websites']['list'];

/** How often the list of websites could not be read in a row, and when it is read again by itself. */
export interface RetrySlice {
  /** 0 once it was read. */
  readonly failures: number;
  /** When the first of them was: milliseconds since 1970. */
  readonly since: number | undefined;
  /** Until the next try; undefined while one is under way, and where another would fail alike. */
  readonly seconds: { readonly left: number; readonly of: number } | undefined;
  /** To be called where the list is another one. */
  follow(before: List): void;
  /** Tries no more. */
  end(): void;
}

/** Before the second try, and at most: each wait is twice the one before. */
const firstWait = 5;
const longestWait = 60;

/** Seconds until the next try; undefined where it would be in vain, or run a command that may ask for something. */
export function waitAfter(
  { kind, details }: NonNullable<List['error']>,
  failures: number,
): number | undefined {
  if (details.staysWrong === true || details.isUnread === true) return undefined;
  if (kind === 'rateLimit') return Math.ceil(details.retryAfter ?? longestWait);
  if (kind !== 'network' && kind !== 'timeout' && kind !== 'server') return undefined;
  return Math.min(longestWait, firstWait * 2 ** (failures - 1));
}

export function createRetry({ get, patch, services }: StoreContext): RetrySlice {
  let timer: ReturnType<After> | undefined;
  let isOver = false;

  const wait = () => {
    timer?.stop();
    timer = services.after(1_000, tick);
    timer.unref();
  };
  const tick = () => {
    const { seconds } = get().retry;
    if (seconds === undefined || isOver) return;
    if (seconds.left <= 1) return void get().websites.load();
    patch('retry', { seconds: { ...seconds, left: seconds.left - 1 } });
    wait();
  };
  /** The service is there again: what could not be read meanwhile is read. */
  const succeed = () => {
    patch('retry', { failures: 0, since: undefined, seconds: undefined });
    if (get().navigation.view.screen !== 'websites' && !isInOverlay(get())) get().refresh();
  };

  return {
    failures: 0,
    since: undefined,
    seconds: undefined,
    follow(before) {
      const { retry, websites } = get();
      const { loading, error } = websites.list;
      if (isOver) return;
      if (loading) {
        timer?.stop();
        if (retry.seconds !== undefined) patch('retry', { seconds: undefined });
      } else if (error === undefined) {
        if (retry.failures > 0) succeed();
      } else if (error !== before.error) {
        const failures = retry.failures + 1;
        const of = waitAfter(error, failures);
        const since = retry.since ?? services.now();
        patch('retry', { failures, since, seconds: of === undefined ? undefined : { left: of, of } });
        if (of !== undefined) wait();
      }
    },
    end() {
      isOver = true;
      timer?.stop();
    },
  };
}
