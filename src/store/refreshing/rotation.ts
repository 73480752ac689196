import type { StoreContext } from '#store/core/context.ts';
import { isInOverlay } from '#store/navigation/navigation.ts';
import { viewRules } from '#store/navigation/screenRules.ts';
import type { State } from '#store/core/state.ts';

/** Goes through the websites by itself, for a screen on a wall: the list, then each website's statistics. */
export interface RotationSlice {
  /** Seconds that each is shown; undefined where nothing goes on by itself. */
  readonly every: number | undefined;
  begin(): void;
  /** Somebody uses the keyboard: what is shown stays for a minute at least. */
  hold(): void;
  end(): void;
}

const heldForMs = 60_000;

export function createRotation({ get, services }: StoreContext): RotationSlice {
  const every = services.rotateEvery;
  let timer: NodeJS.Timeout | undefined;
  const wait = (milliseconds: number) => {
    clearTimeout(timer);
    timer = setTimeout(goOn, milliseconds).unref();
  };
  const goOn = () => {
    if (every === undefined) return;
    const state = get();
    // Not away from a form, a menu, or what is shown live.
    if (!isInOverlay(state) && viewRules(state).autoRefreshes === true) showNext(state);
    wait(every * 1000);
  };
  return {
    every,
    begin() {
      if (every !== undefined) wait(every * 1000);
    },
    hold() {
      if (timer !== undefined && every !== undefined) wait(Math.max(heldForMs, every * 1000));
    },
    end() {
      clearTimeout(timer);
      timer = undefined;
    },
  };
}

/** In the order of the list, of which more is read towards its end; behind the last one is the list itself. */
function showNext({ navigation, websites }: State): void {
  const { view } = navigation;
  const rows = websites.arranged;
  const shown = 'websiteId' in view ? view.websiteId : undefined;
  const next = rows[shown === undefined ? 0 : rows.findIndex(({ id }) => id === shown) + 1];
  if (next === undefined) return navigation.popTo(1);
  if (shown === undefined) navigation.push({ screen: 'dashboard', websiteId: next.id });
  else navigation.switchWebsite(next.id);
}
