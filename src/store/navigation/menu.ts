import { emptyText, type TextValue } from '#model/text/textValue.ts';
import type { StoreContext } from '#store/core/context.ts';
import { listStart, moveInList, type ListPosition, type Move } from '#store/core/list.ts';

/** The selection and the typed text of the menu, palette, dialog or help on top. */
export interface MenuSlice {
  readonly position: ListPosition;
  readonly text: TextValue;
  /** To be called when a menu opens. */
  reset(selected?: number): void;
  move(move: Move, count: number, height: number): void;
  edit(text: TextValue): void;
}

export function createMenu({ get, patch }: StoreContext): MenuSlice {
  return {
    position: listStart,
    text: emptyText,
    reset: (selected = 0) => patch('menu', { position: { selected, top: 0 }, text: emptyText }),
    move: (move, count, height) =>
      patch('menu', { position: moveInList(get().menu.position, move, count, height) }),
    edit: text => patch('menu', { text, position: listStart }),
  };
}
