import { routeKey } from '#store/navigation/route.ts';
import { listPeriods, type QueryState } from '#store/queries/question.ts';
import { createRestingReads, type Rested, type RestingReads } from '#store/reading/restingReads.ts';
import type { SliceContext } from '#store/slice.ts';
import { listLayout, measuresWanted } from './listLayout.ts';
import { isConfirmed, type ShownList } from './numbers.ts';
import { previewReads } from './previewContent.ts';
import { selectedWebsite } from './websites.ts';

/** The pane beside the list: which website it shows, and what it reads of it. */
export interface PreviewSlice extends RestingReads {
  /** The website selected when the selection last came to rest; undefined before there is one. */
  readonly websiteId: string | undefined;
  /** Requests of the pane, and those that are answered or have failed. */
  readonly asked: number;
  readonly answered: number;
}

type PreviewContext = SliceContext<{ preview: PreviewSlice }, ShownList & QueryState>;

export function createPreview(context: PreviewContext): PreviewSlice {
  const { get, patch, answers } = context;
  const reads = createRestingReads(context, {
    owner: routeKey({ screen: 'websites' }),
    wanted: () => wantedOf(get()),
    // There is nothing to be drawn over yet.
    isEmpty: () => get().preview.websiteId === undefined,
    show({ websiteId }) {
      answers.restore(websiteId);
      if (get().preview.websiteId !== websiteId) patch('preview', { websiteId, asked: 0, answered: 0 });
    },
    asks({ websiteId }) {
      const state = withWholeList(get());
      return isConfirmed(state) && state.overview.on
        ? previewReads(state, websiteId).map(asked => ({ ask: asked }))
        : [];
    },
    progress(now) {
      const { asked, answered } = get().preview;
      if (asked !== now.asked || answered !== now.answered) patch('preview', now);
    },
  });

  return { websiteId: undefined, asked: 0, answered: 0, ...reads };
}

/** The website that the pane is for and what its reads depend on; undefined where there is no pane. */
function wantedOf(now: ShownList & { readonly preview: PreviewSlice }): Rested | undefined {
  const state = withWholeList(now);
  const { view } = state.navigation;
  const website =
    state === now
      ? selectedWebsite(state.websites)
      : state.websites.rows.find(({ id }) => id === now.preview.websiteId);
  if (view.screen !== 'websites' || website === undefined || listLayout(state).pane === 0) return undefined;
  const days = isConfirmed(state) ? listPeriods(state).key : 'none yet';
  const key = [website.id, days, state.overview.on, ...measuresWanted(state)].join(' ');
  return { websiteId: website.id, key };
}

/** A search that finds nothing keeps the list that it stands above, and the pane that website which it showed. */
function withWholeList<S extends ShownList>(state: S): S {
  const { websites } = state;
  const { rows, search, whole, list } = websites;
  if (rows.length > 0 || search === '' || list.data === undefined || whole === undefined) return state;
  return { ...state, websites: { ...websites, list: { ...list, data: whole }, rows: whole.rows } };
}
