import { KeyTable, type KeyLine } from '#components/KeyTable.tsx';
import { Column, Line, SideBySide } from '#components/Line.tsx';
import { type Part, partsWidth } from '#components/parts.ts';
import { insideWidth, Popup, PopupField, PopupRule } from '#components/box/Popup.tsx';
import { popupPlace } from '#screens/layout.ts';
import { useAppState } from '#screens/storeView.ts';
import type { State } from '#store/state.ts';
import { isAscii } from '#text/characters.ts';
import { label, safeText, type SafeText } from '#text/safeText.ts';
import { counted } from '#text/words.ts';
import { helpLayout, type HelpLine, isRow, type KeyRow, plateOf } from './index.ts';

type RowsOf = (state: State) => readonly KeyRow[];

export function helpView(all: RowsOf, found: RowsOf) {
  return () => <HelpPopup all={all} found={found} />;
}

function HelpPopup({ all, found }: { readonly all: RowsOf; readonly found: RowsOf }) {
  const state = useAppState(whole => whole);
  const { viewport, menu } = state;
  const rows = found(state);
  const { selected } = menu.position;
  // Where it begins and how wide it is stays, whatever is found; it is as high as that.
  const { height: most, width, hasRules, hasSaid } = helpLayout(viewport, all(state), 0);
  const { columns, columnWidth, first, shown, hidden } = helpLayout(viewport, rows, selected);
  const height = Math.min(most, Math.max(1, ...columns.map(({ length }) => length)));
  const whole = popupPlace(viewport, {
    width: width + 2,
    rows: most + (hasRules ? 3 : 1) + (hasSaid ? 1 : 0),
  });
  const place = { ...whole, height: whole.height - most + height };
  const inside = insideWidth(place);
  return (
    <Popup
      place={place}
      title={label`Help`}
      note={safeText(counted(rows.flatMap(({ allKeys }) => allKeys).length, 'keys'))}
      foot={hidden.length === 0 ? undefined : moreText(hidden)}
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
                parts={index === 0 ? [{ text: label`   No key does that`, tone: 'dim' }] : []}
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
      {hasSaid && <Line parts={[{ text: label` ` }, ...saidParts(rows[selected])]} width={inside} />}
    </Popup>
  );
}

/** Of what is typed, and of what stands there before. */
const roomForField = 26;

/** What signs of charts and rows mean. */
function signs(): Part[] {
  const sign = (unicode: SafeText, ascii: SafeText, style: Omit<Part, 'text'>, does: SafeText): Part[] => [
    { ...style, text: isAscii() ? ascii : unicode },
    { text: label` ${does}   `, tone: 'dim' },
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
    if (line === undefined) return { keys: '', does: '', look: 'blank' };
    if (!isRow(line)) return { keys: '', does: line.heading, look: 'heading' };
    const look = line.index === selected ? 'selected' : line.row.reason === undefined ? 'plain' : 'dim';
    return { keys: plateOf(line.row.keys, isAscii()), does: line.row.does, look };
  });
}

/** "13 more: copy and export, everywhere". */
function moreText(hidden: readonly KeyRow[] | readonly { readonly section: string }[]): SafeText {
  const sections = [...new Set(hidden.map(({ section }) => section.toLowerCase()))];
  return label`${hidden.length} more: ${safeText(sections.join(', '))}`;
}

/** Of the selected line why it does nothing now, else all of its keys, and the id by which config.yaml gives it others. */
function saidParts(row: KeyRow | undefined): Part[] {
  if (row === undefined) return [];
  const keys: Part = { text: safeText(row.allKeys.join(' ')), tone: 'accent', bold: true };
  if (row.reason !== undefined)
    return [
      { ...keys, tone: 'plain' },
      { text: label`  not now: `, tone: 'warn' },
      { text: safeText(row.reason) },
    ];
  return [
    keys,
    { text: label`  ${safeText(row.command.title)}`, tone: 'dim' },
    { text: label`  ${safeText(row.command.id)}` },
  ];
}
