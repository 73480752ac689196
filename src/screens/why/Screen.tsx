import { Line } from '#components/Line.tsx';
import { Message } from '#components/Message.tsx';
import { Table, tableIndent } from '#components/Table.tsx';
import { placeColumns } from '#model/text/columnLayout.ts';
import { PeriodLine } from '#screens/PeriodLine.tsx';
import { useAppState } from '#screens/useAppState.ts';
import { moversRead } from '#store/statistics/movers.ts';
import { bodyRows, hasSpacing, moversRows } from '#store/core/viewport.ts';
import { moverCells, moverColumns } from './moverCells.ts';
import { caution, emptiness, progressParts } from './moversText.ts';

/** The rows of several statistics that rose, fell, appeared or disappeared. */
export function MoversScreen() {
  const state = useAppState(whole => whole);
  const { viewport } = state;
  const width = viewport.columns;
  const read = moversRead(state);
  const progress = read.error !== undefined && read.movers.length === 0 ? [] : progressParts(read);
  const spaced = hasSpacing(viewport);
  const columns = placeColumns(moverColumns, width - tableIndent - 1);
  return (
    <>
      <PeriodLine width={width} />
      <Line parts={[{ text: caution(width, progress), tone: 'dim' }]} right={progress} width={width} />
      {spaced && <Line parts={[]} width={width} />}
      {read.movers.length === 0 ? (
        <Message
          {...emptiness(read, state.comparison.baseline === undefined)}
          width={width}
          height={bodyRows(viewport) - 2 - (spaced ? 1 : 0)}
        />
      ) : (
        <Table
          columns={columns}
          rows={read.movers.map(mover => ({ id: `${mover.name} ${mover.value}`, cells: moverCells(mover) }))}
          top={state.movers.position.top}
          selected={state.movers.position.selected}
          height={moversRows(viewport)}
          width={width}
        />
      )}
    </>
  );
}
