import { Button } from '#components/box/Field.tsx';
import { Line } from '#components/Line.tsx';
import { firstRow, Table, tableIndent } from '#components/Table.tsx';
import type { Part } from '#components/parts.ts';
import { insideWidth, Popup, PopupRule } from '#components/box/Popup.tsx';
import { formBounds } from './formLayout.ts';
import { useAppState } from '#screens/storeView.ts';
import { websiteTitle } from '#screens/words.ts';
import { bulkRows, hasSpacing, reviewRows } from '#store/display.ts';
import { mergesLists, touchedBy } from '#store/editing/form.ts';
import { type Column, placeColumns } from '#text/fit.ts';
import { label, safeText } from '#text/safeText.ts';
import { capitalised } from '#text/words.ts';
import {
  beforeAndAfter,
  countChanging,
  editAllTitle,
  outcomePart,
  progressParts,
  saveAllWords,
} from './review.ts';

type ReviewColumn = 'domain' | 'before' | 'after';

const columns: readonly Column<ReviewColumn>[] = [
  { key: 'domain', title: 'DOMAIN', width: 14, grow: 1, most: 40, priority: 3, cut: 'middle' },
  { key: 'before', title: 'NOW', width: 14, grow: 2, priority: 1 },
  { key: 'after', title: 'AFTER', width: 14, grow: 2, priority: 2 },
];

export function BulkReviewScreen() {
  const { form, review } = useAppState(state => state.editor);
  const viewport = useAppState(state => state.viewport);
  if (form === undefined) return null;
  const { websites } = form;
  const isSpaced = hasSpacing(viewport);
  const selected = review.isOnButton ? undefined : review.position.selected;
  const height = Math.min(websites.length, reviewRows(viewport));
  const top = firstRow(review.position.top, selected, height);
  // Only what is on screen is made into text.
  const rows = websites.slice(top, top + height).map(website => ({
    website,
    change: beforeAndAfter(website, touchedBy(form, website), mergesLists(form)),
  }));
  const place = formBounds(viewport, height + (isSpaced ? 7 : 4));
  const width = insideWidth(place);
  const same = websites.length - countChanging(form);
  return (
    <Popup
      place={place}
      title={editAllTitle(form)}
      note={review.unread.size === 0 ? label`` : label`${review.unread.size} still to be read`}
    >
      <Line
        width={width}
        parts={[
          { text: label` ${websites.length - same} of ${websites.length} websites change`, tone: 'warn' },
          { text: same === 0 ? label`` : label`, ${same} unchanged`, tone: 'dim' },
        ]}
      />
      {isSpaced && <Line parts={[]} width={width} />}
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
        hasTitles={isSpaced}
      />
      {isSpaced && <PopupRule width={width} />}
      <Button
        title={safeText(capitalised(saveAllWords(form, viewport)))}
        focused={review.isOnButton}
        indent={tableIndent}
        width={width}
      />
    </Popup>
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
