import { Line } from '#components/Line.tsx';
import { insideWidth, Popup, PopupTitle, PopupField } from '#components/Popup.tsx';
import type { Part } from '#components/style.ts';
import type { TextValue } from '#model/text/textValue.ts';
import { popupPlace } from '#screens/popupPlace.ts';
import type { Viewport } from '#store/core/viewport.ts';
import { label, type SafeText } from '#terminal/safeText.ts';

/** Rows of the dialog without names and blank lines: title, warning and field; with the request and the status. */
export const leastDialogRows = 3;
export const dialogRows = leastDialogRows + 2;

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
  /** Blank lines set the field apart. */
  readonly spaced: boolean;
}) {
  const { viewport, title, warning, names = [], request, typed, wanted, status, spaced } = props;
  const said = [request, status].filter(line => line !== undefined).length;
  const rows = leastDialogRows + said + names.length + (spaced ? 2 : 0);
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
      <PopupField
        place={place}
        row={names.length + (request === undefined ? 2 : 3) + (spaced ? 1 : 0)}
        text={typed}
        placeholder={wanted}
        isTaken
      />
      {spaced && <Line parts={[]} width={width} />}
      {status !== undefined && <Line parts={[{ text: label` ` }, status]} width={width} />}
    </Popup>
  );
}
