import { Button, ChoiceLine, Field, TextField } from '#components/box/Field.tsx';
import { fieldEdges } from '#components/box/frame.ts';
import { Line, Lines } from '#components/Line.tsx';
import { insideWidth, Popup, PopupText, PopupRule } from '#components/box/Popup.tsx';
import { dim, type Part } from '#components/parts.ts';
import { kindTitle, exportText } from '#model/export/dataTable.ts';
import { countsOf, type Counted } from '#model/service/capabilities.ts';
import { boxColumns, fitLines, popupPlace } from '#screens/layout.ts';
import { useAppState } from '#screens/storeView.ts';
import { bodyRows } from '#store/display.ts';
import { type ExportingSlice, type ExportTarget, rowsOf } from '#store/exporting.ts';
import { wrapSafe, cutEnd } from '#text/fit.ts';
import { textWidth } from '#text/characters.ts';
import { label, safeText, type SafeText } from '#text/safeText.ts';

const widest = 78;
const titleWidth = 11;
const frameRows = 2;
const [leastPreview, mostPreview] = [3, 14];
/** Inside the frame: the file's name in its box, the button, and what is said below. */
const roomForBox = 11;
const roomForBar = 16;
/** The button, and the line that sets it apart; the columns before it, and those that it takes with its blanks. */
const [barRows, barIndent, buttonMargin] = [2, 3, 16];
const targetTitles: Readonly<Record<ExportTarget, SafeText>> = {
  file: label`a file`,
  clipboard: label`the clipboard`,
};

export function ExportPopup() {
  const exporting = useAppState(state => state.exporting);
  const viewport = useAppState(state => state.viewport);
  const counts = useAppState(({ capabilities }) => countsOf('visitors', capabilities));
  const { table, kinds, kind, hides, targets, target, focused, path, command } = exporting;
  const inner = boxColumns(viewport, Math.max(widest, Math.floor(viewport.columns * 0.8))) - 2;
  const room = bodyRows(viewport) - frameRows;
  const isBoxed = room >= roomForBox;
  const look = isBoxed ? 'frame' : 'line';
  const edges = fieldEdges[look];
  const fileRows = 1 + edges.rows;
  const isPicture = kind === 'picture';
  const choiceRows = isPicture ? 3 : 2;
  // On a small screen the fields stay; the explanations, and the button without the focus are left out first.
  const hasButton = focused === 'button' || room > choiceRows + fileRows + 1;
  // With room for it the button has a line of its own at the end, as that of a form.
  const hasBar = room >= roomForBar;
  const top = hasBar ? 1 : 0;
  const taken = top + choiceRows + fileRows + (hasBar ? barRows : hasButton ? 1 : 0);
  const below = room - taken;
  const { text, ...style } = explanation({ ...exporting, isShort: below < 2, counts });
  const isInBar = hasBar && textWidth(text) <= inner - buttonMargin;
  const { spaced, lines } = fitLines(isInBar ? [] : wrapSafe(text, inner - 2), below);
  const commandLines = wrapSafe(safeText(command ?? ''), inner - 2);
  const hasCommand = commandLines.length > 0 && below >= lines.length + commandLines.length + 2;
  const hasText = lines.length > 0;
  const usedRows =
    taken + lines.length + (spaced && hasText ? 1 : 0) + (hasCommand ? 1 + commandLines.length : 0);
  const first = previewOf(exporting, Math.min(mostPreview, room - usedRows - 2));
  const hasPreview = first.length >= leastPreview;
  const rows = usedRows + (hasPreview ? 2 + first.length : 0);
  const place = popupPlace(viewport, { width: inner + 2, rows });
  const width = insideWidth(place);
  const valueWidth = width - titleWidth - 1;
  const field = { indent: titleWidth, valueWidth, isWrong: false, height: 1 } as const;
  const button = (
    <Button
      title={label`Export`}
      focused={focused === 'button'}
      indent={hasBar ? barIndent : titleWidth}
      right={isInBar ? [{ ...style, text: label`${text} ` }] : []}
      width={width}
    />
  );
  return (
    <Popup
      place={place}
      title={label`Export`}
      note={safeText(table === undefined || isPicture ? '' : rowsOf(table))}
    >
      {top > 0 && <Line parts={[]} width={width} />}
      <Field {...field} title={label`Format`} focused={focused === 'kind'} look="line">
        <ChoiceLine
          choices={kinds.map(each => ({ title: safeText(kindTitle(each)), isChosen: each === kind }))}
          focused={focused === 'kind'}
          width={valueWidth}
        />
      </Field>
      {isPicture && (
        <Field {...field} title={label`Hide`} focused={focused === 'hides'} look="line">
          <ChoiceLine
            choices={[
              { title: label`nothing`, isChosen: !hides },
              { title: label`names and numbers`, isChosen: hides },
            ]}
            focused={focused === 'hides'}
            width={valueWidth}
          />
        </Field>
      )}
      <Field {...field} title={label`To`} focused={focused === 'target'} look="line">
        <ChoiceLine
          choices={targets.map(each => ({ title: targetTitles[each], isChosen: each === target }))}
          focused={focused === 'target'}
          width={valueWidth}
        />
      </Field>
      {target === 'file' ? (
        <Field {...field} title={label`File`} focused={focused === 'path'} look={look}>
          <TextField
            text={path}
            width={valueWidth - edges.columns}
            focused={focused === 'path'}
            at={{
              x: place.left + 1 + titleWidth + edges.columns / 2,
              y: place.top + 1 + top + choiceRows + edges.rows / 2,
            }}
          />
        </Field>
      ) : (
        <Lines lines={[]} height={fileRows} width={width} />
      )}
      {hasButton && !hasBar && button}
      <PopupText lines={lines} style={style} spaced={spaced && hasText} width={width} />
      {hasCommand && <PopupText lines={commandLines} style={{ tone: 'dim' }} spaced width={width} />}
      {hasPreview && (
        <>
          <PopupRule width={width} />
          <Line
            parts={[
              { text: label` Preview`, bold: true },
              { text: label`  the first ${first.length} lines`, tone: 'dim' },
            ]}
            width={width}
          />
          <Lines lines={first.map(text => [dim(label` ${cutEnd(text, inner - 2)}`)])} width={width} />
        </>
      )}
      {hasBar && <PopupRule width={width} />}
      {hasBar && button}
    </Popup>
  );
}

/** The first lines of what will be written, where it is text. */
function previewOf({ table, kind }: ExportingSlice, max: number): readonly SafeText[] {
  if (table === undefined || kind === 'picture' || max < leastPreview) return [];
  return exportText({ ...table, rows: table.rows.slice(0, max) }, kind)
    .split('\n')
    .slice(0, max)
    .filter(line => line !== '')
    .map(line => safeText(line));
}

function explanation({
  problem,
  writing,
  target,
  kind,
  hides,
  isShort,
  counts,
}: ExportingSlice & { readonly isShort: boolean; readonly counts: Counted }): Part {
  if (problem !== undefined) return { text: safeText(problem), tone: 'bad' };
  if (writing) return dim(label`Writing ...`);
  const isFile = target === 'file';
  if (isShort) return dim(label`Enter exports it.`);
  if (kind === 'picture' && hides)
    return dim(
      label`Domains become example names, other values letters, and numbers an index: 100 is the ${safeText(counts)} of the first day.`,
    );
  return dim(
    isFile
      ? label`An existing file is asked about first.`
      : label`It goes through your terminal, which has to allow that.`,
  );
}
