import type { ComponentProps } from 'react';
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
import type { ListPosition } from '#store/navigation/navigation.ts';
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

const leastColumns = 14;
const unchanged = label`unchanged`;
// Every key draws them, and they are as wide on every page.
const columnsOf = memoizeByObject<readonly Column<'domain' | 'before' | 'after'>[]>();

/** None is wider than what stands in it: the names have what the others do not need. */
function reviewColumns(form: WebsiteForm): readonly Column<'domain' | 'before' | 'after'>[] {
  return columnsOf(form.websites, [form], () => {
    const known = form.websites.slice(0, maxNames);
    const changes = known.map(website =>
      beforeAndAfter(website, touchedBy(form, website), mergesLists(form)),
    );
    const sizeOf = (title: string, texts: readonly SafeText[]) => {
      const max = Math.max(title.length, ...texts.map(textWidth));
      return { title, width: Math.min(leastColumns, max), max };
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
      { key: 'domain', title: 'DOMAIN', width: leastColumns, grow: 1, max: names, priority: 3 },
      { key: 'before', ...before, grow: 2, priority: 1 },
      { key: 'after', ...after, grow: 2, priority: 2 },
    ];
  });
}

/** A row for each of several websites, with a sentence above and the button below. Only what is on screen is made into text. */
function EachWebsite<C extends string>(props: {
  readonly title: SafeText;
  readonly note?: SafeText;
  readonly message: readonly Part[];
  readonly websites: readonly Website[];
  readonly position: ListPosition;
  readonly columns: readonly Column<C | 'domain'>[];
  cellsOf(website: Website, index: number, columnsOf: (key: C) => number): Readonly<Record<C, Part>>;
  readonly button: Pick<ComponentProps<typeof Button>, 'title' | 'isLater' | 'right'>;
}) {
  const { title, note, message, websites, position, cellsOf, button } = props;
  const state = useAppState(whole => whole);
  const isSpaced = hasSpacing(state.viewport);
  const height = Math.min(websites.length, reviewRows(state.viewport));
  const top = firstRow(position.top, position.selected, height);
  const place = formBounds(state.viewport, height + (isSpaced ? 7 : 4));
  const width = insideWidth(place);
  const columns = placeColumns(props.columns, width - tableIndent - 1);
  const columnsOf = (key: C) => columns.find(column => column.key === key)?.columns ?? 0;
  return (
    <Popup place={place} title={title} note={note}>
      <Line parts={[{ text: label` ` }, ...message]} width={width} />
      {isSpaced && <Line parts={[]} width={width} />}
      <Table
        columns={columns.map(column =>
          column.key === 'domain' ? { ...column, cut: websitesCut(state, column.columns) } : column,
        )}
        rows={websites.slice(top, top + height).map((website, index) => ({
          id: website.id,
          cells: { ...cellsOf(website, top + index, columnsOf), domain: { text: websiteTitle(website) } },
        }))}
        top={0}
        selected={position.selected - top}
        height={height}
        width={width}
        hasTitles={isSpaced}
      />
      {isSpaced && <PopupRule width={width} />}
      <Button {...button} focused={false} indent={tableIndent} width={width} />
    </Popup>
  );
}

export function BulkReviewScreen() {
  const viewport = useAppState(state => state.viewport);
  const { form, review } = useAppState(state => state.editor);
  if (form === undefined) return null;
  const { websites } = form;
  const { size: unread } = review.unread;
  const changing = countChanging(form);
  const same = websites.length - changing;
  return (
    <EachWebsite
      title={titleOfAll('edit', websites)}
      note={unread === 0 ? label`` : label`${unread} still to be read`}
      message={[
        { text: label`${changing} of ${websites.length} websites change`, tone: 'warn' },
        dim(same === 0 ? label`` : label`, ${same} unchanged`),
      ]}
      websites={websites}
      position={review.position}
      columns={reviewColumns(form)}
      cellsOf={website => {
        const change = beforeAndAfter(website, touchedBy(form, website), mergesLists(form));
        return {
          before: dim(change?.before ?? label``),
          after: { text: change?.after ?? unchanged, tone: change === undefined ? 'dim' : 'warn' },
        };
      }}
      button={{
        title: safeText(capitalised(saveAllWords(form, viewport))),
        isLater: changing === 0 || unread > 0,
      }}
    />
  );
}

type RunColumn = 'domain' | 'change' | 'outcome';
const runColumnsOf = memoizeByObject<readonly Column<RunColumn>[]>();

/** What became of each, in the box of the review and in its place. */
export function BulkRunScreen() {
  const { run, position } = useAppState(state => state.bulkRun);
  if (run === undefined) return null;
  const { websites, form } = run;
  const changeOf = (website: Website): SafeText => {
    const change = form && beforeAndAfter(website, touchedBy(form, website), mergesLists(form));
    return change === undefined
      ? label``
      : label`${change.before}${isAscii() ? label` > ` : label` → `}${change.after}`;
  };
  const outcomeIn = (room: number, outcome: Outcome): Part => {
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
    <EachWebsite
      title={titleOfAll(run.kind, websites)}
      message={progressParts(run)}
      websites={websites}
      position={position}
      columns={runColumns(run, changeOf)}
      cellsOf={(website, index, columnsOf) => ({
        change: dim(changeOf(website)),
        outcome: outcomeIn(columnsOf('outcome'), run.outcomes[index] ?? { kind: 'waiting' }),
      })}
      button={{ title: run.finished ? label`Done` : label`Stop`, right: afterParts(run) }}
    />
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
      { key: 'domain', title: 'DOMAIN', width: 16, grow: 3, max: names, priority: 3 },
      ...(form === undefined || hasFailed
        ? []
        : [
            {
              key: 'change',
              title: 'CHANGE',
              width: leastColumns,
              grow: 1,
              max: changes,
              priority: 1,
            } as const,
          ]),
      { key: 'outcome', title: 'RESULT', width: 14, grow: 2, priority: 2 },
    ];
  });
}
