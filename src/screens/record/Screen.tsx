import { Line, Lines, Column } from '#components/Line.tsx';
import { Message } from '#components/box/Message.tsx';
import { dim, type Part } from '#components/parts.ts';
import { Table, tableIndent } from '#components/Table.tsx';
import { recordFields, type RecordField } from '#model/export/websiteTables.ts';
import { unreadWebsite } from '#screens/messages.ts';
import { useAppState } from '#screens/storeView.ts';
import { fieldPosition, websiteOf } from '#store/websites/records.ts';
import { bodyRows, hasSpacing, recordRows } from '#store/display.ts';
import { minTwoColumns } from '#screens/layout.ts';
import { zeroColumns, type ZeroPart } from '#screens/emptyWebsite.ts';
import { type Column as TableColumn, placeColumns, spaces } from '#text/fit.ts';
import { label, safeText } from '#text/safeText.ts';
import { valueText } from './index.ts';

type RecordColumn = 'title' | 'value' | 'name' | 'raw';

/** With fewer columns a value has more of them than its title. */
const roomForTitles = 60;
/** With as many columns what helps stands below, too. */
const roomForThree = 170;

const columnsIn = (width: number): readonly TableColumn<RecordColumn>[] => [
  { key: 'title', title: 'FIELD', width: width < roomForTitles ? 15 : 20, priority: 9 },
  {
    key: 'value',
    title: 'VALUE',
    width: 14,
    grow: 1,
    max: Math.max(60, Math.floor(width * 0.4)),
    priority: 10,
  },
  { key: 'name', title: 'ON THE SERVICE', width: 15, priority: 7 },
  { key: 'raw', title: '', width: 6, priority: 6 },
];

/** Fewer lines say too little. */
const minBelow = 5;

export function RecordScreen({ websiteId }: { readonly websiteId: string }) {
  const state = useAppState(whole => whole);
  const { viewport, records } = state;
  const width = viewport.columns;
  const website = websiteOf(state, websiteId);
  if (website === undefined) {
    const message = unreadWebsite(state, records.byId.get(websiteId)?.error);
    return <Message {...message} width={width} height={bodyRows(viewport)} />;
  }
  const spacing = hasSpacing(viewport) ? 1 : 0;
  const fields = recordFields(website);
  const rows = Math.min(recordRows(viewport), fields.length);
  const height = bodyRows(viewport) - spacing;
  const room = height - 1 - rows - 1;
  const parts: readonly ZeroPart[] =
    width < minTwoColumns
      ? ['kept']
      : ['settings', 'counts', ...(width < roomForThree ? [] : (['helps'] as const))];
  const shown =
    room < minBelow
      ? []
      : zeroColumns(state, website, parts, { width: width - tableIndent - 1, height: room });
  const apart = Math.max(1, Math.min(3, Math.floor((room + 1 - shown.length) / 2)));
  const below = shown.length === 0 ? [] : [...Array.from({ length: apart }, () => []), ...shown];
  return (
    <>
      {spacing > 0 && <Line parts={[]} width={width} />}
      <Column width={width} height={height}>
        <Table
          columns={placeColumns(columnsIn(width), width - tableIndent - 1)}
          rows={fields.map(field => ({ id: field.name, cells: cellsOf(field) }))}
          {...fieldPosition(state, websiteId)}
          height={rows}
          width={width}
        />
        <Lines lines={below} before={{ text: spaces(tableIndent) }} width={width} />
      </Column>
    </>
  );
}

function cellsOf(field: RecordField): Readonly<Record<RecordColumn, Part>> {
  const { title, name, meaning, raw } = field;
  return {
    title: title === undefined ? { text: safeText(name) } : { text: safeText(title) },
    value:
      raw === 'null'
        ? dim(label`none`)
        : {
            text: meaning === undefined ? valueText(field) : safeText(meaning),
            tone: raw === '' ? 'dim' : 'plain',
          },
    name: dim(safeText(name)),
    raw: dim(meaning === undefined && raw !== 'null' ? label`` : valueText(field)),
  };
}
