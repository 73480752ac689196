import { Button } from '#components/Field.tsx';
import { Line } from '#components/Line.tsx';
import { firstRow, Table, tableIndent } from '#components/Table.tsx';
import { resultOfEach } from '#model/cachedResult.ts';
import { placeColumns, type Column } from '#model/text/columnLayout.ts';
import type { Website } from '#model/website/website.ts';
import { useAppState } from '#screens/useAppState.ts';
import { websiteTitle } from '#screens/websiteTitle.ts';
import { mergesLists, touchedBy, type BulkForm } from '#store/editing/bulkForm.ts';
import { hasSpacing, reviewRows } from '#store/core/viewport.ts';
import { label } from '#terminal/safeText.ts';
import { beforeAndAfter, isChanged } from './changes.ts';

type ReviewColumn = 'domain' | 'before' | 'after';

const columns: readonly Column<ReviewColumn>[] = [
  { key: 'domain', title: 'DOMAIN', width: 14, grow: 1, most: 40, priority: 3, cut: 'middle' },
  { key: 'before', title: 'NOW', width: 14, grow: 2, priority: 1 },
  { key: 'after', title: 'AFTER', width: 14, grow: 2, priority: 2 },
];

// Every key draws them: those that change are counted once.
const changingOf = resultOfEach<number>();

function countChanging(websites: readonly Website[], form: BulkForm): number {
  return websites.filter(website => isChanged(website, touchedBy(form, website))).length;
}

/** The changes of an edit of several websites, one row each, before anything is sent. */
export function BulkReviewScreen() {
  const bulk = useAppState(state => state.bulkEdit);
  const viewport = useAppState(state => state.viewport);
  const width = viewport.columns;
  const { websites, form } = bulk;
  const selected = bulk.isOnButton ? undefined : bulk.position.selected;
  const height = Math.min(websites.length, reviewRows(viewport));
  const top = firstRow(bulk.position.top, selected, height);
  // Only what is on screen is made into text.
  const rows = websites.slice(top, top + height).map(website => ({
    website,
    change: beforeAndAfter(website, touchedBy(form, website), mergesLists(form)),
  }));
  const changing = changingOf(websites, [form], () => countChanging(websites, form));
  const same = websites.length - changing;
  return (
    <>
      <Line
        width={width}
        parts={[
          { text: label` ${changing} of ${websites.length} websites change`, tone: 'warn' },
          ...(bulk.unread.size === 0
            ? []
            : [{ text: label`, ${bulk.unread.size} still to be read`, tone: 'dim' as const }]),
          {
            text: same === 0 ? label`. ^S saves them.` : label`, ${same} unchanged. ^S saves them.`,
            tone: 'dim',
          },
        ]}
      />
      {hasSpacing(viewport) && <Line parts={[]} width={width} />}
      <Table
        columns={placeColumns(columns, width - tableIndent - 1)}
        rows={rows.map(({ website, change }) => ({
          id: website.id,
          cells: {
            domain: { text: websiteTitle(website) },
            before: { text: change?.before ?? label`unchanged`, tone: 'dim' },
            after: { text: change?.after ?? label`` },
          },
        }))}
        top={0}
        selected={selected === undefined ? undefined : selected - top}
        height={height}
        width={width}
      />
      {hasSpacing(viewport) && <Line parts={[]} width={width} />}
      <Button title={label`Save`} focused={bulk.isOnButton} indent={tableIndent} width={width} />
    </>
  );
}
