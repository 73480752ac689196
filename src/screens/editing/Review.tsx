import { Button } from '#components/Field.tsx';
import { Line } from '#components/Line.tsx';
import { firstRow, Table, tableIndent } from '#components/Table.tsx';
import type { Part } from '#components/parts.ts';
import { useAppState } from '#screens/storeView.ts';
import { websiteTitle } from '#screens/words.ts';
import { bulkRows, hasSpacing, reviewRows } from '#store/display.ts';
import { mergesLists, touchedBy, type WebsiteForm } from '#store/editing/form.ts';
import { type Column, placeColumns } from '#text/columns.ts';
import { resultOfEach } from '#text/memo.ts';
import { label } from '#text/safeText.ts';
import { beforeAndAfter, isChanged, outcomePart, progressParts } from './review.ts';

type ReviewColumn = 'domain' | 'before' | 'after';

const columns: readonly Column<ReviewColumn>[] = [
  { key: 'domain', title: 'DOMAIN', width: 14, grow: 1, most: 40, priority: 3, cut: 'middle' },
  { key: 'before', title: 'NOW', width: 14, grow: 2, priority: 1 },
  { key: 'after', title: 'AFTER', width: 14, grow: 2, priority: 2 },
];

// Every key draws them: those that change are counted once.
const changingOf = resultOfEach<number>();

function countChanging(form: WebsiteForm): number {
  return form.websites.filter(website => isChanged(website, touchedBy(form, website))).length;
}

export function BulkReviewScreen() {
  const { form, review } = useAppState(state => state.editor);
  const viewport = useAppState(state => state.viewport);
  const width = viewport.columns;
  if (form === undefined) return null;
  const { websites } = form;
  const selected = review.isOnButton ? undefined : review.position.selected;
  const height = Math.min(websites.length, reviewRows(viewport));
  const top = firstRow(review.position.top, selected, height);
  // Only what is on screen is made into text.
  const rows = websites.slice(top, top + height).map(website => ({
    website,
    change: beforeAndAfter(website, touchedBy(form, website), mergesLists(form)),
  }));
  const changing = changingOf(websites, [form], () => countChanging(form));
  const same = websites.length - changing;
  return (
    <>
      <Line
        width={width}
        parts={[
          { text: label` ${changing} of ${websites.length} websites change`, tone: 'warn' },
          ...(review.unread.size === 0
            ? []
            : [{ text: label`, ${review.unread.size} still to be read`, tone: 'dim' as const }]),
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
      <Button title={label`Save`} focused={review.isOnButton} indent={tableIndent} width={width} />
    </>
  );
}

type RunColumn = 'domain' | 'outcome';

const runColumns: readonly Column<RunColumn>[] = [
  { key: 'domain', title: 'DOMAIN', width: 16, grow: 1, most: 40, priority: 2, cut: 'middle' },
  { key: 'outcome', title: 'RESULT', width: 14, grow: 2, priority: 3 },
];

const nothing: Part = { text: label`` };

export function BulkRunScreen() {
  const { run, position } = useAppState(state => state.bulkRun);
  const viewport = useAppState(state => state.viewport);
  const width = viewport.columns;
  if (run === undefined) return null;
  return (
    <>
      <Line parts={[{ text: label` ` }, ...progressParts(run)]} width={width} />
      {hasSpacing(viewport) && <Line parts={[]} width={width} />}
      <Table
        columns={placeColumns(runColumns, width - tableIndent - 1)}
        rows={run.websites.map((website, index) => {
          const outcome = run.outcomes[index];
          return {
            id: website.id,
            cells: {
              domain: { text: websiteTitle(website) },
              outcome: outcome === undefined ? nothing : outcomePart(outcome, run.kind),
            },
          };
        })}
        top={position.top}
        selected={position.selected}
        height={bulkRows(viewport)}
        width={width}
      />
    </>
  );
}
