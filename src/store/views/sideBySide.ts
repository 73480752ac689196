import type { Force } from '#queries/answers/answers.ts';
import { shownOf } from '#queries/answers/query.ts';
import { sideBySide, type SideBySide, type SideBySideAsked } from '#queries/sideBySide.ts';
import { routeKey, type RouteOf } from '#store/navigation/route.ts';
import { knownOf, readStages, type ViewState } from '#store/queries/question.ts';
import type { SliceContext } from '#store/slice.ts';

type SideBySideRoute = Pick<RouteOf<'sideBySide'>, 'websiteIds'>;

export interface SideBySideSlice {
  /** Lines are indices, of which the mean of each website is 100; else counts. */
  readonly isIndexed: boolean;
  open(route: RouteOf<'sideBySide'>, force?: Force): void;
  toggleIndex(): void;
}

type SideBySideContext = SliceContext<{ sideBySide: SideBySideSlice }, ViewState>;

export function createSideBySide({ get, patch }: SideBySideContext): SideBySideSlice {
  return {
    isIndexed: true,
    open(route, force = false) {
      const owner = routeKey(route);
      const question = JSON.stringify(askedOf(get(), route));
      const isLeft = () =>
        !get().navigation.stack.some(each => routeKey(each) === owner) ||
        JSON.stringify(askedOf(get(), route)) !== question;
      const asksNow = () => sideBySide.asks(askedOf(get(), route), knownOf(get()));
      void readStages(() => get().answers, asksNow, isLeft, { owner, force });
    },
    toggleIndex: () => patch('sideBySide', { isIndexed: !get().sideBySide.isIndexed }),
  };
}

function askedOf({ period, comparison }: ViewState, { websiteIds }: SideBySideRoute): SideBySideAsked {
  return { websites: websiteIds, choice: period.choice, baseline: comparison.baseline };
}

const shown = shownOf(sideBySide);

export function shownSideBySide(state: ViewState, route: SideBySideRoute): SideBySide {
  return shown(askedOf(state, route), knownOf(state));
}
