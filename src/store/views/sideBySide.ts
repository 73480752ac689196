import type { Force } from '#queries/answers/answers.ts';
import { keyOf } from '#queries/answers/ask.ts';
import { shownOf } from '#queries/answers/query.ts';
import { sideBySide, type SideBySide, type SideBySideAsked } from '#queries/sideBySide.ts';
import { routeKey, type RouteOf } from '#store/navigation/route.ts';
import { knownOf, type ViewState } from '#store/queries/question.ts';
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
      /** Stage by stage: what a day is compared with is known once its visitors are read. */
      const read = async () => {
        const begun = new Set<string>();
        while (!isLeft()) {
          const asks = sideBySide.asks(askedOf(get(), route), knownOf(get()));
          const nameOf = ({ website, ask }: (typeof asks)[number]) => `${website} ${keyOf(ask)}`;
          const open = asks.filter(asked => !begun.has(nameOf(asked)));
          if (open.length === 0) return;
          for (const asked of open) begun.add(nameOf(asked));
          await Promise.all(
            open.map(({ website, ask }) => get().answers.read(website, ask, { owner, force })),
          );
        }
      };
      void read();
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
