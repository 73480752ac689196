import { Line } from '#components/Line.tsx';
import { insideWidth, Popup, PopupField, PopupText } from '#components/Popup.tsx';
import { countsOf } from '#model/service/capabilities.ts';
import { goalAt, subjectWords } from '#model/website/goal.ts';
import { fitLines, popupPlace } from '#screens/layout.ts';
import { useAppState } from '#screens/storeView.ts';
import { websiteTitle } from '#screens/words.ts';
import { cutEnd, wrapSafe } from '#text/fit.ts';
import { label, safeText } from '#text/safeText.ts';
import { groupThousands } from '#text/words.ts';

const columns = 64;

/** What a goal can count, each with the one it has, and the number. */
export function GoalPopup() {
  const { setting, typed, error, all } = useAppState(state => state.goals);
  const capabilities = useAppState(state => state.capabilities);
  const viewport = useAppState(state => state.viewport);
  if (setting === undefined) return null;
  const { website, subjects, chosen } = setting;
  const goals = subjects.map(subject => goalAt(all, website, subject));
  const help =
    error !== undefined
      ? safeText(error)
      : goals[chosen] === undefined
        ? label`How much each is to reach. Visitors are those of each day added up.`
        : label`Emptied and kept, it is removed.`;
  const width = insideWidth(popupPlace(viewport, { width: columns, rows: 1 }));
  const lines = wrapSafe(help, width - 2);
  const place = popupPlace(viewport, { width: columns, rows: 1 + subjects.length + lines.length + 1 });
  const room = Math.max(1, place.height - 2 - 1 - lines.length);
  // The chosen one is among those that have room.
  const top = Math.max(0, Math.min(chosen - Math.floor(room / 2), subjects.length - room));
  const shown = fitLines(lines, place.height - 2 - 1 - Math.min(room, subjects.length));
  return (
    <Popup place={place} title={label`Goal of ${websiteTitle(website)}`}>
      <PopupField place={place} row={0} text={typed} placeholder={label`a number, such as 50000`} isTaken />
      {subjects.slice(top, top + room).map((subject, index) => {
        const isChosen = top + index === chosen;
        const count = goals[top + index]?.count;
        const words = subjectWords(subject, countsOf(subject.name, capabilities));
        const set = count === undefined ? '' : `: ${groupThousands(count)}`;
        return (
          <Line
            key={top + index}
            parts={[
              { text: isChosen ? label` > ` : label`   `, tone: 'accent', bold: true },
              {
                text: cutEnd(safeText(`${words} a ${subject.per}${set}`), width - 4),
                tone: isChosen ? 'accent' : 'plain',
              },
            ]}
            width={width}
          />
        );
      })}
      <PopupText
        lines={shown.lines}
        style={{ tone: error === undefined ? 'dim' : 'bad' }}
        spaced={shown.spaced}
        width={width}
      />
    </Popup>
  );
}
