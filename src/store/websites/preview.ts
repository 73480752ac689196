import type { After } from '#api/limiter.ts';
import type { StoreContext } from '#store/core/context.ts';
import type { State } from '#store/core/state.ts';
import { createTaskPool } from '#store/core/taskPool.ts';
import { routeKey } from '#store/navigation/route.ts';
import type { Force } from '#store/statistics/stats.ts';
import { rowsKey, spanKey } from '#store/statistics/statsQueries.ts';
import { listLayout } from './listLayout.ts';
import { measuresWanted } from './measuresWanted.ts';
import { numberDays } from './numberDays.ts';
import { previewReads, type PreviewRead } from './previewPlan.ts';
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
/** Concurrent requests, of the four that the service layer allows. */
const atOnce = 2;

export function createPreview(context: StoreContext): PreviewSlice {
  const { get, patch, loader, services } = context;
  const owner = routeKey({ screen: 'websites' });
  let forced: Force = false;
  let isEnded = false;
  let followed: string | undefined;
  let timers: readonly ReturnType<After>[] = [];
  let open: (() => Promise<void>)[] = [];
  let running = new Set<string>();

  const finish = (asked: number) => patch('preview', { asked, answered: asked - open.length - running.size });
  const tasks = createTaskPool(
    atOnce,
    () => open.shift(),
    () => undefined,
  );

  const stop = () => {
    for (const timer of timers) timer.stop();
    timers = [];
    open = [];
    const left = running;
    running = new Set();
    for (const key of left) loader.abort(key);
  };
  const taskOf = (websiteId: string, read: PreviewRead, asked: number) => async () => {
    const key = slotKey(websiteId, read);
    const own = running;
    own.add(key);
    const options = { owner, force: forced, acceptsKept: true };
    const { stats } = get();
    if (read.kind === 'series') await stats.readSeries(websiteId, read.name, read.period, options);
    else if (read.kind === 'hours') await stats.readHours(websiteId, read.name, read.period, options);
    else await stats.readRows(websiteId, read.query, options);
    own.delete(key);
    if (own === running) finish(asked);
  };
  const ask = (websiteId: string) => {
    if (!isConfirmed(get())) return;
    const reads = previewReads(get());
    open = reads.map(read => taskOf(websiteId, read, reads.length));
    finish(reads.length);
    tasks.start();
  };
  const show = (websiteId: string) => {
    get().stats.restore(websiteId);
    if (get().preview.websiteId !== websiteId) patch('preview', { websiteId, asked: 0, answered: 0 });
  };
  const rest = () => {
    const wanted = isEnded ? undefined : wantedOf(get());
    if (wanted?.of === followed) return;
    stop();
    followed = wanted?.of;
    if (wanted === undefined) return;
    const { id } = wanted;
    // There is nothing to be drawn over yet.
    if (get().preview.websiteId === undefined) show(id);
    timers = [services.after(shownAfterMs, () => show(id)), services.after(askedAfterMs, () => ask(id))];
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
function wantedOf(state: State): { readonly id: string; readonly of: string } | undefined {
  const { view } = state.navigation;
  const website = selectedWebsite(state.websites);
  if (view.screen !== 'websites' || website === undefined || listLayout(state).pane === 0) return undefined;
  const days = isConfirmed(state) ? numberDays(state).of : 'none yet';
  const of = [website.id, days, ...measuresWanted(state)].join(' ');
  return { id: website.id, of };
}

/** The service has answered since an earlier session saw the list. */
function isConfirmed({ websites }: State): boolean {
  return websites.list.isKept !== true;
}

function slotKey(websiteId: string, read: PreviewRead): string {
  return read.kind === 'rows'
    ? `rows:${rowsKey(websiteId, read.query)}`
    : `${read.kind}:${spanKey(websiteId, read.name, read.period)}`;
}
