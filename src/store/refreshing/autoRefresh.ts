import type { StoreContext } from '#store/core/context.ts';
import { isInOverlay } from '#store/navigation/navigation.ts';
import { routeKey } from '#store/navigation/route.ts';
import { changedNumbers } from '#store/websites/changedNumbers.ts';

/** Reads today's numbers again at intervals, while turned on. */
export interface AutoRefreshSlice {
  readonly on: boolean;
  /** Seconds. */
  readonly every: number;
  /** Numbers the last refresh changed, highlighted for a moment: see numberKey. */
  readonly changed: ReadonlySet<string>;
  toggle(): void;
  /** Begins where it is turned on from the start. */
  begin(): void;
  /** Numbers have changed: those of today, or any. Reads them again in a moment, however often this is called. */
  soon(force: 'today' | true): void;
  /** Ends all timers. */
  end(): void;
}

const usualSeconds = 30;
const markedForMs = 4_000;
/** Between two refreshes of logs that are written all the time. */
const soonMs = 3_000;
const none: ReadonlySet<string> = new Set();

export function createAutoRefresh({
  get,
  patch,
  load,
  loader,
  screenOf,
  services,
}: StoreContext): AutoRefreshSlice {
  const every = services.refreshEvery ?? usualSeconds;
  let timer: NodeJS.Timeout | undefined;
  let unmark: NodeJS.Timeout | undefined;

  const mark = (changed: ReadonlySet<string>) => {
    clearTimeout(unmark);
    if (changed.size === 0) return;
    patch('autoRefresh', { changed });
    unmark = setTimeout(() => patch('autoRefresh', { changed: none }), markedForMs);
    unmark.unref();
  };

  /** Does nothing behind a menu, a dialog or a form. */
  const refresh = async (force: 'today' | true) => {
    const { stack, view } = get().navigation;
    if (isInOverlay(get()) || screenOf(view.screen).load === undefined) return;
    const before = get();
    services.api.forget();
    load(view, force);
    await loader.settled(routeKey(view));
    if (get().navigation.stack === stack) mark(changedNumbers(before, get()));
  };

  let waiting: NodeJS.Timeout | undefined;
  let wanted: 'today' | true | undefined;
  let refreshed = -Infinity;
  const later = () => {
    waiting = undefined;
    if (wanted === undefined) return;
    // A menu is left soon.
    if (isInOverlay(get())) return wait(soonMs);
    const force = wanted;
    wanted = undefined;
    refreshed = services.now();
    void refresh(force);
  };
  const wait = (milliseconds: number) => {
    waiting ??= setTimeout(later, milliseconds).unref();
  };

  const begin = () => {
    clearInterval(timer);
    if (!get().autoRefresh.on) return;
    timer = setInterval(() => void refresh('today'), every * 1000);
    timer.unref();
  };

  return {
    on: services.refreshEvery !== undefined,
    every,
    changed: none,
    toggle() {
      patch('autoRefresh', { on: !get().autoRefresh.on });
      begin();
    },
    begin,
    soon(force) {
      wanted = wanted === true ? true : force;
      wait(Math.max(0, Math.min(soonMs, refreshed + soonMs - services.now())));
    },
    end() {
      clearInterval(timer);
      clearTimeout(waiting);
      clearTimeout(unmark);
    },
  };
}
