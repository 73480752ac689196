import type { PopupPlace } from '#components/Popup.tsx';
import { bodyRows, type Viewport } from '#store/core/viewport.ts';

/** Where a popup stands: in the middle of the body, a little above. `width` is with its frame, `rows` are those inside. */
export function popupPlace(viewport: Viewport, wanted: { width: number; rows: number }): PopupPlace {
  const body = bodyRows(viewport);
  const width = Math.min(wanted.width, viewport.columns - 2);
  const height = Math.min(wanted.rows + 2, body);
  return {
    width,
    height,
    left: Math.floor((viewport.columns - width) / 2),
    top: 1 + Math.max(0, Math.floor((body - height) / 3)),
  };
}

/** The lines that there are rows for; `spaced`: there is room for a blank line before them, too. */
export function fitLines<T>(lines: readonly T[], rows: number): { spaced: boolean; lines: readonly T[] } {
  return { spaced: rows > lines.length, lines: lines.slice(0, Math.max(0, rows)) };
}
