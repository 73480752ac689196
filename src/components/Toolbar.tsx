import { Box } from 'ink';
import { textAtEnd, type TextValue } from '#text/textField.ts';
import { label, type SafeText } from '#text/safeText.ts';
import { textWidth } from '#text/characters.ts';
import { Line } from './Line.tsx';
import { dim, type Part, partsWidth, searchTitle } from './parts.ts';
import { TextField } from './box/Field.tsx';

export interface ToolbarItem {
  readonly title: SafeText;
  readonly value: SafeText;
  /** Items of the lowest priority are shortened first, and left out first where all of them are short. */
  readonly priority: number;
  /** The same in fewer words, the longest first. */
  readonly shorter?: readonly SafeText[] | undefined;
}

export function Toolbar(props: {
  readonly items: readonly ToolbarItem[];
  readonly right: readonly Part[];
  /** Columns that are kept for what is at the right, however short it is now: no item comes and goes with it. */
  readonly rightColumns?: number | undefined;
  readonly width: number;
}) {
  const { items, right, rightColumns = 0, width } = props;
  const room = width - Math.max(partsWidth(right), rightColumns) - 1;
  return <Line parts={itemParts(items, room)} right={right} width={width} />;
}

function itemParts(items: readonly ToolbarItem[], room: number): Part[] {
  const partsOf = (kept: readonly ToolbarItem[]): Part[] =>
    kept.flatMap(({ title, value }, index) => {
      const gap = index === 0 ? label` ` : label`   `;
      return [dim(title === '' ? gap : label`${gap}${title} `), { text: value }];
    });
  return partsOf(inFewerWords(items, kept => partsWidth(partsOf(kept)), room));
}

function inFewerWords(
  items: readonly ToolbarItem[],
  width: (kept: readonly ToolbarItem[]) => number,
  room: number,
  shown = items,
): readonly ToolbarItem[] {
  if (items.length === 0 || width(shown) <= room) return shown;
  const leastImportant = leastOf(shown.filter(({ shorter = [] }) => shorter.length > 0));
  if (leastImportant === undefined) return inFewerWords(without(items, leastOf(items)), width, room);
  const [value = leastImportant.value, ...shorter] = leastImportant.shorter ?? [];
  return inFewerWords(
    items,
    width,
    room,
    shown.with(shown.indexOf(leastImportant), { ...leastImportant, value, shorter }),
  );
}

/** The last of equals. */
function leastOf(items: readonly ToolbarItem[]): ToolbarItem | undefined {
  return items.reduce<ToolbarItem | undefined>(
    (leastImportant, item) =>
      leastImportant === undefined || item.priority <= leastImportant.priority ? item : leastImportant,
    undefined,
  );
}

function without(items: readonly ToolbarItem[], item: ToolbarItem | undefined) {
  return items.filter(one => one !== item);
}

/** What is searched, and the field it is typed in, over a line that says nothing meanwhile; nothing where there is no search. */
export function SearchLine(props: {
  readonly text: string;
  readonly field: TextValue | undefined;
  /** Its row below the header. */
  readonly top: number;
  readonly width: number;
  /** Of what is found, at the right end. */
  readonly right?: readonly Part[] | undefined;
}) {
  const { text, field, top, width, right = [] } = props;
  if (text === '' && field === undefined) return null;
  const title = textWidth(searchTitle);
  const rightWidth = partsWidth(right);
  return (
    <Box position="absolute" top={top} width={width} height={1}>
      <Line parts={[{ text: searchTitle, tone: field === undefined ? 'dim' : 'accent' }]} width={title} />
      <TextField
        text={field ?? textAtEnd(text)}
        width={width - title - rightWidth}
        focused={field !== undefined}
        at={{ x: title, y: top + 1 }}
      />
      <Line parts={right} width={rightWidth} />
    </Box>
  );
}
