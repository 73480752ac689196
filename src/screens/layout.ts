import type { PopupBounds } from '#components/box/Popup.tsx';
import { fitParts, type Part } from '#components/parts.ts';
import type { ToolbarItem } from '#components/Toolbar.tsx';
import type { PageSize } from '#model/service/paging.ts';
import { bodyRows, type Viewport } from '#store/display.ts';
import { type PagedTable, rowsBefore, shownPage } from '#store/navigation/table.ts';
import { spaces } from '#text/fit.ts';
import { label, type SafeText, safeText } from '#text/safeText.ts';
import { groupThousands } from '#text/words.ts';

/** Columns and lines of a part of a screen. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** "25 a page"; nothing where as many rows are shown as fit. */
export function pageItem(perPage: PageSize, priority: number): ToolbarItem[] {
  return perPage === 'fit' ? [] : [{ title: label``, value: label`${perPage} a page`, priority }];
}

/** On a screen with fewer columns a box is as wide as that. */
export const minTwoColumns = 100;

/** Columns of a box with its frame: a blank one stays on both sides of it. */
export function boxColumns({ columns }: Viewport, wanted: number): number {
  return columns < minTwoColumns ? columns - 2 : Math.min(wanted, columns - 2);
}

/** Where a popup stands: in the middle of the body, a little above. `width` is with its frame, `rows` are those inside. */
export function popupPlace(viewport: Viewport, wanted: { width: number; rows: number }): PopupBounds {
  const body = bodyRows(viewport);
  const width = boxColumns(viewport, wanted.width);
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

/** Columns of a search where no line is blank for it: it covers the title of the first column, never that of a number. */
export const searchOverTitle = 19;

/** Rows of a table that its list lacks: those that are gone now, after the current rows or among them. */
interface RowsWithGone {
  readonly shown: number;
  readonly gone: number;
}

/** "1-42 of 137": which rows are on screen, of how many; "of 50+" where more may follow those that were read. */
export function rowRange(
  table: PagedTable<unknown, string>,
  height: number,
  rows: RowsWithGone = { shown: shownPage(table)?.rows.length ?? 0, gone: 0 },
): SafeText {
  const { list, cannotPage } = table;
  if (list.data === undefined) return label``;
  const read = list.data.rows.length;
  if (cannotPage) return safeText(`first ${groupThousands(read)} shown`);
  if (list.data.isCut === true)
    return safeText(`${onScreen(table, height, rows.shown)} of ${groupThousands(list.data.total ?? read)}+`);
  const all = list.data.next === 'no' ? groupThousands(read + rows.gone) : ofMore(list.data.total, read);
  return safeText(`${onScreen(table, height, rows.shown)} of ${all}`);
}

function ofMore(total: number | undefined, read: number): string {
  return total === undefined ? `${groupThousands(read)}+` : groupThousands(total);
}

function onScreen(table: PagedTable<unknown, string>, height: number, shown: number): string {
  if (shown === 0) return '0';
  const first = rowsBefore(table) + table.position.top + 1;
  const last = rowsBefore(table) + Math.min(table.position.top + height, shown);
  return `${groupThousands(first)}-${groupThousands(last)}`;
}

type Lines = readonly (readonly Part[])[];

/** Words that are too long for a line, as addresses, go on in the next one: from a slash or a port on, where that is in reach. */
export function inPieces(text: SafeText, columns: number): SafeText {
  const max = Math.max(1, columns);
  const first = new RegExp(`^[!-~]{0,${max - 1}}(?:/(?!/)|[!-~](?=:(?!/)))|^[!-~]{${max}}`);
  const pieces = (word: string): string => {
    const [piece] = (word.length > max && first.exec(word)) || [word];
    return piece === word ? word : `${piece} ${pieces(word.slice(piece.length))}`;
  };
  return safeText(text.replace(/[!-~]+/g, pieces));
}

export const blank = (lines: number): Part[][] => Array.from({ length: Math.max(0, lines) }, () => []);

/** Columns of lines, each so wide, with blanks between them. */
export function sideBySide(columns: readonly Lines[], widths: readonly number[], gap = 0): Part[][] {
  return Array.from({ length: Math.max(0, ...columns.map(({ length }) => length)) }, (_, line) =>
    columns.flatMap((lines, at) => [
      { text: spaces(at === 0 ? 0 : gap) },
      ...fitParts(lines[line] ?? [], [], widths[at] ?? 0),
    ]),
  );
}
