import { rowOn } from '#charts/row.ts';
import { Line, Lines, SideBySide } from '#components/Line.tsx';
import { firstRow, Table, tableIndent, type TableRow } from '#components/Table.tsx';
import { FieldBackground, TextField } from '#components/box/Field.tsx';
import { Menu } from '#components/box/Menu.tsx';
import { insideWidth, Popup, PopupField, PopupRule, PopupText } from '#components/box/Popup.tsx';
import { barRows, dim, fitParts, litParts, type Part, partsWidth, type Tone } from '#components/parts.ts';
import { changeTone, formatChange } from '#model/comparison/change.ts';
import { statisticInfo } from '#model/service/capabilities.ts';
import {
  comparisons,
  type Condition,
  type FilterCapabilities,
  isTimeField,
  maxConditions,
} from '#model/service/filter.ts';
import { fieldTitle, readableCondition } from '#model/service/filterText.ts';
import { popupPlace } from '#screens/layout.ts';
import { useAppState } from '#screens/storeView.ts';
import { momentText } from '#screens/words.ts';
import { type Left, leftByTyped, shownLeaves } from '#store/filter.ts';
import type { LogLocation } from '#store/profile/services.ts';
import type { State } from '#store/state.ts';
import { hasTints } from '#terminal/theme/themes.ts';
import { isAscii, textWidth } from '#text/characters.ts';
import { type Column, cutFacts, cutMiddle, fitEnd, placeColumns, spaces } from '#text/fit.ts';
import { foundStretches } from '#text/match.ts';
import { label, type SafeText, safeText, sliceSafe } from '#text/safeText.ts';
import { groupThousands } from '#text/words.ts';
import { type FilterLayout, filterLayout } from './filter.ts';
import {
  countedCondition,
  type FilterChoice,
  filterChoices,
  filterSentence,
  listTitle,
  typedCondition,
  typedText,
  whyNotTyped,
} from './filterChoices.ts';
import { type MenuDefinition, menuLayout } from './menu.ts';
import { hostsText, linesText, logsLayout, nameText, messageLines } from './ownLogs.ts';

type LogColumn = 'path' | 'format' | 'hosts' | 'lines' | 'newest';

const columns: readonly Column<LogColumn>[] = [
  { key: 'path', title: 'LOG', width: 16, grow: 3, max: 60, priority: 10, cut: 'middle' },
  { key: 'format', title: 'FORMAT', width: 9, grow: 1, max: 18, priority: 5 },
  { key: 'hosts', title: 'HOSTS', width: 9, grow: 1, max: 20, priority: 6, cut: 'middle' },
  { key: 'lines', title: 'LINES', width: 7, priority: 4, align: 'right' },
  { key: 'newest', title: 'NEWEST', width: 11, priority: 7, align: 'right' },
];

export function OwnLogsPopup() {
  const state = useAppState(whole => whole);
  const { viewport, menu, logs } = state;
  const { hasHeads, list, message, columns: inner } = logsLayout(state);
  const field = logs.question === undefined ? 0 : 1;
  const above = (hasHeads ? 1 : 0) + list;
  const place = popupPlace(viewport, {
    width: inner + 2,
    rows: above + field + (hasHeads ? 1 : 0) + messageLines,
  });
  const width = insideWidth(place);
  const { top, selected } = menu.position;
  const rows = logs.locations === undefined ? [] : [...logs.locations.map(one => rowOf(one, state)), another];
  const tone: Tone = logs.problem !== undefined || isRefused(state) ? 'bad' : logs.isBusy ? 'accent' : 'dim';
  return (
    <Popup place={place} title={label`Read my access logs`}>
      <Table
        columns={placeColumns(columns, width - tableIndent - 1)}
        rows={rows}
        top={top}
        selected={selected}
        height={list}
        width={width}
        hasTitles={hasHeads}
      />
      {logs.question !== undefined && (
        <PopupField place={place} row={above} text={logs.typed} placeholder={placeholderOf(state)} isTaken />
      )}
      <PopupText lines={message} style={{ tone }} spaced={hasHeads} width={width} />
    </Popup>
  );
}

const another: TableRow<LogColumn> = { id: 'another', cells: { path: { text: label`Another log ...` } } };

function rowOf(location: LogLocation, state: State): TableRow<LogColumn> {
  const { path, format, problem, isAdded } = location;
  if (problem !== undefined)
    return {
      id: path,
      isDim: true,
      cells: {
        path: { text: nameText(location) },
        format: dim(location.lines > 0 ? label`unknown` : label`not read`),
      },
    };
  return {
    id: path,
    cells: {
      path: { text: nameText(location) },
      format: {
        text: isAdded ? label`counted` : safeText(format ?? 'empty', 40),
        tone: isAdded ? 'good' : 'plain',
      },
      hosts: { text: hostsText(location) },
      lines: { text: linesText(location) },
      newest: dim(location.lastTime === undefined ? label`` : momentText(location.lastTime * 1000, state)),
    },
  };
}

function isRefused({ logs, menu }: State): boolean {
  return logs.question === undefined && logs.locations?.[menu.position.selected]?.problem !== undefined;
}

function placeholderOf({ logs, menu }: State) {
  if (logs.question === 'file') return label`/srv/logs/access.log`;
  const site = logs.locations?.[menu.position.selected]?.site ?? '';
  return site === '' ? label`website, such as shop.example.com` : safeText(site, 60);
}

/** Before and behind what is typed into a menu. */
const fieldMargin = 4;

export function menuPopup(menu: MenuDefinition) {
  return () => <MenuPopup menu={menu} />;
}

function MenuPopup({ menu }: { readonly menu: MenuDefinition }) {
  const state = useAppState(whole => whole);
  const { text, position } = state.menu;
  const { items, place, hasRule, message, list, below, under, hasLine } = menuLayout(menu, state);
  const width = insideWidth(place);
  const isTyped = menu.field?.typed?.(state) !== undefined;
  const note = menu.note?.(state, items.length);
  const says = menu.field?.says?.(state);
  return (
    <Popup place={place} title={menu.title} note={note} foot={moreFoot(items.length - list)}>
      {menu.field !== undefined && (
        <PopupField
          place={place}
          row={0}
          text={text}
          placeholder={cutFacts(menu.field.placeholder, width - fieldMargin)}
          isTaken={isTyped}
        />
      )}
      {hasRule && <PopupRule width={width} />}
      <Lines lines={message.map(text => [{ ...says, text }])} before={{ text: label`   ` }} width={width} />
      <Menu
        items={items}
        selected={isTyped ? -1 : position.selected}
        top={position.top}
        height={list}
        width={width}
      />
      {hasLine && <PopupRule width={width} />}
      {under !== undefined && (
        <PopupText {...below} spaced={below.spaced && !hasLine} style={{ ...under }} width={width} />
      )}
    </Popup>
  );
}

/** Of a list how many lines are not shown. */
function moreFoot(hidden: number): SafeText | undefined {
  return hidden > 0 ? label`${safeText(groupThousands(hidden))} more` : undefined;
}

const roomForColumns = 56;
const [markWidth, leavesWidth, statisticWidth] = [3, 10, 15];
const comparisonWidth = comparisons.reduce((sum, comparison) => sum + comparison.length + 2, 1);

export function FilterPopup() {
  const state = useAppState(whole => whole);
  const layout = filterLayout(state);
  const { place, width, isSpacious, message } = layout;
  const count = state.filter.where.length;
  const note = count === 0 ? label`no condition` : label`all of these hold, ${count} of ${maxConditions}`;
  const over = listTitle(state);
  return (
    <Popup
      place={place}
      title={label`Filters`}
      note={note}
      foot={moreFoot(filterChoices(state).list.length - layout.list)}
    >
      {isSpacious && <Line {...columnTitles(width)} width={width} />}
      <ConditionTable state={state} layout={layout} />
      {isSpacious && <PopupRule width={width} />}
      {isSpacious && (
        <Line
          parts={[{ text: label` ${over.title}`, bold: true }]}
          right={[dim(label`${over.counted} `)]}
          width={width}
        />
      )}
      <Lines lines={listLines(state, layout)} width={width} />
      {isSpacious && <PopupRule width={width} />}
      <Lines lines={message.map(text => saidParts(state, text))} before={{ text: label` ` }} width={width} />
    </Popup>
  );
}

function columnTitles(width: number): { readonly parts: readonly Part[]; readonly right: readonly Part[] } {
  if (width < roomForColumns) return { parts: [], right: [dim(label`LEAVES `)] };
  const text = label`${spaces(markWidth)}${fitEnd(label`STATISTIC`, statisticWidth)}${fitEnd(label` COMPARISON`, comparisonWidth)} VALUE`;
  return { parts: [dim(text)], right: [dim(label`LEAVES `)] };
}

/** The conditions, and the one that is typed: in the place of what it changes, or as the last. */
function ConditionTable({ state, layout }: { readonly state: State; readonly layout: FilterLayout }) {
  const { width, place, isSpacious, table } = layout;
  const { where, edited } = state.filter;
  const typed = typedCondition(state);
  const field = typed === undefined ? where.length : (edited ?? where.length);
  const selected = state.menu.position.selected;
  const isListed = typed === undefined && state.menu.text.value.trim() === '';
  const marked =
    typed === undefined ? (isListed && selected < where.length ? selected : -1) : selected === 0 ? field : -1;
  const top = firstRow(0, isListed ? Math.min(selected, where.length) : field, table);
  const above = isSpacious ? 1 : 0;
  const leaves = shownLeaves(state)?.left;
  return Array.from({ length: table }, (_, line) => {
    const row = top + line;
    const condition = where[row];
    const mark = markOf(row === marked);
    if (row === field) {
      const before = typed === undefined ? [plus(mark)] : [mark, ...typedCells(state, typed, width)];
      const left = partsWidth(before);
      const counted = countedCondition(state);
      const wide = typed === undefined || width < roomForColumns ? 1 : leavesWidth;
      const placeholder =
        where.length > 0
          ? label`another condition`
          : width < roomForColumns
            ? label`page~/blog`
            : label`country=DE, device!=mobile, page~/blog`;
      return (
        <SideBySide key={row}>
          <Line parts={before} on={row === marked ? 'selection' : undefined} width={left} />
          <FieldBackground isLit={row === marked}>
            <TextField
              text={typedText(state)}
              width={width - left - wide}
              focused
              at={{ x: place.left + 1 + left, y: place.top + 1 + above + line }}
              placeholder={typed === undefined ? placeholder : label``}
            />
          </FieldBackground>
          <Line
            parts={[]}
            right={
              counted === undefined || wide === 1
                ? []
                : [{ text: label`${leftText(leftByTyped(state, counted))} ` }]
            }
            on={row === marked ? 'selection' : undefined}
            width={wide}
          />
        </SideBySide>
      );
    }
    if (condition === undefined)
      return <Line key={row} parts={[plus(mark), dim(label`another condition`)]} width={width} />;
    const left = leftText(leaves?.[row]);
    const cells = conditionCells(state.capabilities.filters, condition, width, textWidth(left) + 2);
    const isMarked = row === marked;
    return (
      <Line
        key={row}
        parts={[mark, ...cells.map(part => (isMarked ? { ...part, bold: true } : part))]}
        on={isMarked ? 'selection' : undefined}
        right={[{ text: label`${left} ` }]}
        width={width}
      />
    );
  });
}

function markOf(isMarked: boolean): Part {
  return isMarked ? { text: label` > `, tone: 'accent', bold: true } : { text: spaces(markWidth) };
}

function plus(mark: Part): Part {
  return mark.tone === undefined ? dim(label` + `) : mark;
}

/** Dots stand for a number that is still to come. */
function leftText(left: Left): SafeText {
  if (left === 'awaited') return isAscii() ? label`...` : label`···`;
  return left === undefined ? label`-` : safeText(groupThousands(left));
}

function typedCells(state: State, condition: Condition, columns: number): readonly Part[] {
  if (columns >= roomForColumns)
    return [...leadCells(state.capabilities.filters, condition), { text: label` ` }];
  return [{ text: narrowLead(condition) }];
}

/** "device is not ", where the comparisons have no room beside each other. */
function narrowLead({ field, comparison }: Condition): SafeText {
  const words = { is: 'is', 'is not': 'is not', contains: 'has' }[comparison];
  return safeText(`${fieldTitle(field)} ${words} `);
}

function conditionCells(
  filters: FilterCapabilities | undefined,
  condition: Condition,
  columns: number,
  reserved: number,
): readonly Part[] {
  const { field, comparison, value } = condition;
  const shown = safeText(comparison === 'contains' ? value : readableCondition(field, value));
  if (columns < roomForColumns)
    return [{ text: cutMiddle(label`${narrowLead(condition)}${shown}`, columns - markWidth - reserved) }];
  const room = columns - markWidth - statisticWidth - comparisonWidth - leavesWidth;
  return [...leadCells(filters, condition), { text: label` ${cutMiddle(shown, room)}`, bold: true }];
}

/** The statistic, and the comparisons beside each other with the chosen one lit: in brackets where there are no tints. */
function leadCells(
  filters: FilterCapabilities | undefined,
  { field, comparison }: Condition,
): readonly Part[] {
  const known = filters?.[field] ?? [];
  const choices = comparisons.map((each): Part => {
    if (each === comparison)
      return hasTints()
        ? { text: label` ${safeText(each)} `, on: 'sourcesBar', bold: true }
        : { text: label`[${safeText(each)}]`, tone: 'sources', bold: true };
    return dim(safeText(known.includes(each) ? ` ${each} ` : ' '.repeat(each.length + 2)));
  });
  return [{ text: fitEnd(safeText(fieldTitle(field)), statisticWidth) }, ...choices, { text: label` ` }];
}

/** Fields, or values with their bars; what is typed is lit in each. */
function listLines(state: State, { width, list: height }: FilterLayout): readonly (readonly Part[])[] {
  const { table, list } = filterChoices(state);
  const { selected, top } = state.menu.position;
  const condition = typedCondition(state);
  const at = selected - table.length;
  const first = Math.max(0, firstRow(Math.max(0, top - table.length), at, height));
  const shown = list.slice(first, first + height);
  const typed = typedText(state).value.trim();
  const isCounted = shown.some(({ count }) => count !== undefined);
  const family =
    condition === undefined || isTimeField(condition.field)
      ? 'content'
      : statisticInfo(condition.field).family;
  const rows = barRows(
    shown.map(({ title, count }) => ({
      label: { text: title },
      value: count ?? 0,
      numbers: isCounted ? [{ text: count === undefined ? label`` : safeText(groupThousands(count)) }] : [],
    })),
    {
      width: width - markWidth - 1,
      family,
      selected: at - first,
    },
  );
  return Array.from({ length: height }, (_, line) => {
    const isSelected = first + line === at;
    const { about } = shown[line] ?? {};
    const cells = about === undefined || width < roomForColumns ? [] : fieldCells(state, about);
    const runs =
      about === undefined || cells.length === 0
        ? rows[line]?.[0]
        : rowOn(fitParts([...cells], [dim(about.note)], width - markWidth - 1), {
            isSelected,
          });
    if (runs === undefined) return [];
    const title = about === undefined ? runs.map(({ text }) => text).join('') : (shown[line]?.title ?? '');
    return [markOf(isSelected), ...litParts(runs, foundStretches({ title }, typed))];
  });
}

/** A statistic in the columns of the conditions: how it can be compared, and its most frequent value. */
function fieldCells(state: State, { field, highest }: NonNullable<FilterChoice['about']>): readonly Part[] {
  const known = state.capabilities.filters?.[field] ?? [];
  const words = comparisons.map(each => (known.includes(each) ? ` ${each} ` : ' '.repeat(each.length + 2)));
  return [
    { text: fitEnd(safeText(fieldTitle(field)), statisticWidth) },
    dim(safeText(`${words.join('')}  `)),
    dim(highest),
  ];
}

/** A line of the sentence, with its change in the colour of changes. */
function saidParts(state: State, line: SafeText): readonly Part[] {
  if (whyNotTyped(state) !== undefined) return [{ text: line, tone: 'bad' }];
  const change = filterSentence(state)?.change;
  const text = change === undefined ? '' : `: ${formatChange(change)}`;
  const at = text === '' ? -1 : line.lastIndexOf(text);
  if (change === undefined || at === -1) return [{ text: line }];
  return [
    { text: sliceSafe(line, 0, at + 2) },
    { text: sliceSafe(line, at + 2, at + text.length), tone: changeTone(change) },
    dim(sliceSafe(line, at + text.length)),
  ];
}
