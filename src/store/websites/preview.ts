import type { After } from '#api/limiter.ts';
import type { Force } from '#queries/answers.ts';
import { type Ask, keyOf } from '#queries/ask.ts';
import { routeKey } from '#store/navigation/route.ts';
import { listPeriods, type QueryState } from '#store/queries/question.ts';
import type { SliceContext } from '#store/slice.ts';
import { listLayout, measuresWanted } from './listLayout.ts';
import { isConfirmed, type ShownList } from './numbers.ts';
import { previewReads } from './previewContent.ts';
import { selectedWebsite } from './websites.ts';

/** The pane beside the list: which website it shows, and what it reads of it. */
export interface PreviewSlice {
  /** The website selected when the selection last came to rest; undefined before there is one. */
  readonly websiteId: string | undefined;
  /** Requests of the pane, and those that are answered or have failed. */
  readonly asked: number;
  readonly answered: number;
  /** Follows the selection: once it rests the pane shows it, and a moment later reads what it lacks. */
  follow(): void;
  /** Reads again what is outdated, with `force` everything, once the selection rests. */
  restart(force: Force): void;
  /** The session switches to another service: aborts all reads. */
  end(): void;
}

/** Longer than between two keys of a held one, and than a frame takes: scrolling draws no pane. */
export const shownAfterMs = 150;
export const askedAfterMs = 200;

type PreviewContext = SliceContext<{ preview: PreviewSlice }, ShownList & QueryState>;

export function createPreview({ get, patch, services, answers }: PreviewContext): PreviewSlice {
  const owner = routeKey({ screen: 'websites' });
  let forced: Force = false;
  let isEnded = false;
  let followed: string | undefined;
  let timers: readonly ReturnType<After>[] = [];
  /** What is asked now, and what comes next. */
  let running: Running | undefined;

  const stop = () => {
    for (const timer of timers) timer.stop();
    timers = [];
    const { websiteId = '', asks = new Set<Ask>() } = running ?? {};
    running = undefined;
    for (const ask of asks) answers.abort(websiteId, ask);
  };
  const lane = async (own: Running) => {
    own.lanes += 1;
    for (let asked = own.next.shift(); asked !== undefined; asked = own.next.shift()) {
      own.asks.add(asked);
      await answers.read(own.websiteId, asked, { owner, force: forced, acceptsKept: true });
      if (own !== running) return;
      own.asks.delete(asked);
      patch('preview', { answered: (own.answered += 1) });
    }
    own.lanes -= 1;
  };
  /** Asks for what is not asked for yet: what depends on the usual day is known once the visitors are. */
  const readOn = () => {
    if (running === undefined || !isConfirmed(get())) return;
    const own = running;
    const more = previewReads(get(), own.websiteId).filter(asked => !own.begun.has(keyOf(asked)));
    for (const asked of more) own.begun.add(keyOf(asked));
    own.next.push(...more);
    if (get().preview.asked !== own.begun.size) patch('preview', { asked: own.begun.size });
    // Of the four requests that a service is sent two are left to the rows.
    for (let lanes = own.lanes; lanes < 2 && own.next.length > 0; lanes += 1) void lane(own);
  };
  const read = (websiteId: string) => {
    running = { websiteId, asks: new Set(), next: [], begun: new Set(), answered: 0, lanes: 0 };
    patch('preview', { asked: 0, answered: 0 });
    readOn();
  };
  const show = (websiteId: string) => {
    answers.restore(websiteId);
    if (get().preview.websiteId !== websiteId) patch('preview', { websiteId, asked: 0, answered: 0 });
  };
  const rest = () => {
    const wanted = isEnded ? undefined : wantedOf(get());
    if (wanted?.key === followed) return;
    stop();
    followed = wanted?.key;
    if (wanted === undefined) return;
    const { id } = wanted;
    // There is nothing to be drawn over yet.
    if (get().preview.websiteId === undefined) show(id);
    timers = [services.after(shownAfterMs, () => show(id)), services.after(askedAfterMs, () => read(id))];
    for (const timer of timers) timer.unref();
  };

  return {
    websiteId: undefined,
    asked: 0,
    answered: 0,
    follow() {
      const before = followed;
      rest();
      if (before !== followed) forced = false;
      else readOn();
    },
    restart(force) {
      stop();
      followed = undefined;
      forced = force;
      rest();
    },
    end() {
      isEnded = true;
      rest();
    },
  };
}

interface Running {
  readonly websiteId: string;
  readonly asks: Set<Ask>;
  readonly next: Ask[];
  readonly begun: Set<string>;
  answered: number;
  lanes: number;
}

/** The website that the pane is for and what its reads depend on; undefined where there is no pane. */
function wantedOf(state: ShownList): { readonly id: string; readonly key: string } | undefined {
  const { view } = state.navigation;
  const website = selectedWebsite(state.websites);
  if (view.screen !== 'websites' || website === undefined || listLayout(state).pane === 0) return undefined;
  const days = isConfirmed(state) ? listPeriods(state).key : 'none yet';
  const key = [website.id, days, ...measuresWanted(state)].join(' ');
  return { id: website.id, key };
}
