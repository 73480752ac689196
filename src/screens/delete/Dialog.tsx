import { Button, Field } from '#components/Field.tsx';
import { Line } from '#components/Line.tsx';
import { insideWidth, Popup, PopupTitle, PopupField } from '#components/Popup.tsx';
import { TextField } from '#components/TextField.tsx';
import type { Part } from '#components/style.ts';
import type { TextValue } from '#model/text/textValue.ts';
import { popupPlace } from '#screens/popupPlace.ts';
import { bodyRows, type Viewport } from '#store/core/viewport.ts';
import { label, type SafeText } from '#terminal/safeText.ts';

/** Rows of the dialog without names and blank lines: title, warning and field; with the request and the status. */
export const leastDialogRows = 3;
export const dialogRows = leastDialogRows + 2;

const frameRows = 2;
/** What a box and the button take beyond the field in one line. */
const boxedRows = 3;
const indent = 3;
/** The columns of a box around its value: a frame and a blank on both sides. */
const boxEdges = 4;

/** A confirmation that has to be typed, since all the statistics are deleted too. */
export function DeleteDialog(props: {
  readonly viewport: Viewport;
  readonly title: SafeText;
  readonly warning: { readonly whole: SafeText; readonly short: SafeText };
  /** What is deleted, a line each. */
  readonly names?: readonly SafeText[];
  /** Left out, as is `status`, where there is no room for them. */
  readonly request?: SafeText | undefined;
  readonly typed: TextValue;
  /** What has to be typed. */
  readonly wanted: SafeText;
  readonly status?: Part | undefined;
  /** What is typed is what is wanted: Enter deletes. */
  readonly isArmed: boolean;
  /** It cannot become that any more. */
  readonly isWrong: boolean;
  /** Blank lines set the field apart. */
  readonly spaced: boolean;
}) {
  const { viewport, title, warning, names = [], request, typed, wanted, status, spaced } = props;
  const { isArmed, isWrong } = props;
  const said = [request, status].filter(line => line !== undefined).length;
  const least = leastDialogRows + said + names.length + (spaced ? 2 : 0);
  const isBoxed = spaced && least + boxedRows <= bodyRows(viewport) - frameRows;
  const rows = least + (isBoxed ? boxedRows : 0);
  const row = names.length + (request === undefined ? 2 : 3) + (spaced ? 1 : 0);
  const place = popupPlace(viewport, { width: 64, rows });
  const width = insideWidth(place);
  return (
    <Popup place={place}>
      <PopupTitle title={title} width={width} />
      <Line
        parts={[{ text: label` ${width < 56 ? warning.short : warning.whole}`, tone: 'bad' }]}
        width={width}
      />
      {names.map((name, index) => (
        <Line key={index} parts={[{ text: label`   ${name}` }]} width={width} />
      ))}
      {spaced && <Line parts={[]} width={width} />}
      {request !== undefined && <Line parts={[{ text: label` ${request}` }]} width={width} />}
      {isBoxed ? (
        <>
          <Field
            title={label``}
            focused={!isArmed}
            isWrong={isWrong}
            indent={indent}
            height={1}
            boxWidth={width - indent - 1}
            beside={[]}
            besideWidth={1}
          >
            <TextField
              text={typed}
              width={width - indent - 1 - boxEdges}
              focused
              at={{ x: place.left + 1 + indent + boxEdges / 2, y: place.top + 2 + row }}
              placeholder={wanted}
            />
          </Field>
          <Button title={label`Delete`} focused={isArmed} indent={indent} width={width} />
        </>
      ) : (
        <PopupField place={place} row={row} text={typed} placeholder={wanted} isTaken />
      )}
      {spaced && <Line parts={[]} width={width} />}
      {status !== undefined && <Line parts={[{ text: label` ` }, status]} width={width} />}
    </Popup>
  );
}
