import { maximum } from '#charts/scale.ts';
import { rowOn } from '#charts/row.ts';
import { Box } from 'ink';
import { textWidth } from '#text/characters.ts';
import { columnGap, cutFacts, fitEnd, spaces, tellingCut } from '#text/fit.ts';
import type { Stretch } from '#text/match.ts';
import { label, safeText, type SafeText } from '#text/safeText.ts';
import { Line } from '#components/Line.tsx';
import { dim, fitParts, litParts, type Part, partsWidth } from '#components/parts.ts';
import { firstRow } from '#components/Table.tsx';

export interface MenuItem {
  readonly title: SafeText;
  /** Chooses it at once, or does the same without the menu. */
  readonly key?: string | undefined;
  /** It has no key of its own, and the line says so. */
  readonly isEntered?: boolean | undefined;
  /** Beside the title where there is room: a date, what is counted. */
  readonly note?: SafeText | undefined;
  /** Behind the note, in a column of its own where there is room for that. */
  readonly more?: SafeText | undefined;
  /** The note has its point at its start, so that its end may be cut. */
  readonly isCut?: boolean | undefined;
  readonly isChosen?: boolean | undefined;
  /** Said before the first of those of one group, where there is room. */
  readonly group?: SafeText | undefined;
  /** Why it cannot be chosen now: in place of the note. */
  readonly reason?: SafeText | undefined;
  /** The same in a few words, where all of it is said elsewhere. */
  readonly shortReason?: SafeText | undefined;
  /** A title that is a name is cut so that what tells it from the others is seen. */
  readonly isName?: boolean | undefined;
  /** Of the title, why it was found. */
  readonly found?: readonly Stretch[] | undefined;
}

/** With fewer columns titles need the room of the groups. */
const minForGroups = 60;
const groupColumns = 17;
/** Where notes of short titles begin, as a part of a row's columns. */
const notesAt = 0.4;
const notesUpTo = 0.52;
/** The mark of the selected one before a title, and a blank behind it. */
const namesAt = 4;
/** Fewer columns of a reason say nothing. */
const minReason = 10;

/** Lines to choose from; a star marks the current value. */
export function Menu(props: {
  readonly items: readonly MenuItem[];
  readonly selected: number;
  readonly top: number;
  readonly height: number;
  readonly width: number;
}) {
  const { items, selected, height, width } = props;
  const top = firstRow(props.top, selected, height);
  const shown = items.slice(top, top + height);
  const hasGroups = width >= minForGroups && items.some(({ group }) => group !== undefined);
  const before = hasGroups ? groupColumns : 0;
  const widestKey = maximum(
    shown.map(({ key, isEntered = false }) => textWidth(key ?? (isEntered ? 'Enter' : ''))),
  );
  const room = { row: width - before, key: widestKey === 0 ? 0 : widestKey + plateMargins };
  const forNames = room.row - room.key - namesAt;
  const names = shown.flatMap(({ title, isName = false }) => (isName ? [title] : []));
  const cut = tellingCut(names, forNames);
  const ofNames = behindNames(items, room.row - room.key - 1);
  const { notes, more } = twoColumns(items, room.row - room.key - 1) ?? {
    notes: noteColumn(items, room.row),
    more: undefined,
  };
  return (
    <Box flexDirection="column">
      {Array.from({ length: height }, (_, index) => {
        const item = shown[index];
        if (item === undefined) return <Line key={index} parts={[]} width={width} />;
        const isFirst = item.group !== shown[index - 1]?.group;
        const group = fitEnd(isFirst && item.group !== undefined ? label` ${item.group}` : label``, before);
        const title = item.isName === true ? cut(item.title, forNames) : item.title;
        const found = title === item.title ? item.found : [];
        const row = rowParts({ ...item, title, found }, top + index === selected, {
          ...room,
          notes: item.isName === true ? Math.max(notes, ofNames) : notes,
          more,
        });
        return <Line key={index} parts={[{ text: group, bold: true }, ...row]} width={width} />;
      })}
    </Box>
  );
}

/** Blanks on both sides of a key, and behind it. */
const plateMargins = 3;

/** Columns of a row and of its key, and where notes begin. */
interface RowRoom {
  readonly row: number;
  readonly key: number;
  readonly notes: number;
  /** Where what stands behind notes begins; undefined without room for it. */
  readonly more: number | undefined;
}

/** Where notes begin that have room there: behind titles as far as the middle of a row. The same wherever the list is scrolled. */
function noteColumn(items: readonly MenuItem[], row: number): number {
  return Math.min(Math.max(behindTitles(items), Math.floor(row * notesAt)), Math.floor(row * notesUpTo));
}

function behindTitles(items: readonly MenuItem[]): number {
  const noted = items.filter(
    ({ note, more, reason, isName }) => isName !== true && (note ?? more ?? reason) !== undefined,
  );
  const titles = noted.map(({ title, isChosen }) => textWidth(title) + (isChosen === true ? 2 : 0));
  return namesAt + 1 + maximum(titles);
}

/** Where notes of names begin; 0 where not all names and notes have room beside each other. */
function behindNames(items: readonly MenuItem[], room: number): number {
  const named = items.filter(({ isName, note, reason }) => isName === true && (reason ?? note) !== undefined);
  const at = namesAt + 1 + maximum(named.map(({ title }) => textWidth(title)));
  const widest = maximum(named.map(({ note = label``, reason = note }) => textWidth(reason)));
  return at + widest <= room ? at : 0;
}

/** Notes right behind titles, and behind the widest what stands there, where there is room for most of it. */
function twoColumns(items: readonly MenuItem[], room: number): Pick<RowRoom, 'notes' | 'more'> | undefined {
  const notes = behindTitles(items) + columnGap;
  const more = notes + maximum(items.map(({ note = label`` }) => textWidth(note))) + columnGap + 1;
  const widest = maximum(items.map(item => textWidth(cutFacts(item.more ?? label``, room - more))));
  return widest === 0 || more + widest > room || room - more < minMore ? undefined : { notes, more };
}

const minMore = 20;

function rowParts(item: MenuItem, isSelected: boolean, room: RowRoom): Part[] {
  const { title, isChosen, reason, found = [] } = item;
  const style: Omit<Part, 'text'> = isSelected
    ? { tone: 'accent', bold: true }
    : reason === undefined
      ? {}
      : { tone: 'dim' };
  const left: Part[] = [
    { text: isSelected ? label` > ` : label`   `, ...style },
    ...litParts([{ text: title, ...style }], reason === undefined ? found : []),
    { text: isChosen === true ? label` *` : label``, tone: 'accent' },
  ];
  const end = room.row - room.key - 1;
  const note = noteParts(item, partsWidth(left), end, room.notes);
  const noted = partsWidth([...left, ...note]);
  const more: Part[] =
    room.more === undefined || item.more === undefined || room.more - noted < columnGap
      ? []
      : [{ text: spaces(room.more - noted) }, dim(cutFacts(item.more, end - room.more))];
  // No title is cut for the key that all those without their own have.
  const key = keyParts(item);
  const isTight = item.key === undefined && partsWidth(left) + partsWidth(key) >= room.row;
  return rowOn(fitParts([...left, ...note, ...more], isTight ? [] : key, room.row), { isSelected });
}

function keyParts({ key, reason, isEntered = false }: MenuItem): Part[] {
  if (key === undefined) return isEntered ? [dim(label` Enter  `)] : [];
  const text = label` ${safeText(key)} `;
  const plate: Part =
    reason === undefined ? { text, tone: 'accent', bold: true, on: 'selection' } : dim(text);
  return [plate, { text: label` ` }];
}

/** Behind a title that ends at `end`: a note as a whole or not at all, a reason and what may be cut as far as there is room. */
function noteParts(item: MenuItem, end: number, room: number, at: number): Part[] {
  const { note, reason, shortReason = reason, isCut = false } = item;
  const text = shortReason ?? note;
  if (text === undefined) return [];
  // What may be cut stands where the others do.
  const start = Math.max(end + 2, isCut ? at : Math.min(at, room - textWidth(text)));
  const min = reason === undefined && !isCut ? textWidth(text) : Math.min(textWidth(text), minReason);
  if (room - start < min) return [];
  return [
    { text: spaces(start - end) },
    { text: cutFacts(text, room - start), tone: reason === undefined ? 'dim' : 'warn' },
  ];
}
