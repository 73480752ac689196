import { Line } from '#components/Line.tsx';
import type { Part } from '#components/style.ts';
import { Table, tableIndent } from '#components/Table.tsx';
import { placeColumns, type Column } from '#model/text/columnLayout.ts';
import { useAppState } from '#screens/useAppState.ts';
import { websiteTitle } from '#screens/websiteTitle.ts';
import { bulkRows, hasSpacing } from '#store/core/viewport.ts';
import { label } from '#terminal/safeText.ts';
import { outcomePart, progressParts } from './outcomes.ts';

type RunColumn = 'domain' | 'outcome';

const columns: readonly Column<RunColumn>[] = [
  { key: 'domain', title: 'DOMAIN', width: 16, grow: 1, most: 40, priority: 2, cut: 'middle' },
  { key: 'outcome', title: 'RESULT', width: 14, grow: 2, priority: 3 },
];

const nothing: Part = { text: label`` };

/** The progress of an operation on several websites, and the result for each of them. */
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
        columns={placeColumns(columns, width - tableIndent - 1)}
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
