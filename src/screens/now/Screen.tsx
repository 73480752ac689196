import { Line } from '#components/Line.tsx';
import { Message } from '#components/Message.tsx';
import { Chart } from '#components/Chart.tsx';
import { Table, tableIndent } from '#components/Table.tsx';
import { viewsNow, visitorsNow } from '#model/now/nowWords.ts';
import { useAppState } from '#screens/useAppState.ts';
import { bodyRows, hasSpacing, nowLayout } from '#store/core/viewport.ts';
import { label, safeText } from '#terminal/safeText.ts';
import { nowMessage } from './index.ts';
import { minuteRows } from './minuteChart.ts';
import { viewColumns, viewRows } from './viewTable.ts';

/** From so many columns on. */
const roomForWords = 72;
const roomForZone = 90;

/** Page views a minute, the visitors of the last minutes, and the latest page views. */
export function NowScreen() {
  const now = useAppState(state => state.now);
  const { numbers, position } = now;
  const zone = useAppState(state => state.timeZone);
  const viewport = useAppState(state => state.viewport);
  const width = viewport.columns;
  const layout = nowLayout(viewport);
  const message = nowMessage(now);
  if (numbers === undefined || message !== undefined)
    return message && <Message {...message} width={width} height={bodyRows(viewport)} />;
  const air = hasSpacing(viewport) ? <Line parts={[]} width={width} /> : undefined;
  const isShort = width < roomForWords;
  const columns = viewColumns(width - tableIndent - 1);
  return (
    <>
      <Line
        width={width}
        parts={[
          { text: label` ${safeText(visitorsNow(numbers, isShort))}`, bold: true },
          { text: label`   ${safeText(viewsNow(numbers, isShort))}` },
        ]}
        right={width < roomForZone ? [] : [{ text: label`${safeText(zone)} `, tone: 'dim' }]}
      />
      {air}
      <Chart rows={minuteRows(numbers, { zone, width, height: layout.chart })} width={width} />
      {air}
      {numbers.latest.length === 0 ? (
        <Message
          title={label`No page view yet`}
          tone="dim"
          lines={[label`It shows here a second after the server has written it.`]}
          width={width}
          height={layout.rows + 1}
        />
      ) : (
        <Table
          columns={columns}
          rows={viewRows(numbers.latest, zone)}
          top={position.selected}
          height={layout.rows}
          width={width}
        />
      )}
    </>
  );
}
