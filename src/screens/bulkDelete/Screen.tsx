import { DeleteDialog, dialogRows } from '#screens/delete/Dialog.tsx';
import { useAppState } from '#screens/useAppState.ts';
import { websiteTitle } from '#screens/websites/cells.ts';
import { isCountTyped } from '#store/bulkDeletion.ts';
import { bodyRows } from '#store/viewport.ts';
import { label } from '#terminal/safeText.ts';

const frameRows = 2;
const mostNames = 8;

/** Deleting several websites takes their number typed. */
export function BulkDeletePopup() {
  const deletion = useAppState(state => state.bulkDeletion);
  const viewport = useAppState(state => state.viewport);
  const { websites, typed } = deletion;
  const spare = bodyRows(viewport) - dialogRows - frameRows;
  const air = spare >= 3;
  const room = Math.max(0, Math.min(mostNames, spare - (air ? 2 : 0)));
  const named = websites.slice(0, websites.length > room ? Math.max(0, room - 1) : room);
  const others = websites.length - named.length;
  return (
    <DeleteDialog
      viewport={viewport}
      title={label`Delete ${websites.length} websites?`}
      warning={{
        whole: label`All their statistics go with them. There is no way back.`,
        short: label`All their statistics go, for good.`,
      }}
      names={[...named.map(websiteTitle), ...(others > 0 && room > 0 ? [label`and ${others} more`] : [])]}
      request={label`Type ${websites.length} to delete them:`}
      typed={typed}
      wanted={label`${websites.length}`}
      standing={
        isCountTyped(deletion)
          ? { text: label`Enter deletes them, Esc keeps them.`, tone: 'warn' }
          : { text: label`Esc keeps them.`, tone: 'dim' }
      }
      air={air}
    />
  );
}
