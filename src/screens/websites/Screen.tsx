import type { Part } from '#components/style.ts';
import { Line } from '#components/Line.tsx';
import { Message } from '#components/Message.tsx';
import { Table, tableIndent } from '#components/Table.tsx';
import { placeColumns } from '#components/tableLayout.ts';
import { Toolbar, type ToolbarItem } from '#components/Toolbar.tsx';
import { failureLines } from '#screens/failure.ts';
import { useAppState } from '#screens/useAppState.ts';
import { bodyRows, hasAir, websiteRows } from '#store/viewport.ts';
import { label, safeText, type SafeText } from '#terminal/safeText.ts';
import type { WebsitesSlice } from '#store/websites.ts';
import { websiteCells } from './cells.ts';
import { websiteColumns } from './columns.ts';

/** Home: the websites, searched, sorted and paged by the service. */
export function WebsitesScreen() {
  const websites = useAppState(state => state.websites);
  const viewport = useAppState(state => state.viewport);
  const preparing = useAppState(state => state.preparing);
  const width = viewport.columns;
  const rows = websites.list.data?.rows ?? [];
  const air = hasAir(viewport);
  return (
    <>
      <Toolbar
        items={toolbarItems(websites)}
        right={summary(websites)}
        width={width}
        search={{ text: websites.search, field: websites.searchField }}
        y={1}
      />
      {air && <Line parts={[]} width={width} />}
      {rows.length === 0 ? (
        <Message
          {...emptiness(websites, preparing)}
          width={width}
          height={bodyRows(viewport) - 1 - (air ? 1 : 0)}
        />
      ) : (
        <Table
          columns={placeColumns(websiteColumns, width - tableIndent - 1)}
          rows={rows.map(website => ({ id: website.id, cells: websiteCells(website) }))}
          top={websites.position.top}
          selected={websites.position.selected}
          height={websiteRows(viewport)}
          width={width}
        />
      )}
    </>
  );
}

function toolbarItems({ sortBy, sort, perPage }: WebsitesSlice): ToolbarItem[] {
  const order =
    sortBy === 'id' ? (sort === 'desc' ? 'newest' : 'oldest') : sort === 'asc' ? 'A to Z' : 'Z to A';
  return [
    { title: label`Sort`, value: safeText(order) },
    { title: label`Show`, value: label`${perPage}` },
  ];
}

/** How many there are, as far as the service says it, and which page this is. */
function summary({ list, cannotPage }: WebsitesSlice): Part[] {
  const page = list.data;
  if (page === undefined) return [];
  const shown = page.rows.length;
  const count = page.total ?? (page.next === 'no' && page.page === 1 ? shown : undefined);
  const known: SafeText =
    count === undefined ? label`${shown} shown` : count === 1 ? label`1 website` : label`${count} websites`;
  const more: SafeText = cannotPage
    ? label`, the first ${shown}: the service does not page`
    : label`, page ${page.page}`;
  const failed = list.error === undefined ? [] : [{ text: label`not refreshed  `, tone: 'bad' as const }];
  return [...failed, { text: label`${known}${more} `, tone: 'dim' }];
}

/** What the screen says in place of rows. */
function emptiness({ list, search, page }: WebsitesSlice, preparing: number | undefined) {
  if (list.error !== undefined)
    return {
      title: label`The websites could not be read`,
      tone: 'bad' as const,
      lines: failureLines(list.error),
    };
  if (preparing !== undefined)
    return {
      title: label`Making the demo: ${Math.round(preparing * 100)}%`,
      lines: [label`Made-up websites with two years of statistics, kept on this machine.`],
    };
  if (list.data === undefined)
    return { title: label`Reading the websites ...`, tone: 'dim' as const, lines: [] };
  if (search !== '')
    return {
      title: label`No website matches "${safeText(search)}"`,
      lines: [label`Press Esc to clear the search, / to change it.`],
    };
  if (page > 1) return { title: label`No more websites`, lines: [label`Press [ for the previous page.`] };
  return {
    title: label`No websites yet`,
    lines: [label`Press a to add the first one. The service then gives the code to put on its pages.`],
  };
}
