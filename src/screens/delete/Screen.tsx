import type { Part } from '#components/style.ts';
import { hasDomain, websiteName } from '#model/website/website.ts';
import { useAppState } from '#screens/useAppState.ts';
import { websiteTitle } from '#screens/websiteTitle.ts';
import { isConfirmed, isOnTheWay, type DeletionSlice } from '#store/editing/deletion.ts';
import { bodyRows } from '#store/core/viewport.ts';
import { label, safeText } from '#terminal/safeText.ts';
import { DeleteDialog } from './Dialog.tsx';

/** Confirms deleting a website: the user types its domain. */
export function DeletePopup() {
  const deletion = useAppState(state => state.deletion);
  const viewport = useAppState(state => state.viewport);
  const { website, typed } = deletion;
  if (website === undefined) return null;
  const name = safeText(websiteName(website));
  return (
    <DeleteDialog
      viewport={viewport}
      title={label`Delete ${websiteTitle(website)}?`}
      warning={{
        whole: label`All its statistics go with it. There is no way back.`,
        short: label`All its statistics go, for good.`,
      }}
      request={hasDomain(website) ? label`Type the domain to delete it:` : label`Type the name to delete it:`}
      typed={typed}
      wanted={name}
      status={status(deletion)}
      isArmed={isConfirmed(deletion)}
      isWrong={!isOnTheWay(deletion)}
      spaced={bodyRows(viewport) >= 9}
    />
  );
}

function status(deletion: DeletionSlice): Part {
  if (deletion.error !== undefined) return { text: safeText(deletion.error.message), tone: 'bad' };
  if (deletion.deleting) return { text: label`Deleting ...`, tone: 'dim' };
  if (isConfirmed(deletion)) return { text: label`Enter deletes it, Esc keeps it.`, tone: 'warn' };
  return isOnTheWay(deletion)
    ? { text: label`Esc keeps it.`, tone: 'dim' }
    : { text: label`What is typed does not match. Esc keeps it.`, tone: 'bad' };
}
