import { ChoiceLine } from '#components/Field.tsx';
import { Line } from '#components/Line.tsx';
import { insideWidth, Popup, PopupField, PopupText } from '#components/Popup.tsx';
import { formatDayLong, formatWeekday } from '#model/period/format.ts';
import { noteWords } from '#screens/chart/notes.ts';
import { fitLines, popupPlace } from '#screens/layout.ts';
import { useAppState } from '#screens/storeView.ts';
import { scopeName } from '#store/notes.ts';
import { cutEnd, wrapSafe } from '#text/fit.ts';
import { label, safeText, type SafeText } from '#text/safeText.ts';

const columns = 64;

/** What was noted of the days already, whom the note is about, and the note. */
export function NotePopup() {
  const { noting, typed, error } = useAppState(state => state.notes);
  const viewport = useAppState(state => state.viewport);
  if (noting === undefined) return null;
  const { day, until, there, changed, scopes, scope, website } = noting;
  const help: SafeText =
    error !== undefined
      ? safeText(error)
      : changed === undefined
        ? label`A time may stand in front: 9:30 newsletter 14.`
        : label`Emptied and kept, it is removed.`;
  const width = insideWidth(popupPlace(viewport, { width: columns, rows: 1 }));
  const lines = wrapSafe(help, width - 2);
  const place = popupPlace(viewport, { width: columns, rows: 2 + there.length + lines.length + 1 });
  // The field and whom it is about, and below the notes the help.
  const notes = there.slice(0, Math.max(0, place.height - 2 - 2 - lines.length));
  const shown = fitLines(lines, place.height - 2 - 2 - notes.length);
  const days = until === undefined ? formatDayLong(day) : `${formatWeekday(day)} - ${formatDayLong(until)}`;
  return (
    <Popup place={place} title={label`Note on ${safeText(days)}`}>
      <PopupField
        place={place}
        row={0}
        text={typed}
        placeholder={label`what you did, or what happened`}
        isTaken
      />
      <ScopeLine
        names={scopes.map(each => safeText(scopeName(each, website)))}
        chosen={scope}
        width={width}
      />
      {notes.map((note, index) => (
        <Line
          key={note.id}
          parts={[
            { text: index === changed ? label` > ` : label`   `, tone: 'accent', bold: true },
            {
              text: cutEnd(
                label`${noteWords([note])}  ${safeText(scopeName(note.scope, website))}`,
                width - 4,
              ),
              tone: index === changed ? 'accent' : 'plain',
            },
          ]}
          width={width}
        />
      ))}
      <PopupText
        lines={shown.lines}
        style={{ tone: error === undefined ? 'dim' : 'bad' }}
        spaced={shown.spaced}
        width={width}
      />
    </Popup>
  );
}

function ScopeLine(props: {
  readonly names: readonly SafeText[];
  readonly chosen: number;
  readonly width: number;
}) {
  const { names, chosen, width } = props;
  const choices = names.map((title, index) => ({ title, isChosen: index === chosen }));
  return <ChoiceLine lead={label` about `} choices={choices} focused width={width} />;
}
