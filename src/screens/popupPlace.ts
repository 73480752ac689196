import { placePopup, type PopupPlace } from '#components/Popup.tsx';
import { bodyRows, type Viewport } from '#store/core/viewport.ts';

/** Where a popup of that many columns and inner rows stands on this terminal. */
export function popupPlace(viewport: Viewport, wanted: { width: number; rows: number }): PopupPlace {
  return placePopup({ columns: viewport.columns, bodyRows: bodyRows(viewport) }, wanted);
}

/** As many lines as there are rows for, set apart by a blank one where there is room for that as well. */
export function fitLines<T>(lines: readonly T[], rows: number): { air: boolean; lines: readonly T[] } {
  return { air: rows > lines.length, lines: lines.slice(0, Math.max(0, rows)) };
}
