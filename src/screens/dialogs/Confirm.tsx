import { Line } from '#components/Line.tsx';
import { Button, Field, TextField } from '#components/box/Field.tsx';
import { insideWidth, Popup, type PopupBounds, PopupField } from '#components/box/Popup.tsx';
import { fieldEdges } from '#components/box/frame.ts';
import type { Part } from '#components/parts.ts';
import { describeChoice } from '#model/period/period.ts';
import { daysLeftBy, draftOf, linkWords } from '#model/website/draft.ts';
import { goalsOf } from '#model/website/goal.ts';
import { ownTags } from '#model/website/tags.ts';
import { hasDomain, settingNames, type Website } from '#model/website/website.ts';
import { fieldTitle, fieldValue } from '#screens/editing/fieldWords.ts';
import { formBounds } from '#screens/editing/formLayout.ts';
import { inWords } from '#screens/editing/review.ts';
import { boxColumns, popupPlace } from '#screens/layout.ts';
import { useAppState } from '#screens/storeView.ts';
import { cutTitle, settingsLines } from '#screens/websites/cells.ts';
import { websiteTitle } from '#screens/words.ts';
import { bodyRows, type Viewport } from '#store/display.ts';
import { type DeletionSlice, isConfirmed, isOnTheWay, wantedText } from '#store/editing/deletion.ts';
import { formerFields, undoable } from '#store/editing/undo.ts';
import { splitPath } from '#store/exporting.ts';
import { shownNotes } from '#store/kept/notes.ts';
import type { Question } from '#store/navigation/route.ts';
import { rowNumbers } from '#store/queries/overview.ts';
import type { State } from '#store/state.ts';
import { sharedIn } from '#store/websites/records.ts';
import { textWidth } from '#text/characters.ts';
import { cutMiddle, fitEnd, wrapSafe } from '#text/fit.ts';
import { memoizeByObject } from '#text/memo.ts';
import { joinSafe, label, type SafeText, safeText } from '#text/safeText.ts';
import type { TextValue } from '#text/textField.ts';
import { counted, keyOf, shellQuote } from '#text/words.ts';
import { askedQuestion, goesBack, questions } from './index.ts';

const columns = 64;
/** Characters of a command line that is asked about. */
const maxAsked = 100_000;

export function ConfirmPopup() {
  const state = useAppState(whole => whole);
  const question = askedQuestion(state);
  if (question === undefined) return null;
  const { title, text, short = text, yes } = questions[question];
  const form = coveredForm(state);
  const inner = (form === undefined ? boxColumns(state.viewport, columns) : form.width - 4) - 2;
  // On a small screen the keys stay; blank lines and details are left out first.
  const room = bodyRows(state.viewport) - 2;
  const explained = wrapSafe(safeText(inner < 50 ? short : text), inner - 2);
  const details = detailsOf(question, state, { columns: inner - 2, rows: room - 1 - explained.length });
  const wrapped = [...explained, ...details];
  const gap = wrapped.length + 2 <= room ? 1 : 0;
  const lines = wrapped.slice(0, room - 1);
  const placed = popupPlace(state.viewport, { width: inner + 2, rows: lines.length + 1 + gap });
  const place = form === undefined ? placed : { ...placed, left: form.left + 2, width: inner + 2 };
  const width = insideWidth(place);
  return (
    <Popup place={place} within={form} title={safeText(title)}>
      {lines.map((line, index) => (
        <Line key={index} parts={[{ text: label` ${line}` }]} width={width} />
      ))}
      {gap > 0 && <Line parts={[]} width={width} />}
      <Line
        width={width}
        parts={[
          { text: label` ${keyOf('confirm.yes')}`, tone: 'accent', bold: true },
          { text: safeText(` ${yes}   `) },
          { text: goesBack, tone: 'accent', bold: true },
          { text: label` go back` },
        ]}
      />
    </Popup>
  );
}

/** The form that it asks about, within which it stands. */
function coveredForm({ navigation: { stack }, viewport, screenOf }: State): PopupBounds | undefined {
  const isCovered = stack.some(({ screen }) => screenOf(screen).isForm === true);
  return isCovered ? formBounds(viewport, 0) : undefined;
}

function detailsOf(
  question: Question,
  state: State,
  { columns, rows }: { readonly columns: number; readonly rows: number },
): SafeText[] {
  if (question === 'overwriteTheirs') return differences(state);
  if (question === 'endShareLinks') return endedLines(state, rows);
  if (question === 'deleteVisits')
    return [safeText(`  visits older than ${state.editor.form?.daysLeft} days`)];
  if (question === 'undoEdit') return formerLines(state, rows, columns);
  if (question === 'runCommand') return askedLines(state, columns, rows);
  if (question !== 'overwriteFile') return [];
  const { name, folder } = splitPath(state.exporting.existing ?? '');
  // The end of a name or folder identifies it, so they are cut in the middle.
  return [cutMiddle(safeText(name), columns), cutMiddle(safeText(`in ${folder}`), columns)];
}

/** The arguments that are asked about; where there is no room for all, how they begin and end: a value often stands last. */
function askedLines({ yours }: State, columns: number, rows: number): SafeText[] {
  const line = (yours.asked?.run ?? []).map(shellQuote).join(' ');
  const lines = wrapSafe(safeText(line, maxAsked), columns);
  if (lines.length <= rows) return lines;
  const end = rows > 2 ? lines.slice(-1) : [];
  const begin = lines.slice(0, Math.max(0, rows - 1 - end.length));
  return [...begin, label`... ${lines.length - begin.length - end.length} more lines`, ...end];
}

function differences({ editor }: State): SafeText[] {
  const { form } = editor;
  const theirs = form?.theirs;
  if (form === undefined || theirs === undefined) return [];
  return settingNames
    .filter(field => field in theirs)
    .map(field => {
      const here = fieldValue({ ...form.draft, ...theirs }, field);
      const mine = fieldValue(form.draft, field);
      return joinSafe([label`  ${fieldTitle(field)}:`, label`now ${here},`, label`yours ${mine}`], label` `);
    });
}

function endedLines({ editor }: State, rows: number): SafeText[] {
  const { ended = [], original } = editor.form ?? {};
  return shortened(
    ended.map(link => label`  ${safeText(linkWords([link], { name: original?.name }))}`),
    rows,
  );
}

const most = 5;

function shortened(lines: readonly SafeText[], rows: number): SafeText[] {
  const room = Math.min(most, rows);
  if (lines.length <= room) return [...lines];
  return [...lines.slice(0, room - 1), label`  and ${lines.length - room + 1} more`];
}

/** Of a title before what it is put back to. */
const minTitle = 16;

export function formerLines(state: State, rows: number, columns = 80): SafeText[] {
  const lines = undoable(state).flatMap(({ website, former, set }) => {
    const fields = formerFields(former);
    const values =
      fields.length === 0 ? label`nothing but a password was set` : inWords(draftOf(website), fields);
    const links = former.privacy === 'public' ? (website.shareLinks ?? []) : [];
    const back = links.length === 0 ? label`` : label`, with ${safeText(linkWords(links, website))}`;
    const days = daysLeftBy(set, former);
    const lost =
      days !== undefined
        ? safeText(`visits older than ${days} days are deleted`)
        : daysLeftBy(website, set) === undefined
          ? undefined
          : label`visits that were deleted do not come back`;
    const room = Math.max(minTitle, columns - textWidth(values) - textWidth(back) - 4);
    const title = cutTitle(state, websiteTitle(website, sharedIn(state)), room);
    return [label`  ${title}: ${values}${back}`, ...(lost === undefined ? [] : [label`  ${lost}`])];
  });
  return shortened(lines, rows);
}

const widest = 64;
/** Rows of the dialog without names and blank lines: warning and field; with the request and the status. */
const minDialogRows = 2;
const dialogRows = minDialogRows + 2;

/** What a box and the button take beyond the field in one line. */
const boxedRows = 3;
const indent = 3;

/** A confirmation that has to be typed, since all the statistics are deleted too. */
function DeleteDialog(props: {
  readonly viewport: Viewport;
  readonly title: SafeText;
  readonly warning: { readonly whole: SafeText; readonly short: SafeText };
  readonly names?: readonly SafeText[];
  /** Left out, as is `status`, where there is no room for them. */
  readonly request?: SafeText | undefined;
  readonly typed: TextValue;
  readonly wanted: SafeText;
  readonly status?: Part | undefined;
  readonly isArmed: boolean;
  /** It cannot become that any more. */
  readonly isWrong: boolean;
  readonly spaced: boolean;
}) {
  const { viewport, title, warning, names = [], request, typed, wanted, status, spaced } = props;
  const { isArmed, isWrong } = props;
  const statusRows = [request, status].filter(line => line !== undefined).length;
  const least = minDialogRows + statusRows + names.length + (spaced ? 1 : 0);
  const isBoxed = spaced && least + boxedRows <= bodyRows(viewport) - frameRows;
  const rows = least + (isBoxed ? boxedRows - (status === undefined ? 0 : 1) : 0);
  const row = names.length + (request === undefined ? 1 : 2) + (spaced ? 1 : 0);
  const place = popupPlace(viewport, { width: widest, rows });
  const width = insideWidth(place);
  return (
    <Popup place={place} title={title}>
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
            look="frame"
            indent={indent}
            valueWidth={width - indent - 1}
            height={1}
          >
            <TextField
              text={typed}
              width={width - indent - 1 - fieldEdges.frame.columns}
              focused
              at={{ x: place.left + 1 + indent + fieldEdges.frame.columns / 2, y: place.top + 2 + row }}
              placeholder={wanted}
            />
          </Field>
        </>
      ) : (
        <PopupField place={place} row={row} text={typed} placeholder={wanted} isTaken />
      )}
      {(isBoxed || status !== undefined) && (
        <Button
          title={label`Delete`}
          focused={isArmed}
          isLater={!isArmed}
          indent={indent}
          right={status === undefined ? [] : [status, { text: label` ` }]}
          width={width}
        />
      )}
    </Popup>
  );
}

const frameRows = 2;
const maxNames = 8;
// Every key in the field draws them.
const titlesOf = memoizeByObject<readonly SafeText[]>();

export function DeletePopup() {
  const state = useAppState(whole => whole);
  const { deletion, viewport } = state;
  const [website] = deletion.websites;
  if (website === undefined) return null;
  const isOne = deletion.websites.length === 1;
  const dialog = isOne ? textsOfOne(website, state) : textsOfMany(state);
  return (
    <DeleteDialog
      viewport={viewport}
      typed={deletion.typed}
      wanted={safeText(wantedText(deletion))}
      isArmed={isConfirmed(deletion)}
      isWrong={!isOnTheWay(deletion)}
      {...dialog}
    />
  );
}

/** In so many lines of the body there is room for what goes with a website. */
const roomForLosses = 16;

/** Its visitors in the period that is chosen, and what is kept of it here. */
function lossesOf(state: State, website: Website): SafeText[] {
  const { visitors } = rowNumbers(state, website);
  const tags = ownTags(state.tags.all, website);
  const kept = [
    ...(tags.length === 0 ? [] : [`tagged ${tags.join(', ')}`]),
    ...some(goalsOf(state.goals.all, website).length, 'goals'),
    ...some(shownNotes(state, website.id).length, 'notes'),
  ];
  const fact = (title: SafeText, text: string) => label`${fitEnd(title, lossTitle)}${safeText(text)}`;
  return [
    ...(visitors?.total === undefined
      ? []
      : [fact(safeText(describeChoice(state.period.choice)), counted(visitors.total, 'visitors'))]),
    ...settingsLines(website)
      .slice(0, 1)
      .map(settings => fact(label`Settings`, settings)),
    fact(label`Kept here`, kept.join(', ') || 'nothing'),
  ];
}

const lossTitle = 16;

function some(count: number, noun: string): string[] {
  return count === 0 ? [] : [counted(count, noun)];
}

/** The frame with its blanks, and the words around a title in it. */
const besideTitle = 6 + 8;

function textsOfOne(website: Website, state: State) {
  const { deletion, viewport } = state;
  return {
    names: bodyRows(viewport) < roomForLosses ? [] : lossesOf(state, website),
    title: label`Delete ${cutTitle(state, websiteTitle(website), boxColumns(viewport, widest) - besideTitle)}?`,
    warning: {
      whole: label`All its statistics go with it. There is no way back.`,
      short: label`All its statistics go, for good.`,
    },
    request: hasDomain(website) ? label`Type the domain to delete it:` : label`Type the name to delete it:`,
    status: status(deletion),
    spaced: bodyRows(viewport) >= 9,
  };
}

function textsOfMany(state: State) {
  const { deletion, viewport } = state;
  const { websites } = deletion;
  const columns = boxColumns(viewport, widest) - 6;
  const spare = bodyRows(viewport) - dialogRows - frameRows;
  // On the smallest terminals the title has the request, and only the footer names the keys.
  const isTight = spare < 4;
  // A comma may follow.
  const titles = titlesOf(websites, [columns, state.websites.list.data?.rows], () =>
    websites.map(website => cutTitle(state, websiteTitle(website), columns - 1)),
  );
  const title = label`Delete ${websites.length} websites?`;
  return {
    title: isTight ? label`${title} Type ${websites.length}:` : title,
    warning: {
      whole: label`All their statistics go with them. There is no way back.`,
      short: label`All their statistics go, for good.`,
    },
    names: isTight
      ? wrappedNames(titles, spare + dialogRows - minDialogRows, columns)
      : listedNames(titles, Math.min(maxNames, spare - 2)),
    request: isTight ? undefined : label`Type ${websites.length} to delete them:`,
    status: isTight ? undefined : status(deletion),
    spaced: !isTight,
  };
}

/** What the footer does not say. */
function status(deletion: DeletionSlice): Part {
  if (deletion.problem !== undefined) return { text: safeText(deletion.problem), tone: 'bad' };
  if (deletion.deleting) return { text: label`Deleting ...`, tone: 'dim' };
  return isOnTheWay(deletion) ? { text: label`` } : { text: label`That does not match.`, tone: 'bad' };
}

export function listedNames(names: readonly SafeText[], rows: number): SafeText[] {
  const shown = names.length > rows ? names.slice(0, rows - 1) : names;
  const others = names.length - shown.length;
  return [...shown, ...(others > 0 ? [label`and ${others} more`] : [])];
}

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
