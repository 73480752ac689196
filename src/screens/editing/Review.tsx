import { Button } from '#components/box/Field.tsx';
import { Line } from '#components/Line.tsx';
import { firstRow, Table, tableIndent } from '#components/Table.tsx';
import type { Part } from '#components/parts.ts';
import { insideWidth, Popup, PopupRule } from '#components/box/Popup.tsx';
import { formBounds } from './formLayout.ts';
import { useAppState } from '#screens/storeView.ts';
import { websitesCut } from '#screens/websites/cells.ts';
import { websiteTitle } from '#screens/words.ts';
import { bulkRows, hasSpacing, reviewRows } from '#store/display.ts';
import { mergesLists, touchedBy, type WebsiteForm } from '#store/editing/form.ts';
import { maxNames } from '#store/websites/listLayout.ts';
import { textWidth } from '#text/characters.ts';
import { type Column, placeColumns } from '#text/fit.ts';
import { memoizeByObject } from '#text/memo.ts';
import { label, type SafeText, safeText } from '#text/safeText.ts';
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

const leastColumns = 14;
// Every key draws them, and they are as wide on every page.
const columnsOf = memoizeByObject<readonly Column<ReviewColumn>[]>();

/** None is wider than what stands in it: the names have what the others do not need. */
function reviewColumns(form: WebsiteForm): readonly Column<ReviewColumn>[] {
  return columnsOf(form.websites, [form], () => {
    const known = form.websites.slice(0, maxNames);
    const changes = known.map(website =>
      beforeAndAfter(website, touchedBy(form, website), mergesLists(form)),
    );
    const most = (texts: readonly SafeText[]) => Math.max(leastColumns, ...texts.map(textWidth));
    const before = most(changes.map(change => change?.before ?? label``));
    const after = most(changes.map(change => change?.after ?? label``));
    const names = most(known.map(website => websiteTitle(website)));
    return [
      { key: 'domain', title: 'DOMAIN', width: leastColumns, grow: 1, most: names, priority: 3 },
      { key: 'before', title: 'NOW', width: leastColumns, grow: 2, most: before, priority: 1 },
      { key: 'after', title: 'AFTER', width: leastColumns, grow: 2, most: after, priority: 2 },
    ];
  });
}

export function BulkReviewScreen() {
  const whole = useAppState(state => state);
  const { viewport } = whole;
  const { form, review } = whole.editor;
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
        columns={placeColumns(reviewColumns(form), width - tableIndent - 1).map(column =>
          column.key === 'domain' ? { ...column, cut: websitesCut(whole, column.columns) } : column,
        )}
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
  { key: 'domain', title: 'DOMAIN', width: 16, grow: 1, most: 40, priority: 2 },
  { key: 'outcome', title: 'RESULT', width: 14, grow: 2, priority: 3 },
];

const nothing: Part = { text: label`` };

export function BulkRunScreen() {
  const whole = useAppState(state => state);
  const { viewport } = whole;
  const { run, position } = whole.bulkRun;
  const width = viewport.columns;
  if (run === undefined) return null;
  return (
    <>
      <Line parts={[{ text: label` ` }, ...progressParts(run)]} width={width} />
      {hasSpacing(viewport) && <Line parts={[]} width={width} />}
      <Table
        columns={placeColumns(runColumns, width - tableIndent - 1).map(column =>
          column.key === 'domain' ? { ...column, cut: websitesCut(whole, column.columns) } : column,
        )}
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
