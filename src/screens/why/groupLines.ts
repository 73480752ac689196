import { signedBars } from '#charts/signedBars.ts';
import { maximum } from '#charts/spread.ts';
import { chartParts } from '#components/chartLines.ts';
import { fitParts } from '#components/parts.ts';
import type { Part } from '#components/style.ts';
import { resultOfEach } from '#model/cachedResult.ts';
import type { Capabilities } from '#model/service/capabilities.ts';
import { counted, percent } from '#model/text/number.ts';
import { rowsOnScreen } from '#store/statistics/whyLayout.ts';
import type { ShownWhyGroup, ShownWhyRow, WhyPart } from '#store/statistics/whyShown.ts';
import { isAscii } from '#terminal/charset.ts';
import { fitMiddle, fitStart, spaces } from '#terminal/fit.ts';
import { label, safeText } from '#terminal/safeText.ts';
import { textWidth } from '#terminal/width.ts';
import { wrapWithin } from '#terminal/wrapSafe.ts';
import { groupMessage, groupNotes } from './groupNotes.ts';
import { changeTone, partFamily, partTitle, rowChange, rowName, rowWord, signed } from './rowText.ts';

/** How a group is drawn. */
interface GroupView {
  /** Columns of each line, and how many lines lie below the title. */
  readonly width: number;
  readonly lines: number;
  /** Columns of a change: of all groups the same, so that their bars begin in one column. */
  readonly changeWidth: number;
  /** Which way the total went: negative for a fall. */
  readonly way: number;
  readonly capabilities: Capabilities;
}

/** The mark of the selected row, or the number of the group. */
const indent = 2;
const shareWidth = 5;
/** From so many columns on a word like "gone" stands beside its bar; below it stands in place of the share. */
const wide = 50;

const lastLines = resultOfEach<Part[][]>();

/** A group: its title and exactly so many lines below it, each as wide as it should be. */
export function groupLines(
  group: ShownWhyGroup,
  view: GroupView,
  number: number,
  selected: number | undefined,
): Part[][] {
  const { width, lines, changeWidth, way, capabilities } = view;
  const keys = [width, lines, changeWidth, way, capabilities, number, selected, isAscii()];
  // Every key draws all groups, and changes one or two of them.
  return lastLines(group, keys, () => {
    const drawn = [titleLine(group, view, number), ...contentLines(group, view, selected)];
    return Array.from({ length: lines + 1 }, (_, line) => fitParts(drawn[line] ?? [], [], width));
  });
}

/** Columns that the widest change of the groups takes. */
export function changeWidthOf(groups: readonly ShownWhyGroup[], lines: number): number {
  return maximum(
    groups.flatMap(group => [
      textWidth(signed(group.change)),
      textWidth(signed(othersOf(group, lines).change)),
      ...rowsOnScreen(group, lines).map(row => textWidth(rowChange(row))),
    ]),
  );
}

function titleLine(group: ShownWhyGroup, view: GroupView, number: number): Part[] {
  const { of, state, lack, change } = group;
  const head: Part[] = [
    { text: number > 9 ? label`  ` : label`${number} `, tone: 'dim' },
    { text: partTitle(of), tone: partFamily(of), bold: true },
  ];
  if (state !== 'read' || lack === 'noEarlierRows') return head;
  const right: Part[] = [
    { text: fitStart(signed(change), view.changeWidth), tone: changeTone(change) },
    { text: label` share`, tone: 'dim' },
  ];
  const room = view.width - view.changeWidth - shareWidth - 2 - indent - textWidth(partTitle(of)) - 2;
  const note = groupNotes(group, view.capabilities).find(text => textWidth(text) <= room);
  const left: Part[] = note === undefined ? head : [...head, { text: label`  ${note}`, tone: 'dim' }];
  return fitParts(left, right, view.width);
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
  const lines = rowLines(group.of, rows, view).map((parts, row) =>
    row === selected ? selectedParts(parts) : parts,
  );
  return others.count === 0 ? lines : [...lines, othersLine(others, view)];
}

function rowLines(of: WhyPart, rows: readonly ShownWhyRow[], view: GroupView): Part[][] {
  const { width, changeWidth, way } = view;
  const room = Math.max(0, width - indent - changeWidth - shareWidth - 3);
  const isWide = width >= wide;
  const barWidth = Math.min(36, Math.floor(room * (isWide ? 0.5 : 0.38)));
  const words = rows.map(rowWord);
  const bars = signedBars(
    rows.map(({ change }) => change),
    barWidth,
    { ascii: isAscii(), lineAt: lineColumn(barWidth, way), words: isWide ? words : [] },
  );
  return rows.map((row, place): Part[] => {
    const word = isWide ? label`` : (words[place] ?? label``);
    return [
      { text: spaces(indent) },
      { text: fitMiddle(rowName(of, row), room - barWidth), bold: row.isCause },
      { text: spaces(1) },
      ...chartParts(bars[place] ?? []),
      { text: spaces(1) },
      { text: fitStart(rowChange(row), changeWidth), tone: changeTone(row.change) },
      {
        text: label` ${fitStart(word === '' ? safeText(percent(row.share, 1)) : word, shareWidth)}`,
        tone: 'dim',
      },
    ];
  });
}

/** Room on both sides, more on that of the total: in one column for all groups, whatever they hold. */
export function lineColumn(width: number, way: number): number {
  const part = way < 0 ? 0.7 : way > 0 ? 0.3 : 0.5;
  return Math.round((width - 1) * part);
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
    { text: fitStart(signed(change), changeWidth), tone: 'dim' },
    { text: label` ${fitStart(safeText(percent(Math.max(0, share), 1)), shareWidth)}`, tone: 'dim' },
  ];
  const left: Part[] = [{ text: spaces(indent) }, { text: safeText(counted(count, 'others')), tone: 'dim' }];
  return fitParts(left, right, width);
}

/** The whole row on the ground of the selection, its value standing out, so that a move rewrites little. */
function selectedParts(parts: readonly Part[]): Part[] {
  return parts.map((part, place): Part => {
    if (place === 0) return { text: label`> `, tone: 'accent', bold: true, on: 'selection' };
    return place === 1
      ? { ...part, tone: 'accent', bold: true, on: 'selection' }
      : { ...part, on: 'selection' };
  });
}
