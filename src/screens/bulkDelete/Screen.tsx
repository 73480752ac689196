import { Line } from '#components/Line.tsx';
import { insideWidth, Popup } from '#components/Popup.tsx';
import { PopupField } from '#components/PopupField.tsx';
import { PopupTitle } from '#components/PopupTitle.tsx';
import { popupPlace } from '#screens/popupPlace.ts';
import { useAppState } from '#screens/useAppState.ts';
import { websiteTitle } from '#screens/websites/cells.ts';
import { isCountTyped } from '#store/bulkDeletion.ts';
import { bodyRows } from '#store/viewport.ts';
import { label } from '#terminal/safeText.ts';

/** Rows of the popup beside the names and the air, its frame counted. */
const otherRows = 7;

/** Deleting several websites takes their number typed: all their statistics go with them. */
export function BulkDeletePopup() {
  const deletion = useAppState(state => state.bulkDeletion);
  const viewport = useAppState(state => state.viewport);
  const { websites, typed } = deletion;
  const spare = bodyRows(viewport) - otherRows;
  const air = spare >= 3 ? 1 : 0;
  const room = Math.max(0, Math.min(8, spare - 2 * air));
  const named = websites.slice(0, websites.length > room ? Math.max(0, room - 1) : room);
  const others = websites.length - named.length;
  const names = [
    ...named.map(website => label`   ${websiteTitle(website)}`),
    ...(others > 0 && room > 0 ? [label`   and ${others} more`] : []),
  ];
  const place = popupPlace(viewport, { width: 64, rows: names.length + 5 + 2 * air });
  const width = insideWidth(place);
  return (
    <Popup place={place}>
      <PopupTitle title={label`Delete ${websites.length} websites?`} width={width} />
      <Line
        parts={[
          {
            text:
              width < 56
                ? label` All their statistics go, for good.`
                : label` All their statistics go with them. There is no way back.`,
            tone: 'bad',
          },
        ]}
        width={width}
      />
      {names.map((name, index) => (
        <Line key={index} parts={[{ text: name }]} width={width} />
      ))}
      {air > 0 && <Line parts={[]} width={width} />}
      <Line parts={[{ text: label` Type ${websites.length} to delete them:` }]} width={width} />
      <PopupField
        place={place}
        row={names.length + 3 + air}
        text={typed}
        placeholder={label`${websites.length}`}
        isTaken
      />
      {air > 0 && <Line parts={[]} width={width} />}
      <Line
        width={width}
        parts={[
          isCountTyped(deletion)
            ? { text: label` Enter deletes them, Esc keeps them.`, tone: 'warn' }
            : { text: label` Esc keeps them.`, tone: 'dim' },
        ]}
      />
    </Popup>
  );
}
