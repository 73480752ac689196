import { canWrite, type Capabilities } from '#model/service/capabilities.ts';
import { placeColumns, type Column, type PlacedColumn } from '#model/text/columnLayout.ts';
import type { SeriesName } from '#model/statistics/statistics.ts';
import type { FieldName } from '#model/website/draft.ts';
import type { State } from '#store/core/state.ts';

export type WebsiteColumn =
  | 'domain'
  | 'attention'
  | 'trend'
  | 'visitors'
  | 'change'
  | 'pageviews'
  | 'privacy'
  | 'bots'
  | 'email'
  | 'created'
  | 'id';

/** The columns of the list; without enough room the lowest priority goes first. */
const websiteColumns: readonly Column<WebsiteColumn>[] = [
  { key: 'domain', title: 'DOMAIN', width: 20, grow: 4, most: 36, priority: 11, cut: 'middle' },
  { key: 'attention', title: '', width: 1, priority: 10 },
  { key: 'trend', title: 'TREND', width: 14, grow: 1, most: 31, priority: 7 },
  { key: 'visitors', title: 'VISITORS', width: 10, priority: 9, align: 'right' },
  { key: 'change', title: 'CHANGE', width: 7, priority: 8, align: 'right' },
  { key: 'pageviews', title: 'PAGE VIEWS', width: 10, priority: 5, align: 'right' },
  { key: 'privacy', title: 'PRIVACY', width: 8, priority: 6 },
  { key: 'bots', title: 'BOTS', width: 8, priority: 4 },
  { key: 'email', title: 'EMAIL', width: 7, priority: 3 },
  { key: 'created', title: 'ADDED', width: 11, priority: 2, align: 'right' },
  { key: 'id', title: 'ID', width: 6, priority: 1, align: 'right' },
];

/** Columns of fields that a service may not have. */
const fieldOfColumn: { readonly [C in WebsiteColumn]?: FieldName } = {
  privacy: 'privacy',
  bots: 'excludeBots',
  email: 'email',
};

const ofNumbers: readonly WebsiteColumn[] = ['trend', 'visitors', 'change', 'pageviews'];
const ofVisitors: readonly WebsiteColumn[] = ['trend', 'visitors', 'change'];

/** From this width on, columns are dropped before domains are cut. */
const roomForDomains = 80;

/** Room for marks before the first column, and for the margin on the right. */
const margins = 4;

/** The columns on screen, whose numbers are therefore read. They depend on whether anything is compared. */
export function shownColumns(
  { viewport: { columns }, capabilities }: Pick<State, 'viewport' | 'capabilities'>,
  overview: boolean,
  isCompared: boolean,
): readonly PlacedColumn<WebsiteColumn>[] {
  const asked = `${columns} ${overview} ${isCompared}`;
  // Every key asks for them several times.
  if (placed?.asked !== asked || placed.capabilities !== capabilities)
    placed = { asked, capabilities, columns: place(capabilities, columns, overview, isCompared) };
  return placed.columns;
}

let placed:
  | {
      readonly asked: string;
      readonly capabilities: Capabilities;
      readonly columns: readonly PlacedColumn<WebsiteColumn>[];
    }
  | undefined;

function place(
  capabilities: Capabilities,
  columns: number,
  overview: boolean,
  isCompared: boolean,
): PlacedColumn<WebsiteColumn>[] {
  const wanted = websiteColumns
    .filter(({ key }) => {
      const field = fieldOfColumn[key];
      return field === undefined || canWrite(capabilities, field);
    })
    .filter(({ key }) => overview || !ofNumbers.includes(key))
    .filter(({ key }) => isCompared || key !== 'change')
    .map(column =>
      column.key === 'domain' && columns >= roomForDomains ? { ...column, width: 26 } : column,
    );
  return placeColumns(wanted, columns - margins);
}

/** The measures to read for a row with these columns. */
export function measuresOfColumns(columns: readonly { readonly key: WebsiteColumn }[]): SeriesName[] {
  const has = (keys: readonly WebsiteColumn[]) => columns.some(({ key }) => keys.includes(key));
  return [
    ...(has(ofVisitors) ? (['visitors'] as const) : []),
    ...(has(['pageviews']) ? (['pageviews'] as const) : []),
  ];
}
