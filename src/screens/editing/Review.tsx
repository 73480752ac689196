import { Button } from '#components/box/Field.tsx';
import { Line } from '#components/Line.tsx';
import { firstRow, Table, tableIndent } from '#components/Table.tsx';
import { dim, type Part } from '#components/parts.ts';
import { insideWidth, Popup, PopupRule } from '#components/box/Popup.tsx';
import { formBounds } from './formLayout.ts';
import { useAppState } from '#screens/storeView.ts';
import { websitesCut } from '#screens/websites/cells.ts';
import { websiteTitle } from '#screens/words.ts';
import { hasSpacing, reviewRows } from '#store/display.ts';
import { mergesLists, touchedBy, type WebsiteForm } from '#store/editing/form.ts';
import type { BulkRun, Outcome } from '#store/editing/run.ts';
import type { Website } from '#model/website/website.ts';
import { maxNames } from '#store/websites/listLayout.ts';
import { isAscii, textWidth } from '#text/characters.ts';
import { type Column, placeColumns } from '#text/fit.ts';
import { memoizeByObject } from '#text/memo.ts';
import { label, type SafeText, safeText } from '#text/safeText.ts';
import { capitalised } from '#text/words.ts';
import {
  afterParts,
  beforeAndAfter,
  countChanging,
  outcomePart,
  progressParts,
  saveAllWords,
  titleOfAll,
} from './review.ts';

type ReviewColumn = 'domain' | 'before' | 'after';

const leastColumns = 14;
const unchanged = label`unchanged`;
// Every key draws them, and they are as wide on every page.
const columnsOf = memoizeByObject<readonly Column<ReviewColumn>[]>();

/** None is wider than what stands in it: the names have what the others do not need. */
function reviewColumns(form: WebsiteForm): readonly Column<ReviewColumn>[] {
  return columnsOf(form.websites, [form], () => {
    const known = form.websites.slice(0, maxNames);
    const changes = known.map(website =>
      beforeAndAfter(website, touchedBy(form, website), mergesLists(form)),
    );
    const sizeOf = (title: string, texts: readonly SafeText[]) => {
      const most = Math.max(title.length, ...texts.map(textWidth));
      return { title, width: Math.min(leastColumns, most), most };
    };
    const before = sizeOf(
      'NOW',
      changes.map(change => change?.before ?? label``),
    );
    const after = sizeOf(
      'AFTER',
      changes.map(change => change?.after ?? unchanged),
    );
    const names = Math.max(leastColumns, ...known.map(website => textWidth(websiteTitle(website))));
    return [
      { key: 'domain', title: 'DOMAIN', width: leastColumns, grow: 1, most: names, priority: 3 },
      { key: 'before', ...before, grow: 2, priority: 1 },
      { key: 'after', ...after, grow: 2, priority: 2 },
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
  const { selected } = review.position;
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
      title={titleOfAll('edit', form.websites)}
      note={review.unread.size === 0 ? label`` : label`${review.unread.size} still to be read`}
    >
      <Line
        width={width}
        parts={[
          { text: label` ${websites.length - same} of ${websites.length} websites change`, tone: 'warn' },
          dim(same === 0 ? label`` : label`, ${same} unchanged`),
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
            before: dim(change?.before ?? label``),
            after: { text: change?.after ?? unchanged, tone: change === undefined ? 'dim' : 'warn' },
          },
        }))}
        top={0}
        selected={selected - top}
        height={height}
        width={width}
        hasTitles={isSpaced}
      />
      {isSpaced && <PopupRule width={width} />}
      <Button
        title={safeText(capitalised(saveAllWords(form, viewport)))}
        focused={false}
        isLater={same === websites.length || review.unread.size > 0}
        indent={tableIndent}
        width={width}
      />
    </Popup>
  );
}

type RunColumn = 'domain' | 'change' | 'outcome';

const runColumnsOf = memoizeByObject<readonly Column<RunColumn>[]>();

const nothing: Part = { text: label`` };

/** What became of each, in the box of the review and in its place. */
export function BulkRunScreen() {
  const whole = useAppState(state => state);
  const { viewport } = whole;
  const { run, position } = whole.bulkRun;
  if (run === undefined) return null;
  const { websites, form } = run;
  const isSpaced = hasSpacing(viewport);
  const height = Math.min(websites.length, reviewRows(viewport));
  const top = firstRow(position.top, position.selected, height);
  const place = formBounds(viewport, height + (isSpaced ? 7 : 4));
  const width = insideWidth(place);
  const changeOf = (website: Website): SafeText => {
    const change = form && beforeAndAfter(website, touchedBy(form, website), mergesLists(form));
    return change === undefined
      ? label``
      : label`${change.before}${isAscii() ? label` > ` : label` → `}${change.after}`;
  };
  const columns = placeColumns(runColumns(run, changeOf), width - tableIndent - 1);
  const room = columns.find(({ key }) => key === 'outcome')?.columns ?? 0;
  const outcomeIn = (outcome: Outcome): Part => {
    const part = outcomePart(outcome, run.kind);
    if (outcome.kind !== 'failed') return part;
    // No reason is cut within its words: that of the selected one stands whole in the line of details.
    const shorter = [/^failed: [^]*?\.(?= )/, /^failed: [^:]*(?=:)/, /^failed/].flatMap(
      begins => begins.exec(part.text)?.[0] ?? [],
    );
    const fitting = [part.text, ...shorter].find(text => textWidth(safeText(text)) <= room);
    return { ...part, text: safeText(fitting ?? 'failed') };
  };
  return (
    <Popup place={place} title={titleOfAll(run.kind, websites)}>
      <Line parts={[{ text: label` ` }, ...progressParts(run)]} width={width} />
      {isSpaced && <Line parts={[]} width={width} />}
      <Table
        columns={columns.map(column =>
          column.key === 'domain' ? { ...column, cut: websitesCut(whole, column.columns) } : column,
        )}
        rows={websites.slice(top, top + height).map((website, index) => {
          const outcome = run.outcomes[top + index];
          return {
            id: website.id,
            cells: {
              domain: { text: websiteTitle(website) },
              change: dim(changeOf(website)),
              outcome: outcome === undefined ? nothing : outcomeIn(outcome),
            },
          };
        })}
        top={0}
        selected={position.selected - top}
        height={height}
        width={width}
        hasTitles={isSpaced}
      />
      {isSpaced && <PopupRule width={width} />}
      <Button
        title={run.finished ? label`Done` : label`Stop`}
        focused={false}
        indent={tableIndent}
        right={afterParts(run)}
        width={width}
      />
    </Popup>
  );
}

/** What was set stands beside it where there is room for the reason of what failed, too. */
function runColumns(
  { websites, form, outcomes, finished }: BulkRun,
  changeOf: (website: Website) => SafeText,
): readonly Column<RunColumn>[] {
  const hasFailed = finished && outcomes.some(({ kind }) => kind === 'failed');
  return runColumnsOf(websites, [form, hasFailed], () => {
    const known = websites.slice(0, maxNames);
    const names = Math.max(16, ...known.map(website => textWidth(websiteTitle(website))));
    const changes = Math.max(leastColumns, ...known.map(website => textWidth(changeOf(website))));
    return [
      { key: 'domain', title: 'DOMAIN', width: 16, grow: 3, most: names, priority: 3 },
      ...(form === undefined || hasFailed
        ? []
        : [
            {
              key: 'change',
              title: 'CHANGE',
              width: leastColumns,
              grow: 1,
              most: changes,
              priority: 1,
            } as const,
          ]),
      { key: 'outcome', title: 'RESULT', width: 14, grow: 2, priority: 2 },
    ];
  });
}
