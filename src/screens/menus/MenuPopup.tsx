import { Line } from '#components/Line.tsx';
import { Menu } from '#components/box/Menu.tsx';
import { insideWidth, Popup, PopupField, PopupRule, PopupText } from '#components/box/Popup.tsx';
import { useAppState } from '#screens/storeView.ts';
import { label, type SafeText } from '#text/safeText.ts';
import { type MenuDefinition, menuLayout } from './menu.ts';

export function menuPopup(menu: MenuDefinition) {
  return () => <MenuPopup menu={menu} />;
}

function MenuPopup({ menu }: { readonly menu: MenuDefinition }) {
  const state = useAppState(whole => whole);
  const { text, position } = state.menu;
  const { items, place, hasRule, said, list, below } = menuLayout(menu, state);
  const width = insideWidth(place);
  const isTyped = menu.field?.typed?.(state) !== undefined;
  const note = menu.note?.(state, items.length);
  const says = menu.field?.says?.(state);
  const under = menu.below?.(state, width);
  return (
    <Popup place={place} title={menu.title} note={note}>
      {menu.field !== undefined && (
        <PopupField
          place={place}
          row={0}
          text={text}
          placeholder={menu.field.placeholder}
          isTaken={isTyped}
        />
      )}
      {hasRule && <PopupRule width={width} />}
      {said.map((line, index) => (
        <Line key={index} parts={[{ text: label`   ` }, { ...says, text: line }]} width={width} />
      ))}
      {items.length === 0 && menu.empty !== undefined ? (
        <PopupText
          lines={emptyLines(menu.empty(state), list)}
          style={{ tone: 'dim' }}
          spaced={false}
          width={width}
        />
      ) : (
        <Menu
          items={items}
          selected={isTyped ? -1 : position.selected}
          top={position.top}
          height={list}
          width={width}
        />
      )}
      {under !== undefined && <PopupText {...below} style={{ ...under }} width={width} />}
    </Popup>
  );
}

function emptyLines(why: SafeText, rows: number): SafeText[] {
  return Array.from({ length: rows }, (_, row) => (row === 0 ? label`  ${why}` : label``));
}
