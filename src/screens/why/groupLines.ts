import { differenceTone } from '#model/comparison/change.ts';
import type { Family } from '#charts/canvas.ts';
import { changeHue, type RowCells } from '#charts/row.ts';
import { maximum } from '#charts/scale.ts';
import { barRows, dim, fitParts, type Part, partsWidth } from '#components/parts.ts';
import { type Capabilities, statisticInfo } from '#model/service/capabilities.ts';
import { isQuiet } from '#model/why/groups.ts';
import { rowMark, signedText } from '#model/why/sentence.ts';
import {
  type ShownWhyGroup,
  type ShownWhyRow,
  type WhyPart,
  whyPartCounts,
  whyPartTitle,
  whyRowName,
} from '#queries/whyGroups.ts';
import { bandHeights, type GroupGrid, rowsOnScreen, type WhyPosition } from '#store/views/whyLayout.ts';
import { diagnose } from '#screens/diagnosis.ts';
import { againWords } from '#screens/messages.ts';
import { blank, sideBySide } from '#screens/layout.ts';
import { isOutage } from '#store/reading/refreshing.ts';
import type { State } from '#store/state.ts';
import type { WhyRead } from '#queries/why.ts';
import { isAscii, textWidth } from '#text/characters.ts';
import { fitStart, spaces, wrapWithin } from '#text/fit.ts';
import { memoizeByObject } from '#text/memo.ts';
import { joinSafe, label, safeText, type SafeText } from '#text/safeText.ts';
import { counted, keyOf, percent } from '#text/words.ts';

/** What a group counts and how well it explains, the longest wording first. */
export function groupNotes(
  { part, verdict, incomplete }: ShownWhyGroup,
  capabilities: Capabilities,
): SafeText[] {
  const counts = safeText(whyPartCounts(part, capabilities));
  if (incomplete === 'notReadToEnd') return [label`${counts}, not read to the end`, label`not all read`];
  if (verdict === 'explains') return [counts];
  const words = verdict === 'alike' ? label`all alike` : label`nothing stands out`;
  return [label`${counts}, ${words}`, words];
}

export function groupMessage({ state, incomplete, changed }: ShownWhyGroup): Part | undefined {
  switch (state) {
    case 'reading':
      return dim(label`reading ...`);
    case 'failed':
      return { text: label`It could not be read: ${keyOf('refresh')} tries again.`, tone: 'bad' };
    case 'stopped':
      return dim(label`Not loaded. Press ${keyOf('refresh')} to retry.`);
    case 'read':
      if (incomplete === 'noEarlierRows')
        return dim(label`Cannot be compared: no or not all rows of the days before.`);
      return changed === 0 ? dim(label`Nothing changed.`) : undefined;
  }
}

/** Of groups without rows for the same reason: which they are, after what can be done. */
export function missingLine(
  state: State,
  groups: readonly ShownWhyGroup[],
  { groups: read }: Pick<WhyRead, 'groups'>,
): Part {
  const [first] = groups;
  const names = groups.map(({ part }) => partTitle(part));
  /** As many of them as there is room for, and how many more. */
  const withNames = (before: SafeText) => {
    const lines = names.map((_, more) => {
      const shown = joinSafe(more === 0 ? names : names.slice(0, -more), label`, `);
      return more === 0 ? label`${before}${shown}` : label`${before}${shown} and ${more} more`;
    });
    return (
      lines.find(line => textWidth(line) < state.viewport.columns) ?? label`${before}${names.length} groups`
    );
  };
  const again = againWords(state);
  if (first?.state === 'read')
    return dim(withNames(label` Rows of the days before are missing, so not compared: `));
  if (first?.state === 'stopped') return dim(withNames(label` Not loaded, ${keyOf('refresh')} loads it: `));
  const [error] = read.flatMap(each => (each.name === first?.part ? (each.error ?? []) : []));
  const why =
    error === undefined || isOutage(state)
      ? label``
      : label` (${safeText(diagnose(error, state.profile).title.toLowerCase())})`;
  const long = label` Not read${why}${again}: ${joinSafe(names, label`, `)}`;
  const isWhole = textWidth(long) < state.viewport.columns;
  return { text: isWhole ? long : withNames(label` Not read${again}: `), tone: 'bad' };
}

export function partTitle(part: WhyPart): SafeText {
  return safeText(whyPartTitle(part));
}

export function partFamily(part: WhyPart): Family {
  return part === 'days' ? 'content' : statisticInfo(part).family;
}

/** "Sun 8 Nov", or the value in readable form. */
export function rowName(part: WhyPart, row: ShownWhyRow): SafeText {
  return safeText(whyRowName(part, row));
}

export function signed(change: number): SafeText {
  return change === 0 ? label`0` : safeText(signedText(change));
}

/** ">+1,234" where it may be more. */
export function rowChange({ change, isAtLeast }: ShownWhyRow): SafeText {
  return safeText(signedText(change, isAtLeast));
}

/** "new", "gone", "x12" from eleven times on, else nothing; nothing of days, which are compared with others by themselves. */
export function rowWord(row: ShownWhyRow): SafeText {
  const mark = rowMark(row);
  return mark.endsWith('%') || row.days !== undefined ? label`` : safeText(mark);
}

interface GroupView {
  /** Columns of each line, and how many lines lie below the title. */
  readonly width: number;
  readonly lines: number;
  /** Columns of a change: of all groups the same, so that they stand in one column. */
  readonly changeWidth: number;
  readonly capabilities: Capabilities;
}

/** The mark of the selected row, or the number of the group. */
const indent = 2;
const shareWidth = 5;
/** From so many columns on a word like "gone" stands before its change; below it stands in place of the share. */
const wide = 50;

const lastLines = memoizeByObject<Part[][]>();

/** A group: its title and exactly so many lines below it, each as wide as it should be. */
function groupLines(
  group: ShownWhyGroup,
  view: GroupView,
  number: number,
  selected: number | undefined,
): Part[][] {
  const { width, lines, changeWidth, capabilities } = view;
  const keys = [width, lines, changeWidth, capabilities, number, selected, isAscii()];
  // Every key draws all groups, and changes one or two of them.
  return lastLines(group, keys, () => {
    const drawn = [titleLine(group, view, number), ...contentLines(group, view, selected)];
    return Array.from({ length: lines + 1 }, (_, line) => fitParts(drawn[line] ?? [], [], width));
  });
}

/** Where nothing stands out no row explains anything: its bar is grey, and so is its number. */
export function rowTone(group: ShownWhyGroup, row: ShownWhyRow) {
  return isQuiet(group, group.isChance === true) ? 'dim' : differenceTone(row);
}

/** What the rows come to is as the total: grey where that is within chance. */
export function sumTone({ change, isChance }: Pick<ShownWhyGroup, 'change' | 'isChance'>) {
  return isChance === true ? 'dim' : differenceTone({ change });
}

function changeWidthOf(groups: readonly ShownWhyGroup[], lines: number): number {
  return maximum(
    groups.flatMap(group => [
      textWidth(signed(group.change)),
      textWidth(signed(othersOf(group, lines).change)),
      ...rowsOnScreen(group, lines).map(row => textWidth(rowChange(row))),
    ]),
  );
}

function titleLine(group: ShownWhyGroup, view: GroupView, number: number): Part[] {
  const { part, state, incomplete, change } = group;
  const head: Part[] = [
    dim(number > 9 ? label`  ` : label`${number} `),
    { text: partTitle(part), tone: partFamily(part), bold: true },
  ];
  if (state !== 'read' || incomplete === 'noEarlierRows') return head;
  const right: Part[] = [
    { text: fitStart(signed(change), view.changeWidth), tone: sumTone(group) },
    dim(label` share`),
  ];
  const room = view.width - view.changeWidth - shareWidth - 2 - indent - textWidth(partTitle(part)) - 2;
  const note = groupNotes(group, view.capabilities).find(text => textWidth(text) <= room);
  const left: Part[] = note === undefined ? head : [...head, dim(label`  ${note}`)];
  const line = view.width - partsWidth(left) - partsWidth(right) - 2;
  if (view.width < wide || line < 1) return fitParts(left, right, view.width);
  return [...left, { text: safeText(` ${(isAscii() ? '-' : '─').repeat(line)} `), tone: 'frame' }, ...right];
}

function contentLines(group: ShownWhyGroup, view: GroupView, selected: number | undefined): Part[][] {
  const message = groupMessage(group);
  if (message !== undefined)
    return wrapWithin(message.text, view.width - indent, view.lines).map(text => [
      { text: spaces(indent) },
      { ...message, text },
    ]);
  const rows = rowsOnScreen(group, view.lines);
  const others = othersOf(group, view.lines);
  const lines = rowLines(group, rows, view, selected);
  return others.count === 0 ? lines : [...lines, othersLine(others, view)];
}

function rowLines(
  group: ShownWhyGroup,
  rows: readonly ShownWhyRow[],
  view: GroupView,
  selected: number | undefined,
): Part[][] {
  const { part } = group;
  const { width, changeWidth } = view;
  const isWide = width >= wide;
  const cells = rows.map((row): RowCells => {
    const word = rowWord(row);
    const share = isWide || word === '' ? safeText(percent(row.share, 1)) : word;
    return {
      label: { text: rowName(part, row), bold: row.isCause },
      value: row.change,
      hue: changeHue(row.change, rowTone(group, row)),
      numbers: [
        dim(isWide ? word : label``),
        { text: rowChange(row), tone: rowTone(group, row) },
        dim(share),
      ],
    };
  });
  const look = {
    width: width - indent,
    min: [0, changeWidth, shareWidth],
    selected,
  };
  return barRows(cells, look)
    .flat()
    .map((parts, row) => [row === selected ? selectionMark(parts) : { text: spaces(indent) }, ...parts]);
}

/** On the ground of the row, so that a move rewrites little. */
function selectionMark([first]: readonly Part[]): Part {
  return { text: label`> `, tone: 'accent', bold: true, on: first?.on };
}

interface Others {
  readonly count: number;
  readonly change: number;
  readonly share: number;
}

function othersOf(group: ShownWhyGroup, lines: number): Others {
  const rows = rowsOnScreen(group, lines);
  return {
    count: group.changed - rows.length,
    change: group.change - rows.reduce((sum, { change }) => sum + change, 0),
    share: 1 - rows.reduce((sum, { share }) => sum + share, 0),
  };
}

function othersLine({ count, change, share }: Others, { width, changeWidth }: GroupView): Part[] {
  const right: Part[] = [
    dim(fitStart(signed(change), changeWidth)),
    dim(label` ${fitStart(safeText(percent(Math.max(0, share), 1)), shareWidth)}`),
  ];
  const left: Part[] = [{ text: spaces(indent) }, dim(safeText(counted(count, 'others')))];
  return fitParts(left, right, width);
}

export interface Bands {
  readonly groups: readonly ShownWhyGroup[];
  /** The keys that show them whole; by default in their order. */
  readonly numbers?: readonly number[];
  readonly layout: GroupGrid;
  readonly cursor: WhyPosition | undefined;
  readonly top: number;
  readonly capabilities: Capabilities;
  /** A band is as high as its rows need, at most as all together have room for. */
  readonly isPacked?: boolean;
}

export function bandLines(bands: Bands): Part[][] {
  const { groups, numbers, layout, cursor, capabilities, isPacked = false } = bands;
  const { columns, width, gap, spacing } = layout;
  const [first, last] = groupsOnScreen(bands);
  const shown = groups.slice(first, last);
  const count = Math.ceil(shown.length / columns);
  const heights = isPacked
    ? bandHeights(shown, layout)
    : Array.from({ length: count }, (_, band) => layout.heights?.[band] ?? layout.lines);
  const changeWidth = changeWidthOf(groups, Math.max(layout.lines, ...heights));
  return heights.flatMap((lines, band) => {
    const side = shown.slice(band * columns, (band + 1) * columns);
    // Fewer below others have the columns of all of them.
    const each = band === 0 ? width + gap : Math.floor((columns * (width + gap)) / side.length);
    const drawn = side.map((group, at) => {
      const index = first + band * columns + at;
      const view = { width: each - gap, lines, capabilities, changeWidth };
      const selected = cursor?.group === index ? cursor.row : undefined;
      return groupLines(group, view, numbers?.[index] ?? index + 1, selected);
    });
    const widths = drawn.map(() => each - gap);
    const rows = sideBySide(drawn, widths, gap).map((parts): Part[] => [{ text: spaces(1) }, ...parts]);
    return [...blank(band === 0 ? 0 : spacing), ...rows];
  });
}

/** The first group on screen and the one behind the last: that of the cursor is among them. */
export function groupsOnScreen({
  groups,
  layout,
  cursor,
  top,
}: Pick<Bands, 'groups' | 'layout' | 'cursor' | 'top'>): [number, number] {
  const { columns, bands } = layout;
  const all = Math.ceil(groups.length / columns);
  const highest = Math.max(0, Math.min(top, all - bands));
  const selected = cursor === undefined ? highest : Math.floor(cursor.group / columns);
  const first = Math.max(Math.min(highest, selected), selected - bands + 1) * columns;
  return [first, Math.min(groups.length, first + bands * columns)];
}
