import { Line } from '#components/Line.tsx';
import { Menu, type MenuItem } from '#components/Menu.tsx';
import { insideWidth, Popup, PopupTitle, PopupField } from '#components/Popup.tsx';
import type { PaletteItem } from '#commands/palette.ts';
import { popupPlace } from '#screens/popupPlace.ts';
import { useAppState } from '#screens/useAppState.ts';
import type { State } from '#store/core/state.ts';
import { paletteRows } from '#store/core/viewport.ts';
import { whyNothing } from './whyNothing.ts';
import { label, safeText } from '#terminal/safeText.ts';

/** Everything by name: commands, statistics and websites. */
export function palettePopup(itemsOf: (state: State) => readonly PaletteItem[]) {
  return () => {
    const state = useAppState(whole => whole);
    return <PalettePopup state={state} items={itemsOf(state)} />;
  };
}

function PalettePopup(props: { readonly state: State; readonly items: readonly PaletteItem[] }) {
  const { state, items } = props;
  const { menu, viewport } = state;
  const height = paletteRows(viewport);
  const place = popupPlace(viewport, { width: 64, rows: height + 2 });
  const width = insideWidth(place);
  return (
    <Popup place={place}>
      <PopupTitle
        title={label`Go to`}
        note={menu.text.value === '' ? label`` : label`${items.length} found`}
        width={width}
      />
      <PopupField
        place={place}
        row={1}
        text={menu.text}
        placeholder={label`command, website, statistic, period ...`}
        isTaken={false}
      />
      {items.length === 0 ? (
        <>
          <Line parts={[{ text: label`   ${safeText(whyNothing(state))}`, tone: 'dim' }]} width={width} />
          {Array.from({ length: height - 1 }, (_, index) => (
            <Line key={index} parts={[]} width={width} />
          ))}
        </>
      ) : (
        <Menu
          items={items.map(menuItem)}
          selected={menu.position.selected}
          top={menu.position.top}
          height={height}
          width={width}
        />
      )}
    </Popup>
  );
}

function menuItem({ title, kind, key, isChosen }: PaletteItem): MenuItem {
  return {
    isChosen,
    title: safeText(title),
    note: safeText(kind === 'command' ? (key ?? '') : kind),
  };
}
