import { KeyTable, type KeyLine } from '#components/KeyTable.tsx';
import { Column, Line, SideBySide } from '#components/Line.tsx';
import { dim, type Part, partsWidth } from '#components/parts.ts';
import { insideWidth, Popup, PopupField, PopupRule } from '#components/box/Popup.tsx';
import { popupPlace } from '#screens/layout.ts';
import { useAppState } from '#screens/storeView.ts';
import { isAscii, textWidth } from '#text/characters.ts';
import { label, safeText, type SafeText } from '#text/safeText.ts';
import { counted } from '#text/words.ts';
import {
  helpLayout,
  type HelpLine,
  type HelpSources,
  isHelp,
  isRow,
  type KeyRow,
  nothing,
  plateOf,
} from './index.ts';

type RowsOf = HelpSources['rowsOf'];

export function helpView(all: RowsOf, found: RowsOf) {
  return () => <HelpPopup all={all} found={found} />;
}

function HelpPopup({ all, found }: { readonly all: RowsOf; readonly found: RowsOf }) {
  const state = useAppState(whole => whole);
  const { viewport, menu } = state;
  const rows = found(state);
  const { selected } = menu.position;
  // Where it begins and how wide it is stays, whatever is found; it is as high as that.
  const { height: max, width, hasRules, hasDescription } = helpLayout(viewport, all(state), 0);
  const { columns, columnWidth, first, shown, hidden } = helpLayout(viewport, rows, selected);
  const height = Math.min(max, Math.max(1, ...columns.map(({ length }) => length)));
  const whole = popupPlace(viewport, {
    width: width + 2,
    rows: max + (hasRules ? 3 : 1) + (hasDescription ? 1 : 0),
  });
  const place = { ...whole, height: whole.height - max + height };
  const inside = insideWidth(place);
  return (
    <Popup
      place={place}
      title={label`Help`}
      note={noteOf(rows, menu.text.value)}
      foot={hidden.length === 0 ? undefined : moreText(hidden, inside)}
    >
      <PopupField
        place={place}
        row={0}
        text={menu.text}
        placeholder={label`type to find a key`}
        isTaken={false}
        right={inside < roomForField + partsWidth(signs()) ? [] : signs()}
      />
      {hasRules && <PopupRule width={inside} />}
      <SideBySide>
        {rows.length === 0 ? (
          <Column width={inside} height={height}>
            {Array.from({ length: height }, (_, index) => (
              <Line
                key={index}
                parts={index === 0 ? [{ text: label`   ${safeText(nothing)}`, tone: 'warn' }] : []}
                width={inside}
              />
            ))}
          </Column>
        ) : (
          Array.from({ length: Math.max(1, Math.floor(inside / columnWidth)) }, (_, index) => (
            <KeyTable
              key={index}
              lines={linesOf(index < shown ? columns[first + index] : undefined, height, selected)}
              width={index === 0 ? columnWidth + (inside % columnWidth) : columnWidth}
            />
          ))
        )}
      </SideBySide>
      {hasRules && <PopupRule width={inside} />}
      {hasDescription && <Line {...saidOf(rows[selected], inside)} width={inside} />}
    </Popup>
  );
}

/** Of what is typed, and of what stands there before. */
const roomForField = 26;

/** What signs of charts and rows mean. */
function signs(): Part[] {
  const sign = (unicode: SafeText, ascii: SafeText, style: Omit<Part, 'text'>, action: SafeText): Part[] => [
    { ...style, text: isAscii() ? ascii : unicode },
    dim(label` ${action}   `),
  ];
  return [
    ...sign(label`⠤⠤`, label`oo`, { tone: 'chartBefore' }, label`the days before`),
    ...sign(label`◆`, label`*`, { tone: 'warn', bold: true }, label`your note`),
    ...sign(label`━`, label`=`, { tone: 'dim' }, label`weekend`),
    ...sign(label`!`, label`!`, { tone: 'warn', bold: true }, label`needs attention`),
    ...sign(label`-3%`, label`-3%`, { tone: 'dim' }, label`may be chance`),
  ];
}

function linesOf(lines: readonly HelpLine[] = [], height: number, selected: number): KeyLine[] {
  return Array.from({ length: height }, (_, index): KeyLine => {
    const line = lines[index];
    if (line === undefined) return { keys: '', action: '', look: 'blank' };
    if (!isRow(line)) return { keys: '', action: line.heading, look: 'heading' };
    const look = line.index === selected ? 'selected' : line.row.reason === undefined ? 'plain' : 'dim';
    return { keys: plateOf(line.row.keys, isAscii()), action: line.row.action, look };
  });
}

/** "13 more: copy and export, everywhere"; the number alone where that has no room. */
function moreText(hidden: readonly { readonly section: string }[], room: number): SafeText {
  const sections = [...new Set(hidden.map(({ section }) => section.toLowerCase()))];
  const text = label`${hidden.length} more: ${safeText(sections.join(', '))}`;
  return textWidth(text) + edges <= room ? text : label`${hidden.length} more`;
}

/** Around a text in the edge of a box. */
const edges = 5;

function noteOf(rows: readonly KeyRow[], typed: string): SafeText {
  if (typed.trim() === '') return safeText(counted(rows.flatMap(({ allKeys }) => allKeys).length, 'keys'));
  return label`${rows.filter(row => !isHelp(row)).length} found`;
}

/** Of the selected line why it does nothing now, else all of its keys, what it does and its id for config.yaml; of what only helps, that nothing was found. */
function saidOf(
  row: KeyRow | undefined,
  width: number,
): { readonly parts: readonly Part[]; readonly right?: readonly Part[] } {
  if (row === undefined) return { parts: [] };
  const { command, reason, allKeys } = row;
  const keys: Part = { text: label` ${safeText(allKeys.join(' '))}`, tone: 'accent', bold: true };
  if (reason !== undefined)
    return {
      parts: [
        { ...keys, tone: 'plain' },
        { text: label`  not now: `, tone: 'warn' },
        { text: safeText(reason) },
      ],
    };
  const message: Part = { text: label`  ${safeText(command.about ?? command.title)}` };
  if (isHelp(row)) return { parts: [{ text: label` ${safeText(nothing)}. `, tone: 'warn' }, keys, message] };
  const id: Part = dim(label`in keys: ${safeText(command.id)} `);
  const parts = [keys, message];
  return { parts, right: partsWidth([...parts, id]) + 2 <= width ? [id] : [] };
}
