import type { NowNumbers } from '#model/now/nowNumbers.ts';
import type { StoreContext } from '#store/core/context.ts';
import { listStart, moveInList, scrolled, type ListPosition, type Move } from '#store/core/list.ts';
import { nowLayout } from '#store/core/viewport.ts';

/** The last minutes of a website, read again every second while they are shown. */
export interface NowSlice {
  /** Whether the service has logs to read. */
  readonly canOpen: boolean;
  readonly websiteId: string | undefined;
  /** Undefined until they are read. */
  readonly numbers: NowNumbers | undefined;
  /** Why they could not be read, one line. */
  readonly problem: string | undefined;
  readonly position: ListPosition;
  /** With `again` from the start: what the website excludes may have changed. */
  open(websiteId: string, again: boolean): void;
  move(by: Move): void;
  end(): void;
}

const everyMs = 1_000;

export function createNow({ get, patch, services }: StoreContext): NowSlice {
  /** Of the website that is read. */
  let reading: AbortController | undefined;

  const isShown = (websiteId: string) => {
    const { view } = get().navigation;
    return view.screen === 'now' && view.websiteId === websiteId;
  };

  const follow = async (websiteId: string, signal: AbortSignal): Promise<void> => {
    const reader = await services.live?.open(websiteId);
    if (reader === undefined) return;
    try {
      while (!signal.aborted && isShown(websiteId)) {
        const numbers = await reader.read();
        if (signal.aborted || !isShown(websiteId)) return;
        if (get().now.problem !== undefined || !isSame(numbers, get().now.numbers))
          patch('now', { numbers, problem: undefined });
        await pause(signal);
      }
    } finally {
      reader.close();
    }
  };

  const pause = (signal: AbortSignal) =>
    new Promise<void>(resolve => {
      const timer = services.after(everyMs, resolve);
      timer.unref();
      signal.addEventListener(
        'abort',
        () => {
          timer.stop();
          resolve();
        },
        { once: true },
      );
    });

  return {
    canOpen: services.live !== undefined,
    websiteId: undefined,
    numbers: undefined,
    problem: undefined,
    position: listStart,
    open(websiteId, again) {
      if (websiteId !== get().now.websiteId)
        patch('now', { websiteId, numbers: undefined, problem: undefined, position: listStart });
      else if (!again && reading?.signal.aborted === false) return;
      reading?.abort();
      const own = new AbortController();
      reading = own;
      void follow(websiteId, own.signal)
        .catch((error: unknown) => {
          const problem = error instanceof Error ? error.message : String(error);
          if (!own.signal.aborted) patch('now', { problem });
        })
        .finally(() => own.abort());
    },
    move(by) {
      const { numbers, position } = get().now;
      const { rows } = nowLayout(get().viewport);
      const steps = Math.max(1, (numbers?.latest.length ?? 0) - rows + 1);
      patch('now', { position: moveInList(position, scrolled[by], steps, rows) });
    },
    end: () => reading?.abort(),
  };
}

/** Most seconds bring nothing: then nothing is drawn. */
function isSame(now: NowNumbers, before: NowNumbers | undefined): boolean {
  return JSON.stringify(now) === JSON.stringify(before);
}
