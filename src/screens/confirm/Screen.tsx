import { Line } from '#components/Line.tsx';
import { insideWidth, Popup } from '#components/Popup.tsx';
import { PopupTitle } from '#components/PopupTitle.tsx';
import { popupPlace } from '#screens/popupPlace.ts';
import { useAppState } from '#screens/useAppState.ts';
import { label, safeText } from '#terminal/safeText.ts';
import { wrapSafe } from '#terminal/wrapSafe.ts';
import { differences } from './differences.ts';
import { askedQuestion, questions } from './questions.ts';

/** A question before something is lost. */
export function ConfirmPopup() {
  const state = useAppState(whole => whole);
  const question = askedQuestion(state);
  if (question === undefined) return null;
  const { title, text, yes } = questions[question];
  const inner = Math.min(62, state.viewport.columns - 4);
  const details = question === 'overwriteTheirs' ? differences(state) : [];
  const lines = [...wrapSafe(safeText(text), inner - 2), ...details];
  const place = popupPlace(state.viewport, { width: inner + 2, rows: lines.length + 4 });
  const width = insideWidth(place);
  return (
    <Popup place={place}>
      <PopupTitle title={safeText(title)} width={width} />
      {lines.map((line, index) => (
        <Line key={index} parts={[{ text: label` ${line}` }]} width={width} />
      ))}
      <Line parts={[]} width={width} />
      <Line
        width={width}
        parts={[
          { text: label` y`, tone: 'accent', bold: true },
          { text: safeText(` ${yes}   `) },
          { text: label`n`, tone: 'accent', bold: true },
          { text: label` go back` },
        ]}
      />
      <Line parts={[]} width={width} />
    </Popup>
  );
}
