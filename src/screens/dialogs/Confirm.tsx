import { Line } from '#components/Line.tsx';
import { insideWidth, Popup } from '#components/box/Popup.tsx';
import { daysLeftBy, draftOf, linkWords } from '#model/website/draft.ts';
import { settingNames } from '#model/website/website.ts';
import { fieldTitle, fieldValue } from '#screens/editing/fieldWords.ts';
import { inWords } from '#screens/editing/review.ts';
import { boxColumns, popupPlace } from '#screens/layout.ts';
import { useAppState } from '#screens/storeView.ts';
import { websiteTitle } from '#screens/words.ts';
import { bodyRows } from '#store/display.ts';
import { formerFields, undoable } from '#store/editing/undo.ts';
import { placeOf } from '#store/exporting.ts';
import type { Question } from '#store/navigation/route.ts';
import type { State } from '#store/state.ts';
import { sharedIn } from '#store/websites/records.ts';
import { cutMiddle, wrapSafe } from '#text/fit.ts';
import { keyOf, shellQuote } from '#text/words.ts';
import { joinSafe, label, safeText, type SafeText } from '#text/safeText.ts';
import { askedQuestion, questions } from './index.ts';

const columns = 64;
/** Characters of a command line that is asked about. */
const mostAsked = 100_000;

export function ConfirmPopup() {
  const state = useAppState(whole => whole);
  const question = askedQuestion(state);
  if (question === undefined) return null;
  const { title, text, short = text, yes } = questions[question];
  const inner = boxColumns(state.viewport, columns) - 2;
  // On a small screen the keys stay; blank lines and details are left out first.
  const room = bodyRows(state.viewport) - 2;
  const explained = wrapSafe(safeText(inner < 50 ? short : text), inner - 2);
  const details = detailsOf(question, state, { columns: inner - 2, rows: room - 1 - explained.length });
  const wrapped = [...explained, ...details];
  const gap = wrapped.length + 2 <= room ? 1 : 0;
  const lines = wrapped.slice(0, room - 1);
  const place = popupPlace(state.viewport, { width: inner + 2, rows: lines.length + 1 + gap });
  const width = insideWidth(place);
  return (
    <Popup place={place} title={safeText(title)}>
      {lines.map((line, index) => (
        <Line key={index} parts={[{ text: label` ${line}` }]} width={width} />
      ))}
      {gap > 0 && <Line parts={[]} width={width} />}
      <Line
        width={width}
        parts={[
          { text: label` ${keyOf('confirm.yes')}`, tone: 'accent', bold: true },
          { text: safeText(` ${yes}   `) },
          { text: keyOf('confirm.no'), tone: 'accent', bold: true },
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
  if (question === 'deleteVisits')
    return [safeText(`  visits older than ${state.editor.form?.daysLeft} days`)];
  if (question === 'undoEdit') return formerLines(state, rows);
  if (question === 'runCommand') return askedLines(state, columns, rows);
  if (question !== 'overwriteFile') return [];
  const { name, folder } = placeOf(state.exporting.existing ?? '');
  // The end of a name or folder identifies it, so they are cut in the middle.
  return [cutMiddle(safeText(name), columns), cutMiddle(safeText(`in ${folder}`), columns)];
}

/** The arguments that are asked about; where there is no room for all, how they begin and end: a value often stands last. */
function askedLines({ yours }: State, columns: number, rows: number): SafeText[] {
  const line = (yours.asked?.run ?? []).map(shellQuote).join(' ');
  const lines = wrapSafe(safeText(line, mostAsked), columns);
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

export function formerLines(state: State, rows: number): SafeText[] {
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
    return [
      label`  ${websiteTitle(website, sharedIn(state))}: ${values}${back}`,
      ...(lost === undefined ? [] : [label`  ${lost}`]),
    ];
  });
  return shortened(lines, rows);
}
