import type { StoreContext } from '#store/core/context.ts';
import { isInOverlay } from '#store/navigation/navigation.ts';
import { routeKey } from '#store/navigation/route.ts';
import { changedNumbers } from '#store/websites/changedNumbers.ts';

/** Reads today's numbers again at intervals, while turned on. */
export interface AutoRefreshSlice {
  readonly on: boolean;
  /** Numbers the last refresh changed, highlighted for a moment: see numberKey. */
  readonly changed: ReadonlySet<string>;
  toggle(): void;
}

export const refreshSeconds = 30;
const markedForMs = 4_000;
const none: ReadonlySet<string> = new Set();

export function createAutoRefresh({ get, patch, load, loader, screenOf }: StoreContext): AutoRefreshSlice {
  let timer: NodeJS.Timeout | undefined;
  let unmark: NodeJS.Timeout | undefined;

  const mark = (changed: ReadonlySet<string>) => {
    clearTimeout(unmark);
    if (changed.size === 0) return;
    patch('autoRefresh', { changed });
    unmark = setTimeout(() => patch('autoRefresh', { changed: none }), markedForMs);
    unmark.unref();
  };

  /** Reads only today. Does nothing behind a menu, a dialog or a form. */
  const refresh = async () => {
    const { stack, view } = get().navigation;
    if (isInOverlay(get()) || screenOf(view.screen).load === undefined) return;
    const before = get();
    load(view, 'today');
    await loader.settled(routeKey(view));
    if (get().navigation.stack === stack) mark(changedNumbers(before, get()));
  };

  return {
    on: false,
    changed: none,
    toggle() {
      clearInterval(timer);
      const on = !get().autoRefresh.on;
      patch('autoRefresh', { on });
      if (!on) return;
      timer = setInterval(() => void refresh(), refreshSeconds * 1000);
      timer.unref();
    },
  };
}
