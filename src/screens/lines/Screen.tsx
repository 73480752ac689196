import { Line } from '#components/Line.tsx';
import { dim, type Part } from '#components/parts.ts';
import { Message } from '#components/box/Message.tsx';
import { firstRow, Table, type TableRow } from '#components/Table.tsx';
import { SearchLine, Toolbar } from '#components/Toolbar.tsx';
import { WebsiteMessage } from '#screens/WebsiteMessage.tsx';
import { useAppState } from '#screens/storeView.ts';
import { bodyRows, hasSpacing, linesRows } from '#store/display.ts';
import { missingOf, shownLines } from '#store/lines.ts';
import { label, safeText } from '#text/safeText.ts';
import { groupThousands } from '#text/words.ts';
import { lineColumns, lineParts, linesMessage, summaryText } from './index.ts';

const roomForColumn = 60;

export function LinesScreen() {
  const state = useAppState(whole => whole);
  const { viewport, lines } = state;
  const { search, searchField, shift, position } = lines;
  const width = viewport.columns;
  const { view } = state.navigation;
  const websiteId = view.screen === 'lines' ? view.asked.website : '';
  const message = linesMessage(state);
  const isSearched = search !== '' || searchField !== undefined;
  if (message !== undefined && !isSearched)
    return <WebsiteMessage {...{ message, websiteId, width }} height={bodyRows(viewport)} />;
  const missing = missingOf(lines);
  const height = linesRows(viewport, missing !== undefined);
  const isSpacious = hasSpacing(viewport);
  const shown = shownLines(lines);
  const columns = lineColumns(state);
  const top = firstRow(position.top, position.selected, height);
  const rows = shown.slice(top, top + height).map((line, index): TableRow<'line', readonly Part[]> => ({
    id: String(shown.length - top - index),
    cells: { line: lineParts(line, { shift, width: columns }) },
  }));
  const last = Math.min(shown.length, top + height);
  const range = safeText(
    `${groupThousands(top + 1)}-${groupThousands(last)} of ${groupThousands(shown.length)} `,
  );
  const from = shift === 0 || width < roomForColumn ? label`` : label`from column ${shift + 1}   `;
  return (
    <>
      <Toolbar
        items={[{ title: label``, value: safeText(summaryText(lines)), priority: 1 }]}
        right={shown.length === 0 ? [] : [dim(label`${from}${range}`)]}
        width={width}
      />
      {missing !== undefined && (
        <Line parts={[{ text: label` ${safeText(missing)}`, tone: 'warn' }]} width={width} />
      )}
      {isSpacious && <Line parts={[]} width={width} />}
      {message === undefined ? (
        <Table
          columns={[{ key: 'line', title: '', width: 1, priority: 1, columns }]}
          rows={rows}
          top={0}
          selected={position.selected - top}
          height={height}
          width={width}
          hasTitles={false}
        />
      ) : (
        <Message {...message} width={width} height={height} />
      )}
      <SearchLine
        text={search}
        field={searchField}
        top={!isSpacious ? 0 : missing === undefined ? 1 : 2}
        width={isSpacious ? width : Math.floor(width / 2)}
      />
    </>
  );
}
