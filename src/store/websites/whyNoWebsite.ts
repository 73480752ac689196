import type { State } from '#store/core/state.ts';
import { isListCovered } from './listLayout.ts';
import { selectedWebsite } from './websites.ts';

/** Why no website is selected, with what to press; undefined where one is. */
export function whyNoWebsite(state: State): string | undefined {
  const { list, search, attentionOnly, page } = state.websites;
  if (isListCovered(state)) return 'The list is behind the ways to begin: 3 shows it.';
  if (selectedWebsite(state.websites) !== undefined) return undefined;
  if (state.preparing !== undefined) return 'The demo is still being made: wait a moment.';
  if (list.data === undefined)
    return list.error === undefined
      ? 'The websites are still being read.'
      : 'The websites could not be read: r tries again.';
  if (attentionOnly) return 'No website is listed: ! shows them all.';
  if (search !== '') return 'No website is found: Esc clears the search.';
  if (page > 1) return 'No website is on this page: [ goes back.';
  return state.profile.readOnly ? 'There is no website yet.' : 'There is no website yet: a adds one.';
}

/** Why the list has no numbers that the key could act on. */
export function whyNoNumbers({ overview }: State, key: string): string | undefined {
  return overview.on ? undefined : `n shows the numbers again, then ${key}.`;
}
