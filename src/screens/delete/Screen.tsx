import { websiteName } from '#model/website.ts';
import { Line } from '#components/Line.tsx';
import { insideWidth, Popup } from '#components/Popup.tsx';
import { PopupField } from '#components/PopupField.tsx';
import { PopupTitle } from '#components/PopupTitle.tsx';
import type { Part } from '#components/style.ts';
import { popupPlace } from '#screens/popupPlace.ts';
import { useAppState } from '#screens/useAppState.ts';
import { isConfirmed, type DeletionSlice } from '#store/deletion.ts';
import { bodyRows } from '#store/viewport.ts';
import { label, safeText } from '#terminal/safeText.ts';

/** Deleting takes the domain typed: all statistics of the website go with it. */
export function DeletePopup() {
  const deletion = useAppState(state => state.deletion);
  const viewport = useAppState(state => state.viewport);
  const { website } = deletion;
  if (website === undefined) return null;
  const air = bodyRows(viewport) >= 9 ? 1 : 0;
  const place = popupPlace(viewport, { width: 64, rows: 5 + 2 * air });
  const width = insideWidth(place);
  return (
    <Popup place={place}>
      <PopupTitle title={label`Delete ${safeText(websiteName(website))}?`} width={width} />
      <Line
        parts={[
          {
            text:
              width < 56
                ? label` All its statistics go, for good.`
                : label` All its statistics go with it. There is no way back.`,
            tone: 'bad',
          },
        ]}
        width={width}
      />
      {air > 0 && <Line parts={[]} width={width} />}
      <Line parts={[{ text: label` Type the domain to delete it:` }]} width={width} />
      <PopupField
        place={place}
        row={3 + air}
        text={deletion.typed}
        placeholder={safeText(websiteName(website))}
        isTaken
      />
      {air > 0 && <Line parts={[]} width={width} />}
      <Line parts={[{ text: label` ` }, standing(deletion)]} width={width} />
    </Popup>
  );
}

function standing(deletion: DeletionSlice): Part {
  if (deletion.error !== undefined) return { text: safeText(deletion.error.message), tone: 'bad' };
  if (deletion.deleting) return { text: label`Deleting ...`, tone: 'dim' };
  return isConfirmed(deletion)
    ? { text: label`Enter deletes it, Esc keeps it.`, tone: 'warn' }
    : { text: label`Esc keeps it.`, tone: 'dim' };
}
