import { placePopup, type PopupPlace } from '#components/Popup.tsx';
import { bodyRows, type Viewport } from '#store/viewport.ts';

/** Where a popup of that many columns and inner rows stands on this terminal. */
export function popupPlace(viewport: Viewport, wanted: { width: number; rows: number }): PopupPlace {
  return placePopup({ columns: viewport.columns, bodyRows: bodyRows(viewport) }, wanted);
}
