import { Menu } from '#components/Menu.tsx';
import { insideWidth, Popup, PopupTitle } from '#components/Popup.tsx';
import { popupPlace } from '#screens/popupPlace.ts';
import { useAppState } from '#screens/useAppState.ts';
import { menuRows } from '#store/core/viewport.ts';
import { label, safeText } from '#terminal/safeText.ts';
import { sortOptions } from './options.ts';

/** The orders that the view beneath can have. */
export function SortPopup() {
  const state = useAppState(whole => whole);
  const items = sortOptions(state).map(({ title, isChosen }) => ({ title: safeText(title), isChosen }));
  const height = menuRows(state.viewport, items.length);
  const place = popupPlace(state.viewport, { width: 44, rows: height + 1 });
  const width = insideWidth(place);
  return (
    <Popup place={place}>
      <PopupTitle title={label`Sort`} width={width} />
      <Menu
        items={items}
        selected={state.menu.position.selected}
        top={state.menu.position.top}
        height={height}
        width={width}
      />
    </Popup>
  );
}
