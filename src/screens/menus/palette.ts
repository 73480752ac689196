import type { PaletteItem } from '#commands/palette.ts';
import { bodyRows, hasSpacing } from '#store/display.ts';
import type { State } from '#store/state.ts';
import { foundStretches } from '#text/match.ts';
import { lastResult } from '#text/memo.ts';
import { label, safeText } from '#text/safeText.ts';
import { type MenuChoice, menuScreen } from './menu.ts';

const mostRows = 20;
/** Of more that are found the numbers of websites are not told. */
const mostTold = 100;
/** Inside the frame; with fewer columns a title has no note beside it. */
const roomForNotes = 60;

// Asked several times a key, of an account with thousands of websites.
const choices = lastResult<readonly MenuChoice[]>();

/** Everything by name. It lists the commands of the other screens, and so is given the way to find them. */
export function paletteScreen(itemsOf: (state: State) => readonly PaletteItem[]) {
  return menuScreen('palette', {
    width: 80,
    title: label`Go to`,
    note: ({ menu }, count) => (menu.text.value === '' ? label`` : label`${count} found`),
    items: (state, columns) => {
      const items = itemsOf(state);
      const typed = state.menu.text.value;
      const hasNotes = columns >= roomForNotes;
      return choices([items, typed, hasNotes], () =>
        items.map(item => menuItem(item, typed, { hasNotes, isFew: items.length <= mostTold })),
      );
    },
    // As many whatever is found. With room it keeps a margin.
    rows: viewport => Math.min(mostRows, bodyRows(viewport) - (hasSpacing(viewport) ? 6 : 4)),
    empty: () => label`Nothing by that name`,
    field: { placeholder: label`command, website, statistic, period ...` },
    disabledReason: state =>
      itemsOf(state).length === 0 ? 'Nothing by that name: type another one.' : undefined,
  });
}

function menuItem(
  item: PaletteItem,
  typed: string,
  { hasNotes, isFew }: { readonly hasNotes: boolean; readonly isFew: boolean },
): MenuChoice {
  const { group, alias, key, note, reason, isChosen, run } = item;
  const title = safeText(item.title);
  const told = typeof note !== 'function' ? note : isFew ? note() : undefined;
  return {
    title,
    group: safeText(group),
    key,
    note: told === undefined || !hasNotes ? undefined : safeText(told),
    isCut: group === 'Views',
    reason: reason === undefined ? undefined : safeText(reason),
    isChosen,
    found: foundStretches({ title, others: alias }, typed),
    choose: run,
  };
}
