import { Line } from '#components/Line.tsx';
import { insideWidth, Popup, PopupTitle } from '#components/Popup.tsx';
import { popupPlace } from '#screens/popupPlace.ts';
import { useAppState } from '#screens/useAppState.ts';
import { cutMiddle } from '#terminal/fit.ts';
import { label, safeText, type SafeText, joinSafe } from '#terminal/safeText.ts';
import { wrapSafe } from '#terminal/wrapSafe.ts';
import type { Question } from '#store/navigation/route.ts';
import { placeOf } from '#store/exporting/exporting.ts';
import type { State } from '#store/core/state.ts';
import { bodyRows } from '#store/core/viewport.ts';
import { fieldTitle, fieldValue } from '#screens/editor/editorFieldText.ts';
import { editorFields } from '#store/editing/editorFields.ts';
import { draftOf, linkWords } from '#model/website/draft.ts';
import { inWords } from '#screens/bulkReview/changes.ts';
import { websiteTitle } from '#screens/websiteTitle.ts';
import { sharedIn } from '#store/websites/records.ts';
import { formerFields, undoable } from '#store/editing/undo.ts';
import { askedQuestion, questions } from './questions.ts';

/** A question before something is lost. */
export function ConfirmPopup() {
  const state = useAppState(whole => whole);
  const question = askedQuestion(state);
  if (question === undefined) return null;
  const { title, text, short = text, yes } = questions[question];
  const inner = Math.min(62, state.viewport.columns - 4);
  // On a small screen the keys stay; blank lines and details are left out first.
  const room = bodyRows(state.viewport) - 3;
  const explained = wrapSafe(safeText(inner < 50 ? short : text), inner - 2);
  const details = detailsOf(question, state, { columns: inner - 2, rows: room - 1 - explained.length });
  const wrapped = [...explained, ...details];
  const gap = wrapped.length + 2 <= room ? 1 : 0;
  const lines = wrapped.slice(0, room - 1);
  const place = popupPlace(state.viewport, { width: inner + 2, rows: lines.length + 2 + gap });
  const width = insideWidth(place);
  return (
    <Popup place={place}>
      <PopupTitle title={safeText(title)} width={width} />
      {lines.map((line, index) => (
        <Line key={index} parts={[{ text: label` ${line}` }]} width={width} />
      ))}
      {gap > 0 && <Line parts={[]} width={width} />}
      <Line
        width={width}
        parts={[
          { text: label` y`, tone: 'accent', bold: true },
          { text: safeText(` ${yes}   `) },
          { text: label`n`, tone: 'accent', bold: true },
          { text: label` go back` },
        ]}
      />
    </Popup>
  );
}

function detailsOf(
  question: Question,
  state: State,
  { columns, rows }: { readonly columns: number; readonly rows: number },
): SafeText[] {
  if (question === 'overwriteTheirs') return differences(state);
  if (question === 'endShareLinks') return endedLines(state, rows);
  if (question === 'undoEdit') return formerLines(state, rows);
  if (question !== 'overwriteFile') return [];
  const { name, folder } = placeOf(state.exporting.existing ?? '');
  // The end of a name or folder identifies it, so they are cut in the middle.
  return [cutMiddle(safeText(name), columns), cutMiddle(safeText(`in ${folder}`), columns)];
}

/** Fields that both sides changed, with both values. */
export function differences({ editor }: State): SafeText[] {
  const form = editor.session;
  const theirs = form?.theirs;
  if (form === undefined || theirs === undefined) return [];
  return editorFields
    .filter(field => field in theirs)
    .map(field => {
      const here = fieldValue({ ...form.draft, ...theirs }, field);
      const mine = fieldValue(form.draft, field);
      return joinSafe([label`  ${fieldTitle(field)}:`, label`now ${here},`, label`yours ${mine}`], label` `);
    });
}

/** A line for each share link that saving the form ends, in at most so many rows. */
function endedLines({ editor }: State, rows: number): SafeText[] {
  const { ended = [], original } = editor.session ?? {};
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

/** What an undo would put back, website by website, in at most so many rows. */
export function formerLines(state: State, rows: number): SafeText[] {
  const lines = undoable(state).map(({ website, former }) => {
    const fields = formerFields(former);
    const values =
      fields.length === 0 ? label`nothing but a password was set` : inWords(draftOf(website), fields);
    const links = former.privacy === 'public' ? (website.shareLinks ?? []) : [];
    const back = links.length === 0 ? label`` : label`, with ${safeText(linkWords(links, website))}`;
    return label`  ${websiteTitle(website, sharedIn(state))}: ${values}${back}`;
  });
  return shortened(lines, rows);
}
