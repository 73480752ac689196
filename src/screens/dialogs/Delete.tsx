import { Button, Field, TextField } from '#components/Field.tsx';
import { Line } from '#components/Line.tsx';
import { insideWidth, Popup, PopupField, PopupTitle } from '#components/Popup.tsx';
import type { Part } from '#components/parts.ts';
import { hasDomain, websiteName } from '#model/website/website.ts';
import { popupPlace } from '#screens/layout.ts';
import { useAppState } from '#screens/storeView.ts';
import { websiteTitle } from '#screens/words.ts';
import { bodyRows, type Viewport } from '#store/display.ts';
import {
  type BulkDeletionSlice,
  type DeletionSlice,
  isConfirmed,
  isCountTyped,
  isOnTheWay,
} from '#store/editing/deletion.ts';
import { wrapSafe } from '#text/fit.ts';
import { resultOfEach } from '#text/memo.ts';
import { joinSafe, label, type SafeText, safeText } from '#text/safeText.ts';
import type { TextValue } from '#text/textField.ts';

/** Rows of the dialog without names and blank lines: title, warning and field; with the request and the status. */
export const leastDialogRows = 3;
export const dialogRows = leastDialogRows + 2;

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

const frameRows = 2;
const mostNames = 8;
// Every key in the field draws them.
const titlesOf = resultOfEach<readonly SafeText[]>();

/** Confirms deleting several websites: the user types how many they are. */
export function BulkDeletePopup() {
  const deletion = useAppState(state => state.bulkDeletion);
  const viewport = useAppState(state => state.viewport);
  const { websites, typed } = deletion;
  const spare = bodyRows(viewport) - dialogRows - frameRows;
  // On the smallest terminals the title has the request, and only the footer names the keys.
  const isTight = spare < 4;
  const titles = titlesOf(websites, [], () => websites.map(website => websiteTitle(website)));
  const names = isTight
    ? wrappedNames(titles, spare + dialogRows - leastDialogRows, Math.min(58, viewport.columns - 8))
    : listedNames(titles, Math.min(mostNames, spare - 2));
  const title = label`Delete ${websites.length} websites?`;
  return (
    <DeleteDialog
      viewport={viewport}
      title={isTight ? label`${title} Type ${websites.length}:` : title}
      warning={{
        whole: label`All their statistics go with them. There is no way back.`,
        short: label`All their statistics go, for good.`,
      }}
      names={names}
      request={isTight ? undefined : label`Type ${websites.length} to delete them:`}
      typed={typed}
      wanted={label`${websites.length}`}
      status={isTight ? undefined : bulkStatus(deletion)}
      isArmed={isCountTyped(deletion)}
      isWrong={!isBulkOnTheWay(deletion)}
      spaced={!isTight}
    />
  );
}

function bulkStatus(deletion: BulkDeletionSlice): Part {
  if (isCountTyped(deletion)) return { text: label`Enter deletes them, Esc keeps them.`, tone: 'warn' };
  return isBulkOnTheWay(deletion)
    ? { text: label`Esc keeps them.`, tone: 'dim' }
    : { text: label`What is typed does not match. Esc keeps them.`, tone: 'bad' };
}

/** Whether what is typed can still become their number. */
function isBulkOnTheWay({ websites, typed }: BulkDeletionSlice): boolean {
  return String(websites.length).startsWith(typed.value.trim());
}

/** Each name in a line of its own; where there are more names than rows, the last line counts the others. */
export function listedNames(names: readonly SafeText[], rows: number): SafeText[] {
  const shown = names.length > rows ? names.slice(0, rows - 1) : names;
  const others = names.length - shown.length;
  return [...shown, ...(others > 0 ? [label`and ${others} more`] : [])];
}

/** As many names as fit into these rows, separated by commas, and how many others there are. */
export function wrappedNames(names: readonly SafeText[], rows: number, columns: number): SafeText[] {
  // A name takes at least three columns, so of thousands only the first ones can fit.
  const most = Math.min(names.length, Math.ceil((rows * columns) / 3));
  for (let count = most; count > 0; count -= 1) {
    const text = joinSafe(names.slice(0, count), label`, `);
    const others = names.length - count;
    const lines = wrapSafe(others === 0 ? text : label`${text} and ${others} more`, columns);
    if (lines.length <= rows) return lines;
  }
  return [];
}

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
