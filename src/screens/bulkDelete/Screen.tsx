import { resultOfEach } from '#model/cachedResult.ts';
import type { Part } from '#components/style.ts';
import { DeleteDialog, dialogRows, leastDialogRows } from '#screens/delete/Dialog.tsx';
import { useAppState } from '#screens/useAppState.ts';
import { websiteTitle } from '#screens/websiteTitle.ts';
import { isCountTyped, type BulkDeletionSlice } from '#store/editing/bulkDeletion.ts';
import { bodyRows } from '#store/core/viewport.ts';
import { label, joinSafe, type SafeText } from '#terminal/safeText.ts';
import { wrapSafe } from '#terminal/wrapSafe.ts';

const frameRows = 2;
const mostNames = 8;
// Every key in the field draws them.
const titlesOf = resultOfEach<readonly SafeText[]>();

/** Confirms deleting several websites: the user types how many they are. */
export function BulkDeletePopup() {
  const deletion = useAppState(state => state.bulkDeletion);
  const viewport = useAppState(state => state.viewport);
  const { websites, typed } = deletion;
  const spare = bodyRows(viewport) - dialogRows - frameRows;
  // On the smallest terminals the title has the request, and only the footer names the keys.
  const isTight = spare < 4;
  const titles = titlesOf(websites, [], () => websites.map(website => websiteTitle(website)));
  const names = isTight
    ? wrappedNames(titles, spare + dialogRows - leastDialogRows, Math.min(58, viewport.columns - 8))
    : listedNames(titles, Math.min(mostNames, spare - 2));
  const title = label`Delete ${websites.length} websites?`;
  return (
    <DeleteDialog
      viewport={viewport}
      title={isTight ? label`${title} Type ${websites.length}:` : title}
      warning={{
        whole: label`All their statistics go with them. There is no way back.`,
        short: label`All their statistics go, for good.`,
      }}
      names={names}
      request={isTight ? undefined : label`Type ${websites.length} to delete them:`}
      typed={typed}
      wanted={label`${websites.length}`}
      status={isTight ? undefined : status(deletion)}
      isArmed={isCountTyped(deletion)}
      isWrong={!isOnTheWay(deletion)}
      spaced={!isTight}
    />
  );
}

function status(deletion: BulkDeletionSlice): Part {
  if (isCountTyped(deletion)) return { text: label`Enter deletes them, Esc keeps them.`, tone: 'warn' };
  return isOnTheWay(deletion)
    ? { text: label`Esc keeps them.`, tone: 'dim' }
    : { text: label`What is typed does not match. Esc keeps them.`, tone: 'bad' };
}

/** Whether what is typed can still become their number. */
function isOnTheWay({ websites, typed }: BulkDeletionSlice): boolean {
  return String(websites.length).startsWith(typed.value.trim());
}

/** Each name in a line of its own; where there are more names than rows, the last line counts the others. */
export function listedNames(names: readonly SafeText[], rows: number): SafeText[] {
  const shown = names.length > rows ? names.slice(0, rows - 1) : names;
  const others = names.length - shown.length;
  return [...shown, ...(others > 0 ? [label`and ${others} more`] : [])];
}

/** As many names as fit into these rows, separated by commas, and how many others there are. */
export function wrappedNames(names: readonly SafeText[], rows: number, columns: number): SafeText[] {
  // A name takes at least three columns, so of thousands only the first ones can fit.
  const most = Math.min(names.length, Math.ceil((rows * columns) / 3));
  for (let count = most; count > 0; count -= 1) {
    const text = joinSafe(names.slice(0, count), label`, `);
    const others = names.length - count;
    const lines = wrapSafe(others === 0 ? text : label`${text} and ${others} more`, columns);
    if (lines.length <= rows) return lines;
  }
  return [];
}
