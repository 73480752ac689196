import { maximum } from '#charts/scale.ts';
import type { TableRow } from '#components/Table.tsx';
import { type BesideCounts, changePart, countColumns, type Part } from '#components/parts.ts';
import { change } from '#model/comparison/change.ts';
import { type Capabilities, countsOf, statisticInfo } from '#model/service/capabilities.ts';
import type { Day, SeriesName } from '#model/statistics/statistics.ts';
import { pointUnderCursor } from '#screens/chart/cursor.ts';
import { beforeCell, partName } from '#screens/history/index.ts';
import { bucketName } from '#model/period/bucket.ts';
import type { ComparedDay } from '#store/queries/days.ts';
import type { State } from '#store/state.ts';
import type { PlacedColumn } from '#text/fit.ts';
import { label, safeText } from '#text/safeText.ts';
import { groupThousands } from '#text/words.ts';

export function rowOfCursor(state: State, days: readonly ComparedDay[]): number | undefined {
  const span = pointUnderCursor(state)?.span;
  if (span === undefined || span.unit === 'hour') return undefined;
  const isPointed = ({ point: { day } }: ComparedDay) => day === span.from;
  const isWithin = ({ point: { day } }: ComparedDay) => span.from <= day && day <= span.to;
  const row = days.findIndex(days.some(isPointed) ? isPointed : isWithin);
  return row === -1 ? undefined : row;
}

type DayColumn = 'day' | 'bar' | 'before' | 'count' | 'change';

export function dayColumns(
  name: SeriesName,
  beside: BesideCounts,
  width: number,
  capabilities: Capabilities,
  own?: string,
): PlacedColumn<DayColumn>[] {
  const counts = { title: countsOf(name, capabilities).toUpperCase(), width: 10 };
  return countColumns({ key: 'day', title: 'DAY' }, counts, beside, width, own);
}

export function dayRows(
  days: readonly ComparedDay[],
  view: {
    readonly name: SeriesName;
    readonly today: Day;
    readonly top: number;
    readonly height: number;
    readonly isShort?: boolean;
  },
): TableRow<DayColumn>[] {
  const most = maximum(days.map(({ point: { count } }) => count));
  const { family } = statisticInfo(view.name);
  return days.slice(view.top, view.top + view.height).map(({ point: { day, count }, before }) => ({
    id: day,
    bar: { count: count ?? 0, most, family },
    cells: {
      day: {
        text: safeText(
          view.isShort === true ? bucketName(day, 'day') : partName({ from: day, to: day }, 'day'),
        ),
      },
      before: beforeCell(view.name, before),
      count: { text: safeText(groupThousands(count)) },
      change: day === view.today ? soFar : changePart(change(count, before)),
    },
  }));
}

const soFar: Part = { text: label`so far`, tone: 'dim' };
