import { Button, ChoiceLine, Field } from '#components/Field.tsx';
import { Line } from '#components/Line.tsx';
import { insideWidth, Popup, PopupTitle, PopupText } from '#components/Popup.tsx';
import { TextField } from '#components/TextField.tsx';
import type { Part } from '#components/style.ts';
import { exportFormats } from '#model/export/dataTable.ts';
import { formatTitle } from '#model/export/exportText.ts';
import { boxRows } from '#screens/formLayout.ts';
import { fitLines, popupPlace } from '#screens/popupPlace.ts';
import { useAppState } from '#screens/useAppState.ts';
import { bodyRows } from '#store/core/viewport.ts';
import { rowsOf, type ExportTarget } from '#store/exporting/exporting.ts';
import { label, safeText, type SafeText } from '#terminal/safeText.ts';
import { wrapSafe } from '#terminal/wrapSafe.ts';

const titleWidth = 11;
const frameRows = 2;
const titleAndChoices = 3;
/** Inside the frame: the file's name in its box, the button, and what is said below. */
const roomForBox = 11;
/** The columns of a box around its value: a frame and a blank on both sides. */
const boxEdges = 4;
const targetTitles: Readonly<Record<ExportTarget, SafeText>> = {
  file: label`a file`,
  clipboard: label`the clipboard`,
};

/** What is shown, as data: in which format, and where to. */
export function ExportPopup() {
  const exporting = useAppState(state => state.exporting);
  const viewport = useAppState(state => state.viewport);
  const { table, format, targets, target, focused, path, problem, writing, command } = exporting;
  const inner = Math.min(76, viewport.columns - 4);
  const room = bodyRows(viewport) - frameRows;
  const isBoxed = room >= roomForBox;
  const fileRows = isBoxed ? 1 + boxRows : 1;
  // On a small screen the fields stay; the explanations and the button without the focus are left out first.
  const hasButton = focused === 'button' || room > titleAndChoices + fileRows + 1;
  const taken = titleAndChoices + fileRows + (hasButton ? 1 : 0);
  const below = room - taken;
  const { text, ...style } = problemPart(problem, writing, target, below < 2);
  const { spaced, lines } = fitLines(wrapSafe(text, inner - 2), below);
  const commandLines = wrapSafe(safeText(command ?? ''), inner - 2);
  const hasCommand = commandLines.length > 0 && below >= lines.length + commandLines.length + 2;
  const rows = taken + lines.length + (spaced ? 1 : 0) + (hasCommand ? 1 + commandLines.length : 0);
  const place = popupPlace(viewport, { width: inner + 2, rows });
  const width = insideWidth(place);
  const rest = width - titleWidth;
  const boxWidth = isBoxed ? rest - 1 : undefined;
  const field = { indent: titleWidth, isWrong: false, height: 1, beside: [], besideWidth: 1 } as const;
  return (
    <Popup place={place}>
      <PopupTitle
        title={label`Export`}
        note={safeText(table === undefined ? '' : rowsOf(table))}
        width={width}
      />
      <Field {...field} title={label`Format`} focused={focused === 'format'} boxWidth={undefined}>
        <ChoiceLine
          choices={exportFormats.map(each => ({
            title: safeText(formatTitle(each)),
            isChosen: each === format,
          }))}
          focused={focused === 'format'}
          width={rest}
        />
      </Field>
      <Field {...field} title={label`To`} focused={focused === 'target'} boxWidth={undefined}>
        <ChoiceLine
          choices={targets.map(each => ({ title: targetTitles[each], isChosen: each === target }))}
          focused={focused === 'target'}
          width={rest}
        />
      </Field>
      {target === 'file' ? (
        <Field {...field} title={label`File`} focused={focused === 'path'} boxWidth={boxWidth}>
          <TextField
            text={path}
            width={isBoxed ? rest - 1 - boxEdges : rest - 1}
            focused={focused === 'path'}
            at={{
              x: place.left + 1 + titleWidth + (isBoxed ? boxEdges / 2 : 0),
              y: place.top + 1 + titleAndChoices + (isBoxed ? 1 : 0),
            }}
          />
          {!isBoxed && <Line parts={[]} width={1} />}
        </Field>
      ) : (
        Array.from({ length: fileRows }, (_, row) => <Line key={row} parts={[]} width={width} />)
      )}
      {hasButton && (
        <Button title={label`Export`} focused={focused === 'button'} indent={titleWidth} width={width} />
      )}
      <PopupText lines={lines} style={style} spaced={spaced} width={width} />
      {hasCommand && <PopupText lines={commandLines} style={{ tone: 'dim' }} spaced width={width} />}
    </Popup>
  );
}

function problemPart(
  problem: string | undefined,
  writing: boolean,
  target: ExportTarget,
  isShort: boolean,
): Part {
  if (problem !== undefined) return { text: safeText(problem), tone: 'bad' };
  if (writing) return { text: label`Writing ...`, tone: 'dim' };
  if (isShort)
    return {
      text: target === 'file' ? label`Enter writes the file.` : label`Enter copies it.`,
      tone: 'dim',
    };
  return target === 'file'
    ? { text: label`Enter writes it. A file that exists is replaced only after you are asked.`, tone: 'dim' }
    : { text: label`Enter copies it through your terminal, which has to allow that.`, tone: 'dim' };
}
