import { Menu } from '#components/Menu.tsx';
import { insideWidth, Popup, PopupTitle } from '#components/Popup.tsx';
import { popupPlace } from '#screens/popupPlace.ts';
import { useAppState } from '#screens/useAppState.ts';
import { label, safeText } from '#terminal/safeText.ts';
import { comparisonChoices } from '#store/statistics/comparisonChoices.ts';

/** What the chart and every row are compared with, and which days that is. */
export function ComparePopup() {
  const state = useAppState(whole => whole);
  const choices = comparisonChoices(state);
  const place = popupPlace(state.viewport, { width: 64, rows: choices.length + 1 });
  const width = insideWidth(place);
  const items = choices.map(({ title, days, isChosen }) => ({
    title: safeText(title),
    // Beside a title that is cut the days say nothing.
    note: width < 56 ? undefined : safeText(days),
    isChosen,
  }));
  return (
    <Popup place={place}>
      <PopupTitle title={label`Compare with`} width={width} />
      <Menu
        items={items}
        selected={state.menu.position.selected}
        top={0}
        height={items.length}
        width={width}
      />
    </Popup>
  );
}
