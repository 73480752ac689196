import { Line } from '#components/Line.tsx';
import { Button, Field, TextField } from '#components/box/Field.tsx';
import { insideWidth, Popup, type PopupBounds, PopupField, PopupRule } from '#components/box/Popup.tsx';
import { fieldEdges, frameSide } from '#components/box/frame.ts';
import { dim, fitParts, type Part } from '#components/parts.ts';
import { describeChoice } from '#model/period/period.ts';
import { statisticInfo } from '#model/service/capabilities.ts';
import { daysLeftBy, draftOf, linkWords } from '#model/website/draft.ts';
import { goalsOf } from '#model/website/goal.ts';
import { ownTags } from '#model/website/tags.ts';
import { hasDomain, settingNames, type Website } from '#model/website/website.ts';
import { fieldTitle, fieldValue } from '#screens/editing/fieldWords.ts';
import { formBounds } from '#screens/editing/formLayout.ts';
import { inWords } from '#screens/editing/review.ts';
import { blank, boxColumns, minTwoColumns, popupPlace } from '#screens/layout.ts';
import { useAppState } from '#screens/storeView.ts';
import { createdText, cutTitle, settingsLines } from '#screens/websites/cells.ts';
import { websiteTitle } from '#screens/words.ts';
import { bodyRows } from '#store/display.ts';
import { type DeletionSlice, isConfirmed, isOnTheWay, wantedText } from '#store/editing/deletion.ts';
import { unsavedFields } from '#store/editing/form.ts';
import { formerFields, undoable } from '#store/editing/undo.ts';
import { splitPath } from '#store/exporting.ts';
import { shownNotes } from '#store/kept/notes.ts';
import type { Question } from '#store/navigation/route.ts';
import { rowNumbers } from '#store/queries/overview.ts';
import type { State } from '#store/state.ts';
import { sharedIn } from '#store/websites/records.ts';
import { textWidth } from '#text/characters.ts';
import { cutMiddle, fitEnd, fitStart, spaces, wrapSafe } from '#text/fit.ts';
import { memoizeByObject } from '#text/memo.ts';
import { joinSafe, label, type SafeText, safeText } from '#text/safeText.ts';
import { counted, groupThousands, keyOf, shellQuote } from '#text/words.ts';
import { currentQuestion, goesBack, ofSeveral, questions } from './index.ts';

const columns = 64;
/** Characters of a command line that is asked about. */
const maxAsked = 100_000;

export function ConfirmPopup() {
  const state = useAppState(whole => whole);
  const question = currentQuestion(state);
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
  if (question === 'discardEdits' || question === 'quitWithEdits') return unsavedLines(state);
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

/** Which changes will be lost. */
function unsavedLines({ editor: { form } }: State): SafeText[] {
  const titles = form === undefined ? [] : unsavedFields(form).map(field => fieldTitle(field));
  return titles.length === 0 ? [] : [label`  ${joinSafe(titles, label`, `)}`];
}

function differences({ editor }: State): SafeText[] {
  const { form } = editor;
  const theirs = form?.theirs;
  if (form === undefined || theirs === undefined) return [];
  return settingNames
    .filter(field => field in theirs)
    .map(field => {
      const here = fieldValue({ ...form.draft, ...theirs }, field);
      const edited = fieldValue(form.draft, field);
      return joinSafe(
        [label`  ${fieldTitle(field)}:`, label`now ${here},`, label`yours ${edited}`],
        label` `,
      );
    });
}

function endedLines({ editor }: State, rows: number): SafeText[] {
  const { ended = [], original } = editor.form ?? {};
  return shortened(
    ended.map(link => label`  ${safeText(linkWords([link], { name: original?.name }))}`),
    rows,
  );
}

const max = 5;

function shortened(lines: readonly SafeText[], rows: number): SafeText[] {
  const room = Math.min(max, rows);
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
/** Of the smallest dialog: warning and field. */
const leastRows = 2;
const frameRows = 2;
const maxNames = 8;
const indent = 3;
/** In so many lines of the body there is room for what goes with websites, and below that for a line with the button. */
const roomForLosses = 16;
/** Beside what is typed: a line down with a blank on both sides and one at the end, and the title of each fact. */
const [dividerColumns, factTitle] = [4, 13];

type Lines = readonly (readonly Part[])[];

// Every key in the field draws them.
const titlesOf = memoizeByObject<readonly SafeText[]>();

/** A confirmation that has to be typed, since all the statistics are deleted too. They stand beside it where forms have their help. */
export function DeletePopup() {
  const state = useAppState(whole => whole);
  const { deletion, viewport } = state;
  const [website] = deletion.websites;
  if (website === undefined) return null;
  const isOne = deletion.websites.length === 1;
  const room = bodyRows(viewport) - frameRows;
  const isTall = bodyRows(viewport) >= roomForLosses;
  const isWide = isTall && viewport.columns >= minTwoColumns;
  const bounds = isWide ? formBounds(viewport, 0) : popupPlace(viewport, { width: widest, rows: 0 });
  const width = insideWidth(bounds);
  const sideWidth = isWide ? Math.floor(width * 0.46) : 0;
  const left = width - sideWidth;
  // On the smallest terminals the title of many has the request, and only the footer names the keys.
  const isTight = !isOne && !isTall && room < leastRows + 6;
  const problem = status(deletion);
  const tail = isTight ? 0 : isTall ? 3 : 2;
  const spare = room - leastRows - tail;
  const within = {
    columns: isWide ? sideWidth - dividerColumns : left - 4,
    rows: isTall ? maxNames : isTight ? room - leastRows : spare,
  };
  const names = isOne
    ? lossesOf(state, website, within)
    : isTight
      ? wrappedLosses(state, within)
      : lossesOfMany(state, within);
  const below = isWide ? [] : names;
  const request = isOne
    ? hasDomain(website)
      ? label`Type the domain to delete it:`
      : label`Type the name to delete it:`
    : label`Type ${deletion.websites.length} to delete them:`;
  const above: Lines = [
    ...blank(isTall ? 1 : 0),
    [{ text: label` ${warningOf(isOne, left < 56)}`, tone: 'bad' }],
    ...below.map(parts => [{ text: spaces(indent) }, ...parts]),
    ...blank(isTall ? 1 : 0),
    ...(isTight ? [] : [[{ text: label` ${request}` }]]),
  ];
  const edges = isTall ? fieldEdges.frame.rows : 0;
  const sideLines = isWide ? [[], ...names] : [];
  const fieldRows = isTall ? Math.max(1 + edges, sideLines.length - above.length) : 1;
  const rows = above.length + fieldRows + (isTight ? 0 : isTall ? 2 : 1);
  const place = isWide
    ? formBounds(viewport, rows + frameRows)
    : popupPlace(viewport, { width: widest, rows });
  const sideAt = (row: number): readonly Part[] =>
    isWide ? [{ text: label` ` }, frameSide('frame'), { text: label` ` }, ...(sideLines[row] ?? [])] : [];
  const isArmed = isConfirmed(deletion);
  const valueWidth = left - indent - (isWide ? 0 : 1);
  return (
    <Popup place={place} title={deleteTitle(state, width - titleMargin, isTight)}>
      {above.map((parts, row) => (
        <Line
          key={row}
          parts={isWide ? [...fitParts(parts, [], left), ...sideAt(row)] : parts}
          width={width}
        />
      ))}
      {isTall ? (
        <Field
          title={label``}
          focused={!isArmed}
          isWrong={!isOnTheWay(deletion)}
          look="frame"
          indent={indent}
          valueWidth={valueWidth}
          height={1}
          rows={fieldRows}
          sideLines={Array.from({ length: fieldRows }, (_, row) => sideAt(above.length + row))}
          sideWidth={isWide ? sideWidth : 1}
        >
          <TextField
            text={deletion.typed}
            width={valueWidth - fieldEdges.frame.columns}
            focused
            at={{
              x: place.left + 1 + indent + fieldEdges.frame.columns / 2,
              y: place.top + 2 + above.length,
            }}
            placeholder={safeText(wantedText(deletion))}
          />
        </Field>
      ) : (
        <PopupField
          place={place}
          row={above.length}
          text={deletion.typed}
          placeholder={safeText(wantedText(deletion))}
          isTaken
        />
      )}
      {isTall && <PopupRule width={width} foot={isWide ? left + 1 : undefined} />}
      {!isTight && (
        <Button
          title={safeText(`Delete${ofSeveral(state)}`)}
          focused={isArmed}
          isLater={!isArmed}
          indent={indent}
          right={[problem, { text: label` ` }]}
          width={width}
        />
      )}
    </Popup>
  );
}

function warningOf(isOne: boolean, isShort: boolean): SafeText {
  const [them, theirs] = isOne ? ['it', 'its'] : ['them', 'their'];
  return safeText(
    isShort
      ? `All ${theirs} statistics go, for good.`
      : `All ${theirs} statistics go with ${them}. There is no way back.`,
  );
}

/** The blanks of the frame, and the words around a title in it. */
const titleMargin = 4 + 8;

function deleteTitle(state: State, columns: number, isTight: boolean): SafeText {
  const { websites } = state.deletion;
  const [website] = websites;
  if (website !== undefined && websites.length === 1)
    return label`Delete ${cutTitle(state, websiteTitle(website), columns)}?`;
  const title = label`Delete ${websites.length} websites?`;
  return isTight ? label`${title} Type ${websites.length}:` : title;
}

function titlesIn(state: State, columns: number): readonly SafeText[] {
  const { websites } = state.deletion;
  // A comma may follow.
  return titlesOf(websites, [columns, state.websites.list.data?.rows], () =>
    websites.map(website => cutTitle(state, websiteTitle(website), columns - 1)),
  );
}

/** What was counted of a website in the period that is chosen, and what is kept of it here. */
function lossesOf(state: State, website: Website, { columns, rows }: Room): Lines {
  const numbers = rowNumbers(state, website);
  const period = safeText(describeChoice(state.period.choice));
  const counts = (['visitors', 'pageviews'] as const).flatMap(name => {
    const total = numbers[name]?.total;
    return total === undefined
      ? []
      : [{ name: safeText(statisticInfo(name).title), total: safeText(groupThousands(total)) }];
  });
  const [first] = counts;
  // Where there is one line it says a number.
  if (rows < 4)
    return first === undefined || rows < 1
      ? []
      : [
          [
            { text: label`${period}   ` },
            { text: label`${first.total} ${safeText(first.name.toLowerCase())}`, bold: true },
          ],
        ];
  const tags = ownTags(state.tags.all, website);
  const kept = [
    ...(tags.length === 0 ? [] : [`tagged ${tags.join(', ')}`]),
    ...some(goalsOf(state.goals.all, website).length, 'goals'),
    ...some(shownNotes(state, website.id).length, 'notes'),
  ];
  const widestCount = Math.max(0, ...counts.map(({ total }) => textWidth(total)));
  const added = createdText(website);
  const facts: (readonly [SafeText, SafeText])[] = [
    ...(added === undefined ? [] : [[label`Added`, added] as const]),
    ...settingsLines(website)
      .slice(0, 1)
      .map(settings => [label`Settings`, settings] as const),
    [label`Kept here`, safeText(kept.join(', ') || 'nothing')],
  ];
  return [
    ...counts.map(({ name, total }, index): Part[] => [
      dim(fitEnd(name, factTitle)),
      { text: fitStart(total, widestCount), bold: true },
      dim(index === 0 ? label`   ${period}` : label``),
    ]),
    ...facts.flatMap(([title, text]) =>
      wrapSafe(text, columns - factTitle).map((line, index): Part[] => [
        dim(fitEnd(index === 0 ? title : label``, factTitle)),
        { text: line },
      ]),
    ),
  ];
}

interface Room {
  readonly columns: number;
  readonly rows: number;
}

/** Each with its visitors in the period that is chosen; at the end how many there are of all. */
function lossesOfMany(state: State, { columns, rows }: Room): Lines {
  const { websites } = state.deletion;
  const titles = listedNames(titlesIn(state, columns - countColumns), rows - 1);
  const lines = titles.map((text, index) => {
    const isName = index < titles.length - 1 || titles.length === websites.length;
    const total = isName ? visitorsOf(state, websites[index]) : undefined;
    return fitParts(
      [{ text }],
      [{ text: safeText(total === undefined ? '' : groupThousands(total)) }],
      columns,
    );
  });
  return [...lines, ...(rows < 2 ? [] : sumLine(state, columns))];
}

function wrappedLosses(state: State, { columns, rows }: Room): Lines {
  const names = wrappedNames(titlesIn(state, columns), rows, columns);
  return [...names.map(text => [{ text }]), ...(names.length < rows ? sumLine(state, columns) : [])];
}

function visitorsOf(state: State, website: Website | undefined): number | undefined {
  return website === undefined ? undefined : rowNumbers(state, website).visitors?.total;
}

/** Nothing where no numbers are read. */
function sumLine(state: State, columns: number): Lines {
  const totals = state.deletion.websites.map(website => visitorsOf(state, website));
  if (totals.every(total => total === undefined)) return [];
  const sum = totals.reduce<number>((all, total) => all + (total ?? 0), 0);
  const title = label`Visitors, ${safeText(describeChoice(state.period.choice))}`;
  return [fitParts([dim(title)], [{ text: safeText(groupThousands(sum)), bold: true }], columns)];
}

const countColumns = 12;

function some(count: number, noun: string): string[] {
  return count === 0 ? [] : [counted(count, noun)];
}

/** What the footer does not say. */
function status(deletion: DeletionSlice): Part {
  if (deletion.problem !== undefined) return { text: safeText(deletion.problem), tone: 'bad' };
  if (deletion.deleting) return dim(label`Deleting ...`);
  return isOnTheWay(deletion) ? { text: label`` } : { text: label`That does not match.`, tone: 'bad' };
}

export function listedNames(names: readonly SafeText[], rows: number): SafeText[] {
  const shown = names.length > rows ? names.slice(0, rows - 1) : names;
  const others = names.length - shown.length;
  return [...shown, ...(others > 0 ? [label`and ${others} more`] : [])];
}

export function wrappedNames(names: readonly SafeText[], rows: number, columns: number): SafeText[] {
  // A name takes at least three columns, so of thousands only the first ones can fit.
  const max = Math.min(names.length, Math.ceil((rows * columns) / 3));
  for (let count = max; count > 0; count -= 1) {
    const text = joinSafe(names.slice(0, count), label`, `);
    const others = names.length - count;
    const lines = wrapSafe(others === 0 ? text : label`${text} and ${others} more`, columns);
    if (lines.length <= rows) return lines;
  }
  return [];
}
