import type { After } from '#api/limiter.ts';
import type { Force } from '#queries/answers.ts';
import type { Ask } from '#queries/ask.ts';
import { routeKey } from '#store/navigation/route.ts';
import { listPeriods } from '#store/queries/question.ts';
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

type PreviewContext = SliceContext<{ preview: PreviewSlice }, ShownList>;

export function createPreview({ get, patch, services, answers }: PreviewContext): PreviewSlice {
  const owner = routeKey({ screen: 'websites' });
  let forced: Force = false;
  let isEnded = false;
  let followed: string | undefined;
  let timers: readonly ReturnType<After>[] = [];
  /** What is asked now. */
  let running: { readonly websiteId: string; readonly asks: Set<Ask> } | undefined;

  const stop = () => {
    for (const timer of timers) timer.stop();
    timers = [];
    const { websiteId = '', asks = new Set<Ask>() } = running ?? {};
    running = undefined;
    for (const ask of asks) answers.abort(websiteId, ask);
  };
  const read = (websiteId: string) => {
    if (!isConfirmed(get())) return;
    const asks = previewReads(get());
    const own = { websiteId, asks: new Set<Ask>() };
    running = own;
    patch('preview', { asked: asks.length, answered: 0 });
    const open = asks.values();
    let answered = 0;
    const lane = async () => {
      for (const ask of open) {
        own.asks.add(ask);
        await answers.read(websiteId, ask, { owner, force: forced, acceptsKept: true });
        if (own !== running) return;
        own.asks.delete(ask);
        patch('preview', { answered: (answered += 1) });
      }
    };
    // Of the four requests that a service is sent two are left to the rows.
    void lane();
    void lane();
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

/** The website that the pane is for and what its reads depend on; undefined where there is no pane. */
function wantedOf(state: ShownList): { readonly id: string; readonly key: string } | undefined {
  const { view } = state.navigation;
  const website = selectedWebsite(state.websites);
  if (view.screen !== 'websites' || website === undefined || listLayout(state).pane === 0) return undefined;
  const days = isConfirmed(state) ? listPeriods(state).key : 'none yet';
  const key = [website.id, days, ...measuresWanted(state)].join(' ');
  return { id: website.id, key };
}
